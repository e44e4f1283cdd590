"""What a run has used of its time limit: processor time, and the time in which it was ready and the machine ran others."""
import time

import mettle_processes as processes

# A kernel without scheduler statistics says nothing of delays: they are estimated at each look.
LONGEST_LOOK_SECONDS = 1.0


class OwnTime:
    def __init__(self, keeper):
        self.keeper = keeper
        # Of the process that does the run itself, what it did before is not the run's.
        self.used_before = keeper.processor_seconds_before()
        # Seconds that each thread has waited for a processor, those that have ended included.
        self.delays = {}
        # Of each time between two looks, what the thread that waited longest has waited. Not the sum: code whose own threads
        # wake at once to wait for each other would make its time stand still.
        self.waited = 0.0
        self.delay_before = processes.delay_of("self") or 0.0
        self.has_delays = True
        self.estimate = 0.0
        self.last_look = time.monotonic()
        self.last_used = 0.0
        if keeper.runs_itself():
            self._note([keeper.pid])
            self.waited = 0.0

    def look(self, pids):
        """Notes the delays of the run's processes, some of which may end before anyone asks."""
        self._note(pids)
        if not self.has_delays:
            self._estimate(pids)

    def ask(self):
        """(processor seconds, seconds of waiting for a processor) since the run began."""
        pids = self.keeper.pids_of_run()
        self.look(pids)
        used = self.keeper.processor_seconds(pids) - self.used_before
        if not self.has_delays:
            return used, self.estimate
        # What the code waits for may be this process, which relays its words.
        return used, self.waited + (processes.delay_of("self") or 0.0) - self.delay_before

    def _note(self, pids):
        longest = 0.0
        for pid in pids:
            found = processes.delays_of(pid)
            if found is None:
                self.has_delays = False
                continue
            for thread, delay in found.items():
                longest = max(longest, delay - self.delays.get(thread, 0.0))
            self.delays.update(found)
        self.waited += longest

    def _estimate(self, pids):
        now, used = time.monotonic(), self.keeper.processor_seconds(pids)
        if not all(map(processes.waits, pids)):
            self.estimate += min(max(0.0, now - self.last_look - (used - self.last_used)), LONGEST_LOOK_SECONDS)
        self.last_look, self.last_used = now, used
