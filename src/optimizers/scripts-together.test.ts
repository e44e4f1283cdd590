import { expect } from 'vitest';
import type { JsonObject } from '../core/index.js';
import type { Model } from '../models/index.js';
import { Input, Program } from '../programs/index.js';
import { sharedEngine } from '../sandbox/index.js';
import { PythonSynthesis } from '../synthesis/index.js';
import { scriptedModel } from '../testing/index.js';
import { unless } from '../testing/unless.fixture.js';
import { exactMatch, type Optimizer, Trainer } from '../training/index.js';
import { Evolutionary, Omega, ParetoRefine } from './index.js';

const object = (field: string, type: string): JsonObject => ({
  type: 'object',
  properties: { [field]: { type } },
  required: [field],
});
const RIGHT = {
  trim: 'def clean(inputs):\n    return {"text": inputs["text"].strip()}',
  count: 'result = {"count": len(inputs["text"])}',
};

/** Two scripts after one another, each wrong in its own way: one is called by its name, one assigns its result. */
async function pipeline(): Promise<Program> {
  const input = Input({ schema: object('text', 'string') });
  const common = { engine: 'monty' as const, timeout: 60 };
  const trim = new PythonSynthesis({
    ...common,
    name: 'trim',
    schema: object('text', 'string'),
    pythonScript: 'def clean(inputs):\n    return {"text": inputs["text"]}',
    entryPoint: 'clean',
    defaultReturnValue: { text: '' },
  });
  const count = new PythonSynthesis({
    ...common,
    name: 'count',
    schema: object('count', 'integer'),
    pythonScript: 'result = {"count": 1 / 0}',
    seedScripts: ['result = {"count": len(inputs["text"]) - 2}'],
    defaultReturnValue: { count: -1 },
  });
  return new Program({ inputs: input, outputs: await count.call(await trim.call(input)), name: 'pipeline' });
}

const OPTIMIZERS: Readonly<Record<string, (model: Model) => Optimizer>> = {
  Evolutionary: (model) => new Evolutionary({ model, proposals: 2 }),
  Omega: (model) => new Omega({ model, proposals: 2 }),
  ParetoRefine: (model) => new ParetoRefine({ model }),
};

const { available, reason } = await sharedEngine('monty').probe();

unless(available ? null : reason).it.each(Object.entries(OPTIMIZERS))(
  '%s trains two scripts of a program together',
  async (_name, optimizer) => {
    const model: Model = {
      ...scriptedModel([]),
      call: (request) => {
        const asked = /Variable: (trim|count)\//.exec(JSON.stringify(request.messages))?.[1] as
          | 'trim'
          | 'count';
        return scriptedModel([`Rule: fix it.\n\`\`\`python\n${RIGHT[asked]}\n\`\`\``]).call(request);
      },
    };
    const program = await pipeline();
    const texts = [
      'a',
      ' ab',
      'abc ',
      ' abcd ',
      'abcde',
      ' f',
      'gh ',
      ' ijk ',
      'lmno',
      ' pqrst ',
      'u ',
      ' vw',
    ];
    const { shipped, selection } = await new Trainer(program, {
      reward: exactMatch({ inMask: ['count'] }),
      optimizer: optimizer(model),
    }).fit(
      texts.map((text) => ({ text })),
      texts.map((text) => ({ count: text.trim().length })),
      { epochs: 4, batchSize: 3, seed: 1 },
    );
    expect([shipped, selection.chosen.reward]).toEqual([true, 1]);
    expect(program.variables.map(({ value }) => value.python_script)).toEqual([RIGHT.trim, RIGHT.count]);
  },
);
