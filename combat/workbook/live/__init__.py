"""The live site: static pages with Python running in the browser, and the files to build it."""
