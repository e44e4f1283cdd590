"""All that is applied to a session process before it reads anything of the user's."""
import mettle_confine as confine
import mettle_landlock as landlock


def restrict(config):
    """Everything that holds the user's code in, applied to this process for good."""
    confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
    abi = landlock.version()
    required = config["landlock"] == "required"
    # Version 1 refuses to move files between folders, which is too much where it is not needed.
    if required or abi >= 2:
        landlock.restrict(config["readable"], config["writable"], config["devices"])
    signals_kept = config["ownProcesses"] or abi >= 6
    truncate_kept = not required or abi >= 3
    confine.install_seccomp(confine.seccomp_program(config["sameUser"], signals_kept, truncate_kept))
