import { expect } from '../../core/internal.js';
import { SeededEntropy } from '../deterministic.js';
import type { DefineCase } from './define-case.js';

const DETERMINISTIC = {
  now: new Date('2024-02-29T12:34:56.789Z'),
  timezone: 'Europe/Berlin',
  seed: 42,
} as const;

/** A clock that stands still and seeded chance: the same texts on every engine. */
export function deterministicCases(it: DefineCase): void {
  it('stop every clock at the time that was asked for', async ({ open }) => {
    const sandbox = await open({ deterministic: DETERMINISTIC });
    const code = `
import datetime, time
print(time.time(), time.time_ns(), time.monotonic(), time.perf_counter())
print(datetime.datetime.now().isoformat())
print(datetime.date.today(), datetime.datetime.now(datetime.timezone.utc).isoformat())
print(time.strftime('%Y-%m-%d %H:%M:%S'), time.gmtime().tm_hour, time.localtime().tm_hour)
`;
    const expected = [
      '1709210096.789 1709210096789000000 1709210096.789 1709210096.789',
      '2024-02-29T13:34:56.789000',
      '2024-02-29 2024-02-29T12:34:56.789000+00:00',
      '2024-02-29 13:34:56 12 13',
      '',
    ];
    const { stdout, error } = await sandbox.run(code);
    expect([error, stdout.split('\n')]).toEqual([null, expected]);
    expect((await sandbox.run(code)).stdout.split('\n')).toEqual(expected);
  });

  it('start in the year 2000, in UTC, with the seed 0, when no more is said', async ({ open }) => {
    const sandbox = await open({ deterministic: {} });
    const code =
      'import random, time\nfrom datetime import datetime\n' +
      'print(datetime.now().isoformat(), time.localtime().tm_hour, random.random())';
    expect((await sandbox.run(code)).stdout).toBe('2000-01-01T00:00:00 0 0.8444218515250481\n');
  });

  it('seed random as random.seed does, and go on from run to run', async ({ open }) => {
    const sandbox = await open({ deterministic: DETERMINISTIC });
    const seeded = await sandbox.run('import random\n[random.random(), random.randint(1, 100)]');
    expect(seeded.value).toEqual([0.6394267984578837, 4]);
    const next = await sandbox.run('[random.random(), random.choice("abcdef")]');
    const again =
      'random.seed(42)\nx = [random.random(), random.randint(1, 100), random.random(), random.choice("abcdef")]\nx[2:]';
    expect((await sandbox.run(again)).value).toEqual(next.value);
    const named = await open({ deterministic: { seed: 'abc' } });
    expect(
      (await named.run('import random\na = random.random()\nrandom.seed("abc")\na == random.random()')).value,
    ).toBe(true);
  });

  it('give the same bytes of os.urandom on every engine', async ({ open }) => {
    const sandbox = await open({ deterministic: DETERMINISTIC });
    const entropy = new SeededEntropy(42);
    expect((await sandbox.run('import os\nos.urandom(5)')).value).toEqual(entropy.take(5));
    expect((await sandbox.run('os.urandom(40)')).value).toEqual(entropy.take(40));
  });

  it('do not sleep', async ({ open }) => {
    const sandbox = await open({ deterministic: {} });
    const code = 'import asyncio, time\ntime.sleep(1000)\nawait asyncio.sleep(1000)\ntime.time()';
    expect((await sandbox.run(code)).value).toBe(946_684_800);
  });

  it('are kept by forks, dumps and resets', async ({ open, load }) => {
    const sandbox = await open({ deterministic: DETERMINISTIC });
    await sandbox.run('import random, time\nfirst = random.random()');
    const code = '[time.time(), random.random()]';
    await using copy = await sandbox.fork({ copyNamespace: true });
    await using loaded = await load(await sandbox.dump());
    await using plain = await sandbox.fork();
    const expected = [1709210096.789, 0.025010755222666936];
    for (const each of [sandbox, copy, loaded]) expect((await each.run(code)).value).toEqual(expected);
    expect((await plain.run('import random\nrandom.random()')).value).toBe(0.6394267984578837);
    await sandbox.reset();
    expect((await sandbox.run('import random\nrandom.random()')).value).toBe(0.6394267984578837);
  });
}
