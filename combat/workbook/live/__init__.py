"""The workbook live in a browser: a static site in which Python runs, and what it is made of."""
