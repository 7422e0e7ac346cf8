"""The program that runs inside the sandbox: the standard library and IPython, nothing of boomkit.

It is bound into the sandbox as a package called `inside`, so it uses relative imports only.
"""
