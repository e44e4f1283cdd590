import { describe, expect, it } from 'vitest';
import { NOT_BUILT, runAlone } from '../testing/run-alone.fixture.js';
import { MECHANISMS, SKIPPED } from './cpython/test-engine.fixture.js';
import { done, IDLE, programOf, waits } from './keeps-alive.fixture.js';

const [mechanism = 'landlock'] = MECHANISMS;

describe.skipIf(SKIPPED + NOT_BUILT !== '')(
  `a program with a sandbox, alone in its process${SKIPPED}${NOT_BUILT}`,
  () => {
    it.concurrent.each(waits('quick'))('is kept alive by %s', async (_, { program, prints }) => {
      expect(await runAlone(programOf(mechanism, program, 'closed'))).toMatchObject(done(prints));
    });

    it.concurrent('ends with a sandbox left open that was stopped in a run', async () => {
      const program = IDLE['a sandbox after an abort'] ?? '';
      expect(await runAlone(programOf(mechanism, program, 'idle'))).toMatchObject(done([]));
    });
  },
);
