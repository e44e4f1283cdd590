import { describe, expect, it } from 'vitest';
import { NOT_BUILT, runAlone } from '../testing/run-alone.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED } from './cpython/test-engine.fixture.js';
import { useContainers } from './docker/containers.fixture.js';
import { done, IDLE, programOf, waits } from './keeps-alive.fixture.js';
import { MontyEngine } from './monty/monty-engine.js';

const { available, reason } = await new MontyEngine().probe();
const ways = [
  ...MECHANISMS.map((name) => ({ name, skipped: SKIPPED })),
  { name: 'monty' as const, skipped: available ? '' : reason },
  { name: 'docker' as const, skipped: await useContainers() },
];

describe.each(ways)('a program with a sandbox of $name, alone in its process', ({ name, skipped }) => {
  unless(skipped || NOT_BUILT).describe('and the package built', () => {
    it.concurrent.each(waits('all'))('is kept alive by %s', async (_, { program, prints }) => {
      expect(await runAlone(programOf(name, program, 'closed'))).toMatchObject(done(prints));
    });

    it.concurrent.each(Object.entries(IDLE))('ends with %s left open', async (_, program) => {
      expect(await runAlone(programOf(name, program, 'idle'))).toMatchObject(done([]));
    });
  });
});
