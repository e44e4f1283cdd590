import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { ordinaryUserEngine } from '../attacks/battery/ordinary-user.fixture.js';
import { changeCases } from './reset-cases.fixture.js';
import { CHANGES, SURVEY } from './reset-survey.fixture.js';
import { LIMITS, MECHANISMS, SKIPPED, useCpython, useEngine } from './test-engine.fixture.js';

unless(SKIPPED).describe.each(MECHANISMS)('what is left after reset in %s', (mechanism) => {
  changeCases(useCpython(mechanism).open, CHANGES);
});

/** The process that ran the code, and the one that all session processes of a sandbox are forks of, by its seed. */
const WHICH = 'import os\n[os.getpid(), hash("which process")]';

/** Where the host's user runs the code, its processes can be told from others only where it has none but the first. */
unless(SKIPPED).describe('what is left after reset of code that may start nothing, as the host user', () => {
  const { open } = useEngine(ordinaryUserEngine);
  const openLone: typeof open = (files, limits, settings) =>
    open(files, { ...limits, maxProcesses: 1 }, settings);

  changeCases(openLone, CHANGES);

  it('is nothing, in a new fork of the same process', async () => {
    const { run, session, files } = await openLone();
    const before = (await run(SURVEY)).value;
    const [pid, seed] = (await run(WHICH)).value as unknown[];
    const seen = new Set([pid]);
    for (const [name, code] of [['nothing', 'pass'] as const, ...CHANGES]) {
      // These fill memory or disk to the brim, on which the process may be given up.
      if (['memory', 'folders that are deep and closed', 'what is slow to end'].includes(name)) continue;
      await run(code, {}, { timeoutSeconds: 1 });
      await session.reset();
      files.reset();
      const [other, same] = (await run(WHICH)).value as unknown[];
      expect([name, seen.has(other), same]).toEqual([name, false, seed]);
      seen.add(other);
      expect([name, (await run(SURVEY)).value]).toEqual([name, before]);
    }
  });

  it('takes a new process after any run that could start something, a shell line too', async () => {
    const { run, session } = await openLone();
    const seedOf = async () => ((await run(WHICH)).value as unknown[])[1];
    let seed = await seedOf();
    const expectReset = async (inPlace: boolean): Promise<void> => {
      await session.reset();
      const now = await seedOf();
      expect(now === seed).toBe(inPlace);
      seed = now;
    };
    await expectReset(true);
    await session.shell?.({
      command: 'echo left > left.txt',
      folder: '',
      environment: {},
      limits: { ...LIMITS, maxProcesses: 1 },
      signal: null,
      onOutput: null,
    });
    await expectReset(true);
    await session.reset();
    await run(
      'import os\nif os.fork() == 0:\n    os.setsid()\n    while True: pass',
      {},
      { maxProcesses: 16 },
    );
    await expectReset(false);
    await expectReset(true);
    // The limit that is lowered later is kept by counting, and not by the filter.
    await session.reset();
    await run('pass', {}, { maxProcesses: 2 });
    await expectReset(false);
  });
});
