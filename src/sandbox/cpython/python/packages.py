"""Packages of the host that the caller has lent: importable after the tree and the standard library."""
import os
import sys

import mettle_memory_map as memory_map

# What numerical libraries are told unless the caller says otherwise: a thread for each processor of the machine would
# take more address space than the usual limit, and there is no screen.
DEFAULTS = {
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "NUMEXPR_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
}


def install(config):
    """In a session process, before the first run."""
    if not config["packages"]:
        return
    sys.path.extend(config["packages"])
    os.environ.update(DEFAULTS)
    # For programs that the code starts.
    os.environ["PYTHONPATH"] = os.pathsep.join(config["packages"])
    memory_map.install()
    os.environ["MPLCONFIGDIR"] = os.path.join(config["temporary"], "matplotlib")
