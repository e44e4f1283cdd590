import { expect, it } from 'vitest';
import { Input, Program } from '../../programs/index.js';
import { PythonSynthesis } from '../../synthesis/index.js';
import { checkOptimizer, exactMatch } from '../../training/index.js';
import { ScriptSearch } from './script-search.js';

it('ScriptSearch keeps the contract of optimizers', async () => {
  const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  const words = [
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
  const checks = await checkOptimizer({
    optimizer: () => new ScriptSearch({ maxEvaluations: 2_000 }),
    program: async () => {
      const input = Input({ schema: text });
      const module = new PythonSynthesis({
        name: 'shout',
        schema: text,
        pythonScript: 'result = {"text": inputs["text"]}',
        defaultReturnValue: { text: '' },
        timeout: 60,
      });
      return new Program({ inputs: input, outputs: await module.call(input), name: 'program' });
    },
    reward: exactMatch({ inMask: ['text'] }),
    x: words.map((word) => ({ text: word })),
    y: words.map((word) => ({ text: `${word.toUpperCase()}!` })),
  });
  expect(checks.filter(({ problem }) => problem !== null)).toEqual([]);
});
