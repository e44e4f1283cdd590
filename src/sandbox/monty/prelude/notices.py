# What only the run can tell: where Monty may go on differently from CPython, the sandbox is told, and the code goes on.
# The import is where it is needed: few runs have anything to tell, and all would wait for it.


def _mettle_notice(what):
    import os

    os.getenv('_mettle_difference', what)
