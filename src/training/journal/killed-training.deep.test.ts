import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { BUILT, endOf, startTraining } from './killed-training.fixture.js';

const KILLS = 50;
const EPOCHS = 60;

unless(existsSync(BUILT) ? null : 'the package is not built').it(
  `killed ${KILLS} times at any moment, a training ends in the same bytes`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-killed-deep-'));
    try {
      const began = performance.now();
      const whole = await endOf(
        startTraining({ journal: join(folder, 'whole'), concurrency: 1, epochs: EPOCHS }),
      );
      const seconds = (performance.now() - began) / 1000;
      const random = new RandomStream(2, 'kills');
      const journal = join(folder, 'killed');
      const training = (kill: number) =>
        startTraining({ journal, concurrency: 1 + (kill % 8), epochs: EPOCHS });
      let stopped = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const running = training(kill);
        const ended = endOf(running);
        // From before the process has read its code to somewhere in its work.
        await Promise.race([delay(1000 * random.next() * Math.min(1, seconds)), ended]);
        running.kill('SIGKILL');
        if ((await ended).result === null) stopped++;
      }
      expect(stopped).toBeGreaterThan(KILLS / 4);
      expect((await endOf(training(0))).result).toBe(whole.result);
      const recorded = readFileSync(journal, 'utf8').split('"fact":"outcome"').length - 1;
      expect(recorded).toBe(whole.runs);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
