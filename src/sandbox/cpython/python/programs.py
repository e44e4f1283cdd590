"""The programs of the host that code may start, and what they find around them."""
import os
import shutil
import sys

MOST_NAMES = 10_000


def prepare(config):
    """In the supervisor, before its own environment is cleared: where programs are. An image says that by its PATH."""
    if config["programs"] is None:
        folders = [os.path.dirname(sys.executable), *os.environ.get("PATH", os.defpath).split(os.pathsep)]
        config["path"] = os.pathsep.join(dict.fromkeys(folder for folder in folders if folder.startswith("/")))
    else:
        config["path"] = config["programs"]
    if config["links"] is not None:
        os.mkdir(config["programs"], 0o700)
        for name, target in config["links"].items():
            os.symlink(target, os.path.join(config["programs"], name))


def names(config):
    """The names by which programs can be started."""
    found = set()
    for folder in config["path"].split(os.pathsep):
        try:
            found.update(name for name in os.listdir(folder) if os.access(os.path.join(folder, name), os.X_OK))
        except OSError:
            continue
    return sorted(found)[:MOST_NAMES]


def install(config):
    """In a session process, before the first run."""
    os.environ.update(
        PATH=config["path"], HOME=config["workspace"], TMPDIR=config["temporary"], LANG="C.UTF-8",
        # As in the process of a run itself.
        PYTHONDONTWRITEBYTECODE="1",
    )
    if shutil.which("git", path=config["path"]):
        # It gives up where it may not look into /etc.
        os.environ["GIT_CONFIG_NOSYSTEM"] = "1"
