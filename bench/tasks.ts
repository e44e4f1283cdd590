import { playEpisode } from 'mettle/environments';
import { scoreOutcome } from 'mettle/evaluation';
import { createSqlTaskGenerator, type GeneratedTask, sampleShop } from 'mettle/generation';
import type { BenchSuite } from './harness.js';

const COUNT = 400;

/** Tasks generated a second, and how fast their oracles play and are scored in SQL worlds. */
export const suite: BenchSuite = {
  name: 'tasks',
  figures: async () => {
    const content = sampleShop({ seed: 1 });
    const generator = await createSqlTaskGenerator({ content });
    const generated: GeneratedTask[] = [];
    const drawing = await secondsOf(async () => {
      for (let index = 0; index < COUNT; index++)
        generated.push(await generator.generate({ seed: 1, index }));
    });
    let passed = 0;
    const playing = await secondsOf(async () => {
      for (const { task, environment, seed, oracle } of generated) {
        const { trajectory, ...states } = await playEpisode({ environment, task, seed, policy: oracle });
        if (scoreOutcome(trajectory, states).verdict === 'pass') passed += 1;
      }
    });
    return [
      { name: 'SQL tasks generated', value: COUNT / drawing, unit: 'a second' },
      {
        name: 'episodes of their oracles, recorded and scored',
        value: COUNT / playing,
        unit: 'a second',
        claim: '≥ 300',
      },
      { name: 'of them passed', value: passed / COUNT, unit: 'of 1', claim: '1' },
    ];
  },
};

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - began) / 1e9;
}
