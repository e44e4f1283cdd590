import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { resolveDeterministic } from '../deterministic.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

const settings = { deterministic: resolveDeterministic({ seed: 7 }) };

unless(SKIPPED).describe.each(MECHANISMS)('a stopped clock and seeded chance in %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  const opened = (): ReturnType<typeof open> => open(createFileTree(), {}, settings);

  it('give two sandboxes the same output', async () => {
    const code = `
import os, random, secrets, tempfile, uuid
print(list(set("abcdefghij")), hash("text"))
print(os.urandom(4), secrets.token_hex(4), uuid.uuid4(), uuid.uuid1())
print(random.Random().random(), random.SystemRandom().random(), os.path.basename(tempfile.mktemp()))
pid = os.fork()
if pid == 0:
    print(random.random(), flush=True)
    os._exit(0)
os.waitpid(pid, 0)
print(random.random())
`;
    const [first, second] = [await opened(), await opened()];
    const { stdout, error } = await first.run(code);
    expect([error, stdout.split('\n').length]).toEqual([null, 6]);
    expect((await second.run(code)).stdout).toBe(stdout);
    const other = { deterministic: resolveDeterministic({ seed: 8 }) };
    const [hashes, bytes] = (await (await open(createFileTree(), {}, other)).run(code)).stdout.split('\n');
    expect([hashes === stdout.split('\n')[0], bytes === stdout.split('\n')[1]]).toEqual([true, false]);
  });

  it('leave datetime the class that it is', async () => {
    const { run } = await opened();
    const code = `
import datetime, pickle
from datetime import datetime as kind
class Mine(kind): pass
now = kind.now()
[
    now.isoformat(), isinstance(now, kind), type(now) is kind, type(Mine.now()) is Mine, repr(now),
    pickle.loads(pickle.dumps(now)) == now, kind.utcnow().isoformat(), kind.__module__, kind.now.__name__,
    kind.today().isoformat(), kind.now(datetime.timezone(datetime.timedelta(hours=2))).isoformat(),
]`;
    expect((await run(code)).value).toEqual([
      '2000-01-01T00:00:00',
      true,
      true,
      true,
      'datetime.datetime(2000, 1, 1, 0, 0)',
      true,
      '2000-01-01T00:00:00',
      'datetime',
      'now',
      '2000-01-01T00:00:00',
      '2000-01-01T02:00:00+02:00',
    ]);
  });

  it('let what waits in an event loop come in its order, without waiting', async () => {
    const { run } = await opened();
    const code = `
import asyncio
async def say(text, seconds):
    await asyncio.sleep(seconds)
    print(text)
async def main():
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.gather(say("slow", 3000), say("fast", 1000))
    try:
        await asyncio.wait_for(asyncio.sleep(500), 200)
    except asyncio.TimeoutError:
        print("timeout", loop.time() - began)
    print(await asyncio.wait_for(loop.run_in_executor(None, sum, [1, 2]), 60))
asyncio.run(main())
`;
    expect(await run(code)).toMatchObject({ error: null, stdout: 'fast\nslow\ntimeout 3200.0\n3\n' });
  });

  it('refuse what was never a length of time to sleep', async () => {
    const { run } = await opened();
    expect((await run('import time\ntime.sleep(-1)')).error?.type).toBe('ValueError');
    expect((await run('import time\ntime.sleep("1")')).error?.type).toBe('TypeError');
  });

  it('do not change what a run is said to have taken', async () => {
    const { run } = await opened();
    const { usage } = await run('sum(range(200_000))');
    expect(usage.executionSeconds).toBeGreaterThan(0);
    expect(usage.executionSeconds).toBeLessThan(60);
  });

  it('need the time zones of the machine', async () => {
    const unknown = { ...settings.deterministic, timezone: 'Mars/Olympus' };
    await expect(open(createFileTree(), {}, { deterministic: unknown })).rejects.toMatchObject({
      code: 'sandbox/unenforceable_limit',
      message: expect.stringContaining('Mars/Olympus'),
    });
  });

  it('are not there for a session that asked for neither', async () => {
    const { run } = await open();
    const found = await run('import os, time\n[time.time() > 1.7e9, os.environ.get("TZ")]');
    expect(found.value).toEqual([true, null]);
  });
});

unless(SKIPPED).describe('random in a lasting namespace', () => {
  const { open } = useCpython('landlock');

  it('goes on where the run before left it', async () => {
    const { run } = await open();
    const whole = 'import random\nrandom.seed(42)\n[random.random(), random.random()]';
    const expected = (await run(whole)).value;
    await run('random.seed(42)\nfirst = random.random()');
    expect((await run('[first, random.random()]')).value).toEqual(expected);
  });
});
