import fc from 'fast-check';
import { RandomStream } from 'mettle/core';
import { describe, expect, it } from 'vitest';
import { runControls, shuffleOutputs } from './negative-controls.js';

const byNumber = (outputs: readonly string[]) =>
  outputs.map((output, index) => ({ input: `${index}`, output }));

describe('shuffled labels', () => {
  it('are the same labels, and none stays where it is right when that can be', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 2 }),
        fc.nat(),
        (outputs, seed) => {
          const shuffled = shuffleOutputs(byNumber(outputs), new RandomStream(seed, 'labels'));
          expect(shuffled.map(({ input }) => input)).toEqual(outputs.map((_, index) => `${index}`));
          expect(shuffled.map(({ output }) => output).sort()).toEqual([...outputs].sort());
          const most = Math.max(...outputs.map((own) => outputs.filter((output) => output === own).length));
          const right = shuffled.filter(({ output }, index) => output === outputs[index]).length;
          expect(right).toBe(Math.max(0, 2 * most - outputs.length));
        },
      ),
    );
  });

  it('leave each input one label', () => {
    const examples = [
      { input: 'Kingston', output: 'K' },
      { input: 'Bern', output: 'B' },
      { input: 'Kingston', output: 'K' },
    ];
    expect(shuffleOutputs(examples, new RandomStream(0, 'labels'))).toEqual([
      { input: 'Kingston', output: 'B' },
      { input: 'Bern', output: 'K' },
    ]);
  });
});

it('progress names the skill that a control belongs to', async () => {
  const stages: string[] = [];
  const running = runControls({
    skill: 'route_tag',
    controls: [
      { kind: 'shuffled_labels', note: '', script: null },
      { kind: 'other_skill', note: '', script: 'x' },
    ],
    firstRuns: [],
    play: async (_library, stage) => {
      stages.push(stage);
      throw new Error('enough');
    },
    stream: new RandomStream(0, 'controls'),
  });
  await expect(running).rejects.toThrow('enough');
  expect(stages).toEqual(['control of the route tag (other skill)']);
});
