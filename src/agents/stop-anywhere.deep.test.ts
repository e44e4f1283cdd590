import { describe, expect, vi } from 'vitest';
import { createSandbox, type EngineName } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { stopAt } from './stop-anywhere.fixture.js';

(await needs('monty')).it('a call can be stopped at every await', async () => {
  const { awaits } = await stopAt(0, 'monty');
  let stopped = 0;
  for (let n = 1; n <= awaits; n++) {
    const { stopReason, faults } = await stopAt(n, 'monty');
    expect([n, faults]).toEqual([n, []]);
    if (stopReason === 'aborted') stopped += 1;
  }
  expect(stopped).toBeGreaterThan(awaits / 2);
});

const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

describe.each<EngineName>(['monty', 'cpython'])('%s', async (engine) => {
  const { it } = await needs(engine);
  it('a call that is stopped while its Python runs leaves no process behind', async () => {
    const code = 'import time\nfor _ in range(20):\n    time.sleep(0.005)';
    const own = await createSandbox({ engine });
    await own.run('1');
    await own.close();
    const { awaits } = await stopAt(0, engine, code);
    const before = processes();
    for (let n = 1; n < awaits; n += Math.ceil(awaits / 40)) {
      const { faults } = await stopAt(n, engine, code);
      expect([n, faults]).toEqual([n, []]);
    }
    // Spares come and go: what must not happen is one process more for each call.
    await vi.waitUntil(() => processes() <= before + 3, { timeout: 60_000 });
  });
});
