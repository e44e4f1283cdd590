import { expect, test } from 'vitest';
import type { Model } from '../../models/index.js';
import { Generator, Input, Program } from '../../programs/index.js';
import { scriptedModel } from '../../testing/index.js';
import { Trainer } from '../../training/index.js';
import { rightLabel, thirds } from './labeller.fixture.js';
import { RandomFewShot } from './random-few-shot.js';

/** A model that knows nothing but the examples in its prompt: it answers as the nearest of them, in any number of calls. */
function imitator(): Model {
  return {
    provider: 'scripted',
    modelId: 'imitator',
    call(request) {
      const [system, user] = request.messages.map(({ content }) => String(content));
      const numberIn = (text: string | undefined) => Number(/"n":(\d+)/.exec(text ?? '')?.[1]);
      const examples = [...(system ?? '').matchAll(/<example>([\s\S]*?)<\/example>/g)].map(([text]) => ({
        distance: Math.abs(numberIn(text) - numberIn(user)),
        label: /"label":"(\w+)"/.exec(text)?.[1],
      }));
      const [nearest] = examples.sort((left, right) => left.distance - right.distance);
      return scriptedModel([JSON.stringify({ label: nearest?.label ?? 'unknown' })]).call(request);
    },
    stream: (request) => scriptedModel([]).stream(request),
  };
}

test('teaches a generator by examples that its prompt shows', async () => {
  const { x, y } = thirds(30);
  const label = { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] };
  const input = Input({ schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } });
  const generator = new Generator({ model: imitator(), schema: label });
  const program = new Program({ inputs: input, outputs: await generator.call(input) });
  const optimizer = new RandomFewShot({ proposals: 2 });
  const trainer = new Trainer(program, { reward: rightLabel, optimizer });

  const { selection, shipped, variables } = await trainer.fit(x, y, { epochs: 4, seed: 1 });

  expect(shipped).toBe(true);
  expect(selection.start.reward).toBe(0);
  expect(selection.chosen.reward).toBeGreaterThan(0.6);
  expect(variables.map(({ key, changed }) => [key, changed])).toEqual([
    ['generator/state_instructions', false],
    ['generator/state_examples', true],
  ]);
  const loaded = await Program.fromJson(program.toJson({ compiled: false }), {
    models: { 'scripted/imitator': imitator() },
  });
  const after = await loaded.run([{ n: 29 }]);
  expect(after.outputs).toEqual([{ label: 'high' }]);
});
