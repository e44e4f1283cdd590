import { expect, it } from 'vitest';
import { NOT_BUILT, runAlone } from '../testing/run-alone.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED } from './cpython/test-engine.fixture.js';
import { done, IDLE, programOf, waits } from './keeps-alive.fixture.js';

const [mechanism = 'landlock'] = MECHANISMS;

unless(SKIPPED || NOT_BUILT).describe('a program with a sandbox, alone in its process', () => {
  it.concurrent.each(waits('quick'))('is kept alive by %s', async (_, { program, prints }) => {
    expect(await runAlone(programOf(mechanism, program, 'closed'))).toMatchObject(done(prints));
  });

  it.concurrent('ends with a sandbox left open that was stopped in a run', async () => {
    const program = IDLE['a sandbox after an abort'] ?? '';
    expect(await runAlone(programOf(mechanism, program, 'idle'))).toMatchObject(done([]));
  });
});
