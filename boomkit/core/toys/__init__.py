"""Small games for lessons and tests: loaded by name, not listed among the installed games."""
