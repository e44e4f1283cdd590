import { describe, expect, it } from 'vitest';
import { PLAIN_SETUP } from './confinement.js';
import { SpareProcesses } from './spare-processes.js';
import type { SupervisorProcess } from './supervisor-process.js';

/** Processes that are ready when a test says so. */
function starting(count: number) {
  const waiting: (() => void)[] = [];
  const start = () =>
    new Promise<SupervisorProcess>((resolve) => {
      const started = { ended: null, close: async () => {} };
      waiting.push(() => resolve(started as unknown as SupervisorProcess));
    });
  const finish = async () => {
    for (const ready of waiting.splice(0)) ready();
    await new Promise(setImmediate);
  };
  return { spares: new SpareProcesses(count, start), waiting, finish };
}

describe('spare processes', () => {
  it('are one more while sessions are opened faster than processes start, and as before when it is calm', async () => {
    const { spares, waiting, finish } = starting(1);
    await spares.take(PLAIN_SETUP);
    expect(await spares.take(PLAIN_SETUP)).toBeNull();
    expect(waiting).toHaveLength(2);
    const early = spares.take(PLAIN_SETUP);
    expect(waiting).toHaveLength(3);
    await finish();
    expect(await early).not.toBeNull();
    expect(await spares.take(PLAIN_SETUP)).not.toBeNull();
    expect(waiting).toHaveLength(0);
    expect(await spares.take(PLAIN_SETUP)).not.toBeNull();
    expect(waiting).toHaveLength(1);
    await finish();
    await spares.close();
  });

  it('are none for a program that opens one session', async () => {
    const { spares, waiting } = starting(1);
    expect(await spares.take(PLAIN_SETUP)).toBeNull();
    expect(waiting).toHaveLength(0);
    await spares.close();
  });

  it('are none where none are wanted', async () => {
    const { spares, waiting } = starting(0);
    for (let taken = 0; taken < 3; taken++) expect(await spares.take(PLAIN_SETUP)).toBeNull();
    expect(waiting).toHaveLength(0);
    await spares.close();
  });
});
