import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, type TestSession, useCpython } from './test-engine.fixture.js';

/** Writes to a file for ever; what starts it waits until it has begun. */
const BEAT = `import ctypes, os, platform, signal, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
CLONE, EXIT = {"x86_64": (56, 60), "aarch64": (220, 93)}[platform.machine()]
def beat():
    while True:
        with open("alive", "a") as file: file.write("x")
        time.sleep(0.002)
def begun():
    while not os.path.exists("alive"): time.sleep(0.001)
`;

/** Whether something still writes. */
const BEATS =
  'import os, time\nopen("alive", "a").close(); before = os.path.getsize("alive"); time.sleep(0.05); os.path.getsize("alive") - before';

const SIBLING = `CLONE_PARENT, CLONE_FS = 0x8000, 0x200
pid = libc.syscall(CLONE, CLONE_PARENT | int(signal.SIGCHLD), 0, 0, 0, 0)
if pid == 0: beat()
refused = ctypes.get_errno() if pid < 0 else 0
if pid > 0: begun()
`;

/** A process whose first thread has ended shows as a zombie, and its other threads run. */
const HEADLESS = `if os.fork() == 0:
    threading.Thread(target=beat).start()
    libc.syscall(EXIT, 0)
begun()
`;

/** The process that ran stops itself as soon as its result is sent, so that it looks settled at once. */
const STOPS_ITSELF = `import mettle_host_calls
send = mettle_host_calls.Channel.send
def send_and_stop(self, kind, body):
    send(self, kind, body)
    if kind == b"V": os.kill(os.getpid(), signal.SIGSTOP)
mettle_host_calls.Channel.send = send_and_stop
`;

/** The process stops itself when it is woken for the next run, and has a dead child that nobody collects. */
const STOPS_WHEN_WOKEN = `import os, signal, sys
if os.fork() == 0: os._exit(0)
session = sys.modules['mettle_session']
receive = session.receive
def receive_and_stop(*args):
    received = receive(*args)
    os.kill(os.getpid(), signal.SIGSTOP)
    return received
session.receive = receive_and_stop
`;

/** A process that stopped itself may lose one more run: it is found out by what it does not do. */
async function expectSilence(run: TestSession['run']): Promise<void> {
  const first = await run(BEATS);
  expect([undefined, 'crash']).toContain(first.error?.kind);
  expect(first.ok ? first.value : (await run(BEATS)).value).toBe(0);
}

unless(SKIPPED).describe.each(MECHANISMS)('what could outlive its run in %s', (mechanism) => {
  const { open } = useCpython(mechanism);

  it.each([
    ['a sibling of the process that ran', SIBLING],
    ['a sibling, when that process stops itself', STOPS_ITSELF + SIBLING],
    ['a process without its first thread', HEADLESS],
    ['a process without its first thread, when the one that ran stops itself', STOPS_ITSELF + HEADLESS],
  ])('ends %s, in a first run, a later one and one that is stopped', async (_name, code) => {
    for (const before of [[], ['pass']]) {
      const { run, session } = await open();
      for (const earlier of before) await run(earlier);
      await run(BEAT + code);
      await expectSilence(run);
      await session.reset();
      for (const earlier of before) await run(earlier);
      await run(`${BEAT}${code}while True: time.sleep(1)`, {}, { timeoutSeconds: 0.5 });
      await expectSilence(run);
      await session.close();
    }
  });

  it('finds out a process that stops itself when it is given a run', async () => {
    const { run } = await open();
    await run(STOPS_WHEN_WOKEN);
    expect((await run('pass', {}, { timeoutSeconds: 4 })).error?.kind).toBe('crash');
    expect((await run('1 + 1')).value).toBe(2);
  });

  it('keeps the names of code that leaves its process group', async () => {
    const { run } = await open();
    await run('kept = 1');
    expect((await run('import os\nos.setpgid(0, 0)')).error).toBeNull();
    expect((await run('kept')).value).toBe(1);
    expect((await run('kept')).value).toBe(1);
  });

  it('refuses to make a sibling', async () => {
    const { run } = await open();
    expect((await run(`${BEAT}${SIBLING}refused`)).value).toBe(1);
  });
});
