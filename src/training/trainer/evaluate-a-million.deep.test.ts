import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { adder, same } from './programs.fixture.js';
import { Trainer } from './trainer.js';

const SAMPLES = 1_000_000;

test('evaluates a million samples from a stream in flat memory', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const held: number[] = [];
  function* samples() {
    for (let n = 0; n < SAMPLES; n++) {
      if (n % 200_000 === 100_000) {
        collect();
        held.push(process.memoryUsage().heapUsed);
      }
      yield { x: { n }, y: { n: n + (n % 4 === 0 ? 2 : 1) } };
    }
  }
  const trainer = new Trainer(adder({ offset: 1 }), { reward: same });
  expect(await trainer.evaluate(samples())).toEqual({ reward: 0.75, samples: SAMPLES, failed: 0 });
  // 800,000 samples lie between the first and the last look: a byte held of each would be 0.8 MB.
  const [first, last] = [held[0] as number, held[4] as number];
  expect(last - first).toBeLessThan(2_000_000);
});
