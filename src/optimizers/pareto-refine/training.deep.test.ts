import { describe, expect, it } from 'vitest';
import { RandomStream, sha256 } from '../../core/index.js';
import type { Model } from '../../models/index.js';
import { Input, Program } from '../../programs/index.js';
import { PythonSynthesis } from '../../synthesis/index.js';
import { scriptedModel } from '../../testing/index.js';
import { exactMatch, Trainer } from '../../training/index.js';
import { tableProgram } from '../scripted-program.fixture.js';
import { optimizerSuite } from '../testing/index.js';
import { ParetoRefine } from './pareto-refine.js';

const WORDS = [
  'ant',
  'bee',
  'cat',
  'cow',
  'dog',
  'elk',
  'fox',
  'hen',
  'owl',
  'pig',
  'ram',
  'rat',
  'yak',
  'eel',
];
const right = (word: string): string => word.toUpperCase();

/** Writes tables that are right in some lines and wrong in others, the same for the same request. */
const guessing: Model = {
  ...scriptedModel([]),
  call: (request) => {
    const random = new RandomStream(
      Number.parseInt(sha256(JSON.stringify(request)).slice(0, 8), 16),
      'reply',
    );
    const lines = WORDS.map((word) => `${word} = "${random.chance(0.6) ? right(word) : '?'}"`);
    const text = random.chance(0.15) ? 'No.' : `Rule: guess.\n\`\`\`python\n${lines.join('\n')}\n\`\`\``;
    return scriptedModel([text]).call(request);
  },
};

describe('ParetoRefine in a training', () => {
  it('trains a real script from its own errors, and ships what is better on unseen samples', async () => {
    const number = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const input = Input({ schema: number });
    const module = new PythonSynthesis({
      name: 'square',
      description: 'Squares a number.',
      schema: number,
      pythonScript: 'n = inputs["m"]\nresult = {"n": n}',
      defaultReturnValue: { n: -1 },
      timeout: 60,
    });
    const program = new Program({ inputs: input, outputs: await module.call(input) });
    const answers = [
      'result = {"n": inputs["n"]}',
      'def transform(inputs):\n    unused = 1\n    return {"n": inputs["n"] ** 2}',
    ];
    const model = scriptedModel(answers.map((script) => `Rule: fix.\n\`\`\`python\n${script}\n\`\`\``));
    const x = Array.from({ length: 12 }, (_, n) => ({ n }));
    const trainer = new Trainer(program, {
      reward: exactMatch({ inMask: ['n'] }),
      optimizer: new ParetoRefine({ model, parents: 1, proposals: 1, freshStart: 0 }),
    });
    const { shipped, stopReason, selection } = await trainer.fit(
      x,
      x.map(({ n }) => ({ n: n * n })),
      { epochs: 5 },
    );
    expect([shipped, stopReason, selection.chosen.reward]).toEqual([true, 'exhausted', 1]);
    expect(program.variables[0]?.value.python_script).toBe(
      'def transform(inputs):\n    return {"n": inputs["n"] ** 2}',
    );
    const prompt = JSON.stringify(model.calls[0]);
    for (const part of ['Squares a number.', "KeyError: 'm' (line 1)", '1 | n = inputs']) {
      expect(prompt).toContain(JSON.stringify(part).slice(1, -1));
    }
    model.assertDone();
  });

  it('lets the search repair what a model wrote nearly right, where the model does not get on', async () => {
    const script = (limit: number): string =>
      [
        'def transform(inputs):',
        '    state = 3',
        "    for letter in inputs['word']:",
        '        state = (state * 7 + ord(letter)) % 26',
        `    return {'word': chr(97 + state) if state > ${limit} else str(state)}`,
      ].join('\n');
    const code = (word: string): string => {
      const state = [...word].reduce((sum, letter) => (sum * 7 + letter.charCodeAt(0)) % 26, 3);
      return state > 11 ? String.fromCharCode(97 + state) : String(state);
    };
    const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
    const input = Input({ schema });
    const module = new PythonSynthesis({
      schema,
      pythonScript: 'result = {"word": 1 / 0}',
      defaultReturnValue: { word: '' },
      timeout: 60,
    });
    const program = new Program({ inputs: input, outputs: await module.call(input) });
    const reply = `Rule: a sum.\n\`\`\`python\n${script(16)}\n\`\`\``;
    const model: Model = { ...scriptedModel([]), call: (request) => scriptedModel([reply]).call(request) };
    const one = { parents: 1, proposals: 1, freshStart: 0, stagnation: 2, patience: 4 };
    const { shipped, selection } = await new Trainer(program, {
      reward: exactMatch({ inMask: ['word'] }),
      optimizer: new ParetoRefine({ model, ...one, search: { maxEvaluations: 500 } }),
    }).fit(
      WORDS.map((word) => ({ word })),
      WORDS.map((word) => ({ word: code(word) })),
      { epochs: 5 },
    );
    expect([shipped, selection.chosen.reward]).toEqual([true, 1]);
    expect(program.variables[0]?.value.python_script).toMatch(/state > 1[01] else/);
  });

  describe('ParetoRefine keeps the contract of optimizers', () => {
    const cases = optimizerSuite({
      optimizer: () => new ParetoRefine({ model: guessing, freshStart: 2, shrinkRuns: 40 }),
      program: () => tableProgram({ words: 'ANY = "?"' }),
      reward: exactMatch(),
      x: WORDS.map((word) => ({ word })),
      y: WORDS.map((word) => ({ word: right(word) })),
    });
    for (const { name, run } of cases) it(name, () => run());
  });
});
