"""Files on their way out, and the limits on files that the kernel does not keep."""
import marshal

import mettle_folders as folders
import mettle_workspace as workspaces

FRAME_BYTES = 4 << 20
MAX_ENTRIES = 250_000


def send_changes(workspace, run, send):
    """Sends what the code changed, in frames of some megabytes; why it could not all be read, or None."""
    batch = []
    size = 0
    try:
        for operation in workspace.changes(run.limits["fileBytes"], run.began):
            batch.append(operation)
            size += 200 + (len(operation[3]) if operation[0] == "f" else 0)
            if size > FRAME_BYTES:
                send(b"w", marshal.dumps(batch, 2))
                batch, size = [], 0
        return None
    except workspaces.TooMuch as error:
        return str(error)
    except OSError as error:
        return "%s: %s" % (type(error).__name__, error)
    finally:
        if batch:
            send(b"w", marshal.dumps(batch, 2))


def too_much(workspace, config, most_bytes):
    """The reason to end a run that has written too much, or None. What the host wrote is not counted."""
    allowed = most_bytes + workspace.host_bytes
    if config["watchFiles"]:
        size = workspace.size()
        if size is None:
            return "unseen"
        return "files" if size > allowed else None
    entries, size = 0, 0
    for path in config["counted"]:
        more = folders.used(path)
        entries, size = entries + more[0], size + more[1]
    if entries > MAX_ENTRIES:
        return "entries"
    return "files" if size > allowed else None
