import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { Input, Program } from '../../programs/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { PythonSynthesis } from '../../synthesis/index.js';
import { exactMatch, openScriptProgram, scriptReward, Trainer } from '../../training/index.js';
import { testContext, testExamples } from '../training-context.fixture.js';
import { ScriptSearch } from './script-search.js';

const NAME: JsonObject = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const CARD: JsonObject = {
  type: 'object',
  properties: { last: { type: 'string' }, letters: { type: 'integer' } },
  required: ['last', 'letters'],
};
const names = [
  'Ada Lovelace',
  'Alan Turing',
  'Grace Hopper',
  'Tim Berners Lee',
  'Barbara Liskov',
  'Ken Thompson',
  'Donald Knuth',
  'Edsger Dijkstra',
];
const examples = testExamples(
  names.map((name) => [
    { name },
    { last: (name.split(' ').at(-1) ?? '').toUpperCase(), letters: name.length },
  ]),
);

async function cardProgram(name = 'card') {
  const input = Input({ schema: NAME });
  const card = new PythonSynthesis({
    schema: CARD,
    pythonScript: 'result = {"last": inputs["name"], "letters": 0}',
    seedScripts: ['result = {"last": "", "letters": 1}'],
    defaultReturnValue: { last: '', letters: 0 },
    timeout: 60,
    name,
  });
  return new Program({ inputs: input, outputs: await card.call(input), name: 'program' });
}

describe('ScriptSearch', () => {
  it('finds the script that does what the examples say, and assigns nothing', async () => {
    const program = await cardProgram();
    const context = testContext({ program, examples });
    const run = await new ScriptSearch({ maxEvaluations: 10_000 }).begin(context);
    expect(await run.step(examples.slice(0, 2))).toMatchObject({ exhausted: true });
    const [best = {}] = run.finalists();
    const outcomes = await context.evaluate(best, examples);
    expect(outcomes.map(({ reward }) => reward)).toEqual(names.map(() => 1));
    expect(context.notes.join('\n')).toContain('search: confidence');
    expect(program.variables[0]?.value).toEqual({
      python_script: 'result = {"last": inputs["name"], "letters": 0}',
    });
    expect(JSON.stringify(best)).toContain('def transform(');
  });

  it('finds a script that takes and gives bare values', async () => {
    await using sandbox = await createSandbox();
    await using program = await openScriptProgram({
      script: 'def transform(value):\n    return value\n',
      sandbox,
    });
    const lists = [[1, 2], [3, 4, 5], [6], [2, 9], [8, 8, 1], [4, 7]];
    const trainer = new Trainer(program, {
      reward: scriptReward,
      optimizer: new ScriptSearch({ maxEvaluations: 10_000 }),
    });
    await trainer.fit(
      lists.map((value) => ({ value })),
      lists.map((value) => ({ value: value.map((item) => 2 * item) })),
    );
    expect(program.script).toContain('return [2 * n for n in values]');
  });

  it.each([
    ['assigns its result', '', 'result = transform(inputs)\n', null],
    ['has an entry point of another name', 'solve = transform\n', '', 'solve'],
  ])('repairs a script that %s and is nearly right', async (_name, before, after, entryPoint) => {
    const script = (start: number): string =>
      [
        'def transform(inputs):',
        `    state = ${start}`,
        "    for letter in inputs['name']:",
        '        state = (state * 7 + ord(letter)) % 26',
        "    return {'name': chr(97 + state)}",
        '',
      ].join('\n');
    const input = Input({ schema: NAME });
    const module = new PythonSynthesis({
      schema: NAME,
      pythonScript: `${script(4)}${before}${after}`,
      defaultReturnValue: { name: '' },
      timeout: 60,
      entryPoint,
    });
    const program = new Program({ inputs: input, outputs: await module.call(input) });
    const right = (name: string): string =>
      String.fromCharCode(
        97 + [...name].reduce((state, letter) => (state * 7 + letter.charCodeAt(0)) % 26, 3),
      );
    const context = testContext({
      program,
      examples: testExamples(names.map((name) => [{ name }, { name: right(name) }])),
    });
    const run = new ScriptSearch({ maxEvaluations: 2_000 }).begin(context);
    await run.step([]);
    expect(Object.values(run.finalists()[0] ?? {})).toEqual([{ python_script: script(3) + before }]);
  });

  it('says why it leaves a script alone whose output the examples don’t show', async () => {
    const input = Input({ schema: NAME });
    const options = { schema: NAME, defaultReturnValue: { name: '' }, timeout: 60 };
    const first = new PythonSynthesis({
      ...options,
      pythonScript: 'result = {"name": inputs["name"] + "!"}',
      name: 'first',
    });
    const second = new PythonSynthesis({
      ...options,
      pythonScript: 'result = {"name": inputs["name"]}',
      name: 'second',
    });
    const program = new Program({ inputs: input, outputs: await second.call(await first.call(input)) });
    const context = testContext({
      program,
      examples: testExamples([
        [{ name: 'a' }, { name: 'A' }],
        [{ name: 'b' }, { name: 'B' }],
      ]),
    });
    await (await new ScriptSearch({ maxEvaluations: 2_000 }).begin(context)).step([]);
    expect(context.notes[0]).toContain(
      'first/state_python_synthesis: left alone: its script gives no output',
    );
    expect(context.notes[1]).toContain('second/state_python_synthesis: search');
  });

  it('trains several scripts of one program together', async () => {
    const input = Input({ schema: NAME });
    const part = (name: string) =>
      new PythonSynthesis({
        name,
        schema: { type: 'object', properties: { [name]: {} }, required: [name] },
        pythonScript: `result = {"${name}": "?"}`,
        defaultReturnValue: { [name]: '' },
        timeout: 60,
      });
    const outputs = [await part('last').call(input), await part('letters').call(input)] as const;
    const program = new Program({ inputs: input, outputs });
    const trainer = new Trainer(program, {
      reward: [exactMatch({ inMask: ['last'] }), exactMatch({ inMask: ['letters'] })],
      optimizer: new ScriptSearch({ maxEvaluations: 4_000 }),
    });
    const y = examples.map((example) => example.y[0] ?? {});
    const { shipped, selection } = await trainer.fit(
      examples.map((example) => example.x[0] ?? null),
      y.map(({ last, letters }) => [{ last: last ?? '' }, { letters: letters ?? 0 }]),
      { validationSplit: 0.25 },
    );
    expect([shipped, selection.start.reward, selection.chosen.reward]).toEqual([true, 0, 2]);
    for (const { value } of program.variables) expect(value.python_script).toContain('def transform(');
  });

  it('names examples that contradict each other', async () => {
    const contradicting = testExamples([
      [{ name: 'a' }, { last: 'A', letters: 1 }],
      [{ name: 'a' }, { last: 'B', letters: 1 }],
    ]);
    const context = testContext({ program: await cardProgram(), examples: contradicting });
    const run = await new ScriptSearch({ maxEvaluations: 2_000 }).begin(context);
    await run.step([]);
    expect(context.notes.join('\n')).toMatch(/left alone: .*Examples 1 and 2/);
    expect(run.finalists().length).toBe(2);
  });

  it('trains a program the same with one worker and with eight', async () => {
    const reward = exactMatch({ inMask: ['last', 'letters'] });
    const fitted = [];
    for (const concurrency of [1, 8]) {
      const program = await cardProgram();
      const trainer = new Trainer(program, {
        reward,
        optimizer: new ScriptSearch({ maxEvaluations: 10_000 }),
      });
      const x = examples.map((example) => example.x[0] ?? null);
      const y = examples.map((example) => example.y[0] ?? null);
      const { shipped, values, spent } = await trainer.fit(x, y, { concurrency, validationSplit: 0.25 });
      expect(shipped).toBe(true);
      expect(program.variables[0]?.value).toEqual(Object.values(values)[0]);
      fitted.push({ values, evaluations: spent.evaluations });
    }
    expect(fitted[0]).toEqual(fitted[1]);
  });

  it('refuses a budget that is none', () => {
    expect(() => new ScriptSearch({ maxEvaluations: 0 })).toThrowError(/whole number of at least 1/);
    expect(() => new ScriptSearch({ maxEvalutions: 9 } as object)).toThrowError(
      /ScriptSearch has no option maxEvalutions; it has maxEvaluations, engine/,
    );
  });
});
