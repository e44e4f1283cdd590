import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { AgentModule, type AgentModuleRestoreOptions, FunctionCallingAgent } from '../agents/index.js';
import type { JsonObject } from '../core/index.js';
import { DataModel, JsonDataModel, type Serializable, SymbolicDataModel, serialize } from '../data/index.js';
import { restored } from '../data/serialization/restored.fixture.js';
import {
  Action,
  And,
  Branch,
  ChainOfThought,
  Concat,
  Decision,
  Factorize,
  Generator,
  Identity,
  InMask,
  Input,
  Lambda,
  lmAsJudge,
  MultiDecision,
  Not,
  Or,
  OutMask,
  Prefix,
  Program,
  programAsJudge,
  SelfCritique,
  SequentialPlanSynthesis,
  Suffix,
  sequential,
  Xor,
} from '../programs/index.js';
import { savedClasses } from '../saved-classes.js';
import { PythonSynthesis } from '../synthesis/index.js';
import { scriptedModel } from '../testing/index.js';
import { tool } from '../tools/index.js';
import { exactMatch, mean } from '../training/index.js';
import { everyOptimizer } from './every-optimizer.fixture.js';

const model = scriptedModel([]);
const look = tool({ name: 'look', description: 'Looks.', execute: () => 1 });
const schema: JsonObject = { type: 'object', properties: { a: { type: 'string' } } };
const choosing = { model, question: 'Which?', labels: ['a', 'b'] };
const named = Object.assign(() => ({ a: 'x' }), { registeredName: 'every-saved-thing>named' });
const identity = () => new Identity();
const judgeSchema: JsonObject = { type: 'object', properties: { reward: { type: 'number' } } };

/** One of each of Mettle's names that a file may hold. */
const EVERY: Readonly<Record<string, () => unknown>> = {
  DataModel: () => new DataModel({ schema, name: 'Mine' }),
  JsonDataModel: () => new JsonDataModel({ schema, json: { a: 'x', history: [{ reward: null }] } }),
  SymbolicDataModel: () => new SymbolicDataModel({ schema, name: 'soon' }),
  Metric: () => mean({ name: 'mine' }),
  Reward: () => exactMatch({ inMask: ['a'] }),
  LMAsJudge: () => lmAsJudge({ model, scale: 'rating', inMask: ['a'] }),
  ProgramAsJudge: () => {
    const [expected, given] = [
      Input({ schema: judgeSchema, name: 'expected' }),
      Input({ schema: judgeSchema }),
    ];
    return programAsJudge({
      program: new Program({ inputs: [expected, given], outputs: given, name: 'judge' }),
    });
  },
  ...Object.fromEntries(everyOptimizer(() => model)),
  Program: () => {
    const input = Input({ schema });
    return new Program({ inputs: input, outputs: input, name: 'mine', description: 'For what.' });
  },
  Sequential: () => sequential([Input({ schema }), identity()], { name: 'mine' }),
  Generator: () => new Generator({ model, schema, seedInstructions: ['Do it.'] }),
  ChainOfThought: () => new ChainOfThought({ model, schema }),
  SelfCritique: () => new SelfCritique({ model, scale: 'rating10' }),
  Decision: () => new Decision(choosing),
  MultiDecision: () => new MultiDecision(choosing),
  Branch: () => new Branch({ ...choosing, branches: [identity(), new Not()] }),
  Action: () => new Action({ model, tool: look }),
  AgentModule: () => new AgentModule({ agent: new FunctionCallingAgent({ model, tools: [look] }) }),
  SequentialPlanSynthesis: () =>
    new SequentialPlanSynthesis({ model, schema, runner: new Generator({ model, schema }), steps: ['one'] }),
  PythonSynthesis: () =>
    new PythonSynthesis({ schema, pythonScript: 'result = {}', defaultReturnValue: { a: '' }, timeout: 9 }),
  Lambda: () => new Lambda({ schema, function: named }),
  Identity: identity,
  Concat: () => new Concat(),
  And: () => new And(),
  Or: () => new Or(),
  Xor: () => new Xor(),
  Not: () => new Not(),
  InMask: () => new InMask({ mask: ['a'], recursive: false }),
  OutMask: () => new OutMask({ pattern: 'a' }),
  Prefix: () => new Prefix({ prefix: 'p' }),
  Suffix: () => new Suffix({ suffix: 's' }),
  Factorize: () => new Factorize(),
};

it('there is no name that is not looked at, or that no file can hold', async () => {
  expect(
    Object.keys(EVERY)
      .map((name) => `mettle>${name}`)
      .sort(),
    'add it to src/saved-classes.ts, and what is no optimizer to EVERY in this file',
  ).toEqual(Object.keys(savedClasses).sort());
  expect(namesInSource(), 'registeredName of each class is its row in src/saved-classes.ts').toEqual(
    Object.keys(savedClasses).sort(),
  );
});

it.each(Object.entries(EVERY))('%s comes back as it was saved', async (name, make) => {
  const made = make() as Serializable;
  if (made instanceof Program) await made.ensureBuilt();
  const options: AgentModuleRestoreOptions = {
    models: { 'scripted/model': model },
    tools: [look],
    customObjects: { 'every-saved-thing>named': named },
  };
  const saved = JSON.parse(JSON.stringify(serialize(made))) as JsonObject;
  expect(saved.registered_name).toBe(`mettle>${name}`);
  const read = (await restored(saved, options)) as Serializable;
  expect(read.constructor).toBe(made.constructor);
  expect(JSON.parse(JSON.stringify(serialize(read)))).toEqual(saved);
});

/** The names of Mettle's own that classes in the source say that files have for them. */
function namesInSource(): string[] {
  const source = fileURLToPath(new URL('..', import.meta.url));
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap(
      (path) =>
        readFileSync(join(source, path), 'utf8').match(/(?<=registeredName: string = ')mettle>\w+/g) ?? [],
    )
    .sort();
}
