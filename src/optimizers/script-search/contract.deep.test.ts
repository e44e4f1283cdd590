import { describe, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { Input, Program } from '../../programs/index.js';
import { PythonSynthesis } from '../../synthesis/index.js';
import { exactMatch } from '../../training/index.js';
import { optimizerSuite } from '../testing/index.js';
import { ScriptSearch } from './script-search.js';

const NAME: JsonObject = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const LAST: JsonObject = { type: 'object', properties: { last: { type: 'string' } }, required: ['last'] };
const names =
  'Ada Lovelace,Alan Turing,Grace Hopper,Barbara Liskov,Ken Thompson,Donald Knuth,Edsger Dijkstra,Tim Berners,Radia Perlman,Tony Hoare'.split(
    ',',
  );

async function program() {
  const input = Input({ schema: NAME });
  const last = new PythonSynthesis({
    schema: LAST,
    pythonScript: 'result = {"last": inputs["name"]}',
    defaultReturnValue: { last: '' },
    timeout: 60,
    name: 'last',
  });
  return new Program({ inputs: input, outputs: await last.call(input), name: 'program' });
}

describe('keeps the contract of optimizers on real scripts', () => {
  const cases = optimizerSuite({
    optimizer: () => new ScriptSearch({ maxEvaluations: 3000 }),
    program,
    reward: exactMatch({ inMask: ['last'] }),
    x: names.map((name) => ({ name })),
    y: names.map((name) => ({ last: name.split(' ')[1] as string })),
    options: { epochs: 1 },
  });
  for (const { name, run } of cases) it(name, () => run());
});
