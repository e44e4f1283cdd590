"""What outlasts a run: the folders, the zygote and the session process. Made once, and brought back to that by a reset."""
import os
import signal

import mettle_census as censuses
import mettle_folders as folders
import mettle_keeper as keepers
import mettle_overlay as overlay
import mettle_pristine as pristine
import mettle_processes as processes
import mettle_restrict as restrict
import mettle_session as session
import mettle_transfer as transfer
import mettle_workspace as workspace
import mettle_zygote as zygotes

# Address space is counted in blocks of this many bytes.
BASELINE_BLOCK = 4 << 20


class Failed(Exception):
    """The environment cannot be kept as it must be: the host is told why, and everything ends."""


class Environment:
    def __init__(self):
        self.config = None
        self.zygote = None
        self.pristine = None
        self.keeper = None
        # The session process whose namespace stays while a shell is at work.
        self.put_by = None
        self.workspace = None
        self.files = None
        self.census = censuses.Census(False)
        # Whether the kernel has refused every new process and thread to all code that has run here, as the host's user.
        self.started_nothing = False
        self.baseline = 0
        self.shared = 0

    def configure(self, config):
        """Confines the supervisor for good, and starts the processes."""
        self.config = config
        self.started_nothing = config["sameUser"]
        for folder in (config["workspace"], config["temporary"]):
            os.makedirs(folder, mode=0o700, exist_ok=True)
        if config["overlay"] is None:
            self.workspace = workspace.Workspace(config["workspace"])
        else:
            changed = overlay.mount(config)
            self.workspace = overlay.OverlayWorkspace(config["workspace"], changed, config["overlay"]["bytes"])
        self.files = transfer.FileWatch(self.workspace, config)
        restrict.bear_mark(config.get("mark"))
        restrict.share_one_arena()
        session.prepare(config)
        restrict.confine_supervisor(config)
        # In whole blocks: what the C library has taken differs a little from process to process, and the limit made from
        # it must not tell a new one from one that was reset.
        blocks = -(-processes.address_space(os.getpid()) // BASELINE_BLOCK)
        self.baseline = blocks * BASELINE_BLOCK
        self.shared = processes.private_memory(os.getpid())
        self.census = censuses.Census(config["ownProcesses"])
        self.start_keeper()
        self.pristine = pristine.Pristine(config, self.zygote, self.census)

    def start_keeper(self):
        """Starts a session process, by a new zygote where the code has ended the first one."""
        try:
            if self.zygote is not None and not self.zygote.alive():
                self.zygote.close()
                self.zygote = None
            if self.zygote is None:
                self.zygote = zygotes.Zygote(self.config)
            self.keeper = keepers.Keeper(self.zygote, self.census)
        except (OSError, zygotes.NotStarted) as error:
            raise Failed(str(error)) from None

    def replace_dead_keeper(self):
        """Starts another session process where one has ended that had run nothing: it is as good."""
        if not self.keeper.alive() and self.keeper.fresh:
            self.keeper.close()
            self.start_keeper()

    def put_keeper_by(self):
        """Takes a session process that has run nothing for what is to come, which never runs where code of Python has."""
        if self.keeper.fresh:
            return
        self.put_by = self.keeper
        self.start_keeper()
        self.zygote.put_by = {self.put_by.pid}

    def stop_what_is_put_by(self):
        """Code may have woken it, where nothing keeps signals from it. One that can't be stopped is given up."""
        if self.put_by is not None and not processes.stop(self.put_by.pid):
            self.zygote.put_by = set()

    def take_next_keeper(self):
        """The session process for the next run; whether a namespace is lost, because the one put by for it has ended."""
        kept, self.put_by = self.put_by, None
        self.zygote.put_by = set()
        if kept is not None and kept.alive():
            self.keeper = kept
            return False
        if kept is not None:
            kept.close()
        self.start_keeper()
        return kept is not None

    def restore(self):
        """Brings everything back to what it was before the first run; None, or why that is not sure."""
        if self.config["overlay"] is not None:
            return "its workspace was not empty at first"
        self.keeper.kill()
        if not self.config["ownProcesses"] and not self.keeper.wait():
            return "the session process is left"
        why = self.pristine.restore(self.keeper.pid, self.started_nothing)
        # Until it is gone, it holds its locks. It goes while the folders are looked at.
        if not self.keeper.wait() and why is None:
            why = "the session process is left"
        self.keeper.close()
        if why is None:
            self.workspace.forget()
            self.start_keeper()
        return why

    def clear(self, empty):
        """What cannot be read back or counted is not kept, so that the next run starts without it."""
        try:
            empty()
        except OSError as error:
            raise Failed("the files of the code could not be removed: %s" % error) from None

    def end(self, made):
        """Ends all other processes and removes the folders that were `made` for this one."""
        if self.config is not None and self.config["ownUser"]:
            os.kill(-1, signal.SIGKILL)
        self.census.end_all(set())
        try:
            for path in made:
                folders.remove(path)
        except OSError:
            pass
        if self.config is not None and self.config["endsFirst"]:
            os.kill(1, signal.SIGTERM)
