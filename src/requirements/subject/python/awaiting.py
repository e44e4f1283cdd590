"""What goes on in one process while the other one waits for it: coroutines, and threads that call back."""
import asyncio
import threading
import time

own_time, pause = copy_of(time), asyncio.sleep

# Seconds for which one side lets the other one go on before it looks after its own.
TURN = 0.002


async def wait_for(target):
    return await target


async def _coroutine(peer, number):
    """A coroutine of the other side, which goes on there whenever this side's loop comes by."""
    task = peer.ask("start", number)
    try:
        while True:
            ended, value = peer.ask("poll", 0, task, TURN)
            if ended:
                task = None
                return value
            await pause(0 if peer.judges else TURN)
    finally:
        if task is not None:
            peer.ask("cancel", 0, task)


class Tasks:
    """The coroutines of this side that the other side waits for."""

    def __init__(self):
        self.loop = None
        self.found = {}

    def start(self, target):
        loop = asyncio._get_running_loop()
        if loop is None:
            if self.loop is None:
                self.loop = asyncio.new_event_loop()
            loop = self.loop
        number = len(self.found)
        self.found[number] = loop.create_task(wait_for(target))
        return number

    def poll(self, number, seconds):
        """(whether it has ended, its result); it raises what it ended with."""
        task = self.found[number]
        if not task.done():
            self.go_on(task.get_loop(), asyncio.wait({task}, timeout=seconds))
        if not task.done():
            return False, None
        self.found[number] = None
        return True, task.result()

    def cancel(self, number):
        task = self.found[number]
        self.found[number] = None
        if task is None:
            return
        task.cancel()
        self.go_on(task.get_loop(), asyncio.wait({task}, timeout=1))

    def go_on(self, loop, work):
        """Lets a loop of this side go on, unless it is what waits for the other side just now."""
        if loop.is_running():
            work.close()
            return
        running = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        try:
            loop.run_until_complete(work)
        finally:
            asyncio._set_running_loop(running)

    def tick(self, seconds):
        """Gives coroutines and threads of this side some time; whether there are any."""
        loop = self.loop
        if loop is not None and asyncio.all_tasks(loop):
            self.go_on(loop, pause(seconds))
        elif threading.active_count() > 1:
            own_time.sleep(seconds)
        else:
            return False
        return True


def wrap_waiting(judge):
    """While the tests wait, the code's process goes on: its threads and coroutines may be what they wait for."""
    sleep, wait, run_once = time.sleep, threading.Condition.wait, asyncio.BaseEventLoop._run_once

    def is_main():
        return threading.current_thread() is threading.main_thread()

    def code_goes_on():
        return judge.ask("tick", 0, TURN)

    def ticking_sleep(seconds):
        end = own_time.monotonic() + seconds
        while is_main() and own_time.monotonic() < end and code_goes_on():
            pass
        sleep(max(0, end - own_time.monotonic()))

    def ticking_wait(self, timeout=None):
        if not is_main() or not self._is_owned():
            return wait(self, timeout)
        waiter = threading.Lock()
        waiter.acquire()
        self._waiters.append(waiter)
        saved = self._release_save()
        end = None if timeout is None else own_time.monotonic() + timeout
        got = False
        try:
            while not got and (end is None or own_time.monotonic() < end) and code_goes_on():
                got = waiter.acquire(False)
            if not got:
                got = waiter.acquire() if end is None else waiter.acquire(True, max(0, end - own_time.monotonic()))
            return got
        finally:
            self._acquire_restore(saved)
            if not got and waiter in self._waiters:
                self._waiters.remove(waiter)

    def ticking_run_once(self):
        if not self._ready and is_main() and code_goes_on():
            self.call_soon(_nothing)
        run_once(self)

    time.sleep, threading.Condition.wait, asyncio.BaseEventLoop._run_once = ticking_sleep, ticking_wait, ticking_run_once


def _nothing():
    pass
