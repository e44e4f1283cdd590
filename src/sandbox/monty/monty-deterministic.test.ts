import { afterEach, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox, loadSandbox } from '../create-sandbox.js';
import { MontyEngine } from './monty-engine.js';

const { available, reason } = await new MontyEngine().probe();

const CLOCKS =
  'import datetime, time\n[str(datetime.datetime.now()), str(datetime.date.today()), time.time(), time.sleep(1000)]';
const CHANCE =
  'import random, os\n[random.random(), random.randint(1, 1000), list(os.urandom(3)), list(os.urandom(40))[39]]';

unless(available ? null : reason).describe('deterministic Monty', () => {
  const engines: MontyEngine[] = [];
  const engine = (): MontyEngine => {
    engines.push(new MontyEngine({ maxWorkers: 1 }));
    return engines.at(-1) as MontyEngine;
  };
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((each) => each.close()));
  });

  it('has a clock that stands still, and sleeps in no time', async () => {
    await using sandbox = await createSandbox({ engine: engine(), deterministic: {} });
    const { value, usage } = await sandbox.run(CLOCKS);
    expect(value).toEqual(['2000-01-01 00:00:00', '2000-01-01', 946_684_800, null]);
    expect(usage.executionSeconds).toBeLessThan(1);
  });

  it('has the time zone and the moment that it was given', async () => {
    const now = new Date('1969-07-20T20:17:40.250Z');
    await using sandbox = await createSandbox({
      engine: engine(),
      deterministic: { now, timezone: 'America/New_York' },
    });
    expect((await sandbox.run(CLOCKS)).value).toEqual([
      '1969-07-20 16:17:40.250000',
      '1969-07-20',
      now.getTime() / 1000,
      null,
    ]);
  });

  it.each([[42], [-7], ['a seed'], [0]])(
    'has the randomness of the seed %j in every session',
    async (seed) => {
      const deterministic = { seed };
      await using one = await createSandbox({ engine: engine(), deterministic });
      await using other = await createSandbox({ engine: engine(), deterministic });
      const { value } = await one.run(CHANCE);
      if (seed === 42) expect((value as readonly unknown[])[0]).toBe(0.6394267984578837);
      expect((await other.run(CHANCE)).value).toEqual(value);
      await one.reset();
      expect((await one.run(CHANCE)).value).toEqual(value);
    },
  );

  it('goes on with it from a dump', async () => {
    await using sandbox = await createSandbox({ engine: engine(), deterministic: { seed: 1 } });
    await sandbox.run('import random\nrandom.random()');
    await using copy = await loadSandbox(await sandbox.dump(), { engine: engine() });
    const next = 'import time\n[random.random(), time.time()]';
    expect((await copy.run(next)).value).toEqual((await sandbox.run(next)).value);
  });

  it('has the clock and the chance of the machine otherwise', async () => {
    await using sandbox = await createSandbox({ engine: engine() });
    const before = Date.now() / 1000;
    const code =
      'import time, random, datetime\n[time.time(), random.random(), str(datetime.datetime.now().astimezone().tzinfo)]';
    const one = (await sandbox.run(code)).value as readonly [number, number, string];
    expect(one[0]).toBeGreaterThanOrEqual(before - 1);
    expect(one[2]).toBe('UTC');
    await sandbox.reset();
    const other = (await sandbox.run(code)).value as readonly [number, number, string];
    expect(other[1]).not.toBe(one[1]);
  });
});
