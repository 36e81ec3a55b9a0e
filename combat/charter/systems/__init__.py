"""The systems that a charter's row can name, one module each, imported when a row names it.

A module has `measure_of` (a row's cells), `settings_of` (a cell) and `questions` (a `Row`, its
`Place`), which yields (first, second, answer): answer() returns an `Exact` or a `Sample`.
"""
