"""The live site: the exported pages beside JupyterLab, in which Python runs in the browser."""
