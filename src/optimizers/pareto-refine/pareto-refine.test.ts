import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../../models/index.js';
import { Input, Program } from '../../programs/index.js';
import { PythonSynthesis } from '../../synthesis/index.js';
import { scriptedModel } from '../../testing/index.js';
import {
  type TrainableProgram,
  Trainer,
  type TrainingSettings,
  type VariableValues,
} from '../../training/index.js';
import { tableProgram } from '../scripted-program.fixture.js';
import { stepUntilDone, testContext, testExamples } from '../training-context.fixture.js';
import type { ParetoRefineOptions } from './options.js';
import { ParetoRefine } from './pareto-refine.js';

const WORDS = { cat: 'Katze', dog: 'Hund', cow: 'Kuh', owl: 'Eule', fox: 'Fuchs', bee: 'Biene' };
const examples = testExamples(Object.entries(WORDS).map(([word, german]) => [{ word }, { word: german }]));
const line = (word: keyof typeof WORDS): string => `${word} = "${WORDS[word]}"`;
const table = (...words: (keyof typeof WORDS)[]): string => words.map(line).join('\n');
const reply = (script: string, rule = 'add what is wrong'): string =>
  `Rule: ${rule}.\n\`\`\`python\n${script}\n\`\`\``;
const promptOf = ({ messages }: ModelRequest): string =>
  messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n=====\n');
const scriptOf = (values: VariableValues | undefined): string =>
  String(values?.['words/state']?.python_script);

/** A model that answers each prompt by a function, whenever it is asked. */
function answering(answer: (prompt: string, call: number) => string): Model & { readonly prompts: string[] } {
  const prompts: string[] = [];
  const call: Model['call'] = async (request) => {
    prompts.push(promptOf(request));
    return scriptedModel([answer(promptOf(request), prompts.length - 1)]).call(request);
  };
  return { ...scriptedModel([]), call, prompts };
}

const started = (model: Model, script: string, options: Partial<ParetoRefineOptions> = {}) => {
  const context = testContext({ program: tableProgram({ words: script }), examples });
  const one = { parents: 1, proposals: 1, freshStart: 0, ...options };
  return { context, run: new ParetoRefine({ model, ...one }).begin(context) };
};

describe('ParetoRefine', () => {
  it.each([
    ['model', { model: undefined }],
    ['proposal', { proposal: 2 }],
    ['proposals', { proposals: 0 }],
    ['temperature', { temperature: -1 }],
    ['target', { target: Number.NaN }],
    ['shrinkRuns', { shrinkRuns: 0.5 }],
    ['editsAbove', { editsAbove: 0 }],
    ['library', { library: [{ name: 'zoo' }] }],
  ])('refuses a wrong %s', (name, wrong) => {
    const made = () => new ParetoRefine({ model: scriptedModel([]), ...(wrong as object) });
    expect(made).toThrowError(expect.objectContaining({ code: 'core/invalid_option' }));
    expect(made).toThrowError(new RegExp(name));
  });

  it('asks with the code, evidence and scores of one candidate, and tells what was tried on it', async () => {
    const model = answering((_, call) =>
      reply(call === 0 ? table('cat', 'dog') : table('cat', 'cow'), `try ${call}`),
    );
    const { run } = started(model, `${line('cat')}\nfox = "!ValueError: no fox"`, {
      instructions: 'Write German.',
    });
    await run.step(examples);
    await run.step(examples);
    await run.step(examples);
    await expect(model.prompts[0]).toMatchFileSnapshot('__fixtures__/first-prompt.txt');
    await expect(model.prompts[2]).toMatchFileSnapshot('__fixtures__/third-prompt.txt');
  });

  /** Two outputs, of which the second one is right from the start. */
  const twoOutputs = (script: string): TrainableProgram => {
    const program = tableProgram({ words: script });
    return {
      ...program,
      outputNames: ['word', 'language'],
      run: async (inputs, options) => {
        const run = await program.run(inputs, options);
        return { ...run, outputs: [...run.outputs, { language: 'German' }] };
      },
    };
  };
  const all = table('cat', 'dog', 'cow', 'owl', 'fox', 'bee');
  const x = Object.keys(WORDS).map((word) => ({ word }));
  const y = Object.values(WORDS).map((word) => [{ word }, { language: 'German' }]);
  const one = { parents: 1, proposals: 1, freshStart: 0, shrinkRuns: 0 };

  it.each<[string, Partial<TrainingSettings>, number]>([
    ['two outputs', { reward: 'exact_match' }, 2],
    ['weights', { reward: 'exact_match', rewardWeights: [3, 0.5] }, 3.5],
  ])('asks until a sample has all that there is, with %s', async (_name, settings, best) => {
    const model = answering(() => reply(all));
    const optimizer = new ParetoRefine({ model, ...one });
    const trainer = new Trainer(twoOutputs('cat = "Hund"'), {
      reward: 'exact_match',
      ...settings,
      optimizer,
    });
    const { shipped, selection } = await trainer.fit(x, y, { validationSplit: 0, epochs: 5 });
    expect([shipped, selection.chosen.reward, model.prompts.length]).toEqual([true, best, 1]);
  });

  it('asks on until its patience ends where a reward has no upper end, and shows no goal', async () => {
    const model = answering((_, call) => reply(`${all}\n# ${call}`));
    const optimizer = new ParetoRefine({ model, ...one, patience: 3, stagnation: 3 });
    const points = (_: unknown, { word }: { word?: unknown }): number => String(word).length;
    const reward = { word: points };
    const trainer = new Trainer(twoOutputs('cat = "Hund"'), { reward, optimizer });
    await trainer.fit(x, y, { validationSplit: 0, epochs: 20 });
    expect(model.prompts.length).toBeGreaterThanOrEqual(3);
    expect(model.prompts[0]).toContain('The more the better.');
    expect(model.prompts.join()).not.toContain('solve');
  });

  it('is done at the range that a reward of your own states', async () => {
    const model = answering(() => reply(all));
    const optimizer = new ParetoRefine({ model, ...one });
    const score = (wanted: unknown, given: unknown): number =>
      JSON.stringify(wanted) === JSON.stringify(given) ? 10 : 1;
    const reward = { word: { name: 'points', range: [0, 10] as const, score } };
    const trainer = new Trainer(twoOutputs('cat = "Hund"'), { reward, optimizer });
    const { selection } = await trainer.fit(x, y, { validationSplit: 0, epochs: 20 });
    expect([selection.chosen.reward, model.prompts.length]).toEqual([10, 1]);
  });

  it('keeps what is better, in stages: the examples shown, then the rest', async () => {
    const { run, context } = started(
      answering(() => reply(table('cat', 'dog', 'cow', 'owl', 'fox', 'bee'))),
      line('cat'),
      { shrinkRuns: 0 },
    );
    expect(await run.step(examples)).toEqual({ proposed: 1, kept: 1, exhausted: true });
    expect(scriptOf(run.finalists()[0])).toBe(table('cat', 'dog', 'cow', 'owl', 'fox', 'bee'));
    expect(context.spent()).toBe(12);
    expect(await run.step(examples)).toEqual({ proposed: 0, kept: 0, exhausted: true });
  });

  it.each([
    ['fails on the examples shown', 'ANY = "!ValueError: broken"', 10],
    ['is no better on the examples shown', 'cat = "Katze"\nnothing = "x"', 10],
  ])('gives up early what %s', async (_name, script, spent) => {
    const { run, context } = started(
      answering(() => reply(script)),
      'cat = "Katze"\nANY = "?"',
      { worstExamples: 3 },
    );
    expect(await run.step(examples)).toMatchObject({ kept: 0 });
    expect(context.spent()).toBeLessThanOrEqual(spent);
  });

  it('drops empty replies, refusals, other languages, cut code, refused and repeated code', async () => {
    const replies = [
      '',
      'I cannot do that.',
      '```js\nlet a = 1;\n```',
      '```python\na = [1,',
      reply('refused = "x"'),
      reply(line('cat')),
    ];
    const model = answering((_, call) => replies[call] ?? '');
    const { run, context } = started(model, line('cat'));
    for (const _ of replies) expect(await run.step(examples)).toMatchObject({ proposed: 1, kept: 0 });
    expect(context.spent()).toBe(6);
    expect(context.notes).toHaveLength(5);
    expect(model.prompts.at(-1)).toContain('It holds what is refused');
  });

  it('ends after its patience, and where no model answers', async () => {
    const { run } = started(
      answering(() => 'no'),
      line('cat'),
      { patience: 2 },
    );
    expect(await run.step(examples)).toMatchObject({ exhausted: false });
    expect(await run.step(examples)).toMatchObject({ exhausted: true });
    const broken = scriptedModel(Array.from({ length: 3 }, () => ({ fault: 'server_failed' as const })));
    const { run: stopped } = started(broken, line('cat'));
    for (const exhausted of [false, false, true]) {
      expect(await stopped.step(examples)).toMatchObject({ kept: 0, exhausted });
    }
  });

  it('begins anew where nothing gains, hotter each time', async () => {
    const temperatures: number[] = [];
    const model = answering((_, call) => reply(`w${call} = "x"`));
    const listening: Model = {
      ...model,
      call: (request) => {
        temperatures.push(request.temperature ?? 0);
        return model.call(request);
      },
    };
    const { run } = started(listening, line('cat'), { stagnation: 3, patience: 40, freshTemperature: 0.1 });
    for (let step = 0; step < 30; step++) await run.step(examples);
    expect(Math.max(...temperatures)).toBeCloseTo(1.2);
    expect(Math.min(...temperatures)).toBeCloseTo(0.1);
    const first = (words: string): number => model.prompts.findIndex((prompt) => prompt.includes(words));
    expect(first('shorter and plainer')).toBeGreaterThanOrEqual(3);
    expect(first('Find the cause of each failure')).toBeGreaterThanOrEqual(0);
    expect(model.prompts.some((prompt) => prompt.includes('Leave its approach'))).toBe(true);
  });

  it('goes on from the best alone after twice the stagnation', async () => {
    const model = answering((_, call) => reply(call === 0 ? line('owl') : `w${call} = "x"`));
    const { run } = started(model, table('cat', 'dog'), { freshStart: 1, stagnation: 4, patience: 60 });
    for (let step = 0; step < 40; step++) await run.step(examples);
    const fromWorse = model.prompts.map((prompt) => prompt.includes('1 | owl'));
    expect(fromWorse).toContain(true);
    expect(fromWorse.slice(10)).not.toContain(true);
  });

  it('repairs only what fails', async () => {
    const model = answering((_, call) => reply(`w${call} = "x"\nANY = "?"`));
    const { run } = started(model, 'ANY = "?"', { patience: 100 });
    for (let step = 0; step < 20; step++) await run.step(examples);
    expect(model.prompts.some((prompt) => prompt.includes('Find the cause of each failure'))).toBe(false);
  });

  it('merges what complements, from the parts that hold', async () => {
    const merged = reply(table('cat', 'dog', 'cow', 'owl', 'fox', 'bee'), 'both');
    const model = answering((prompt, call) => {
      if (prompt.includes('# Another value')) return merged;
      return reply(
        call === 0 ? table('cat', 'dog', 'cow') : call === 1 ? table('owl', 'fox', 'bee') : `w${call} = "x"`,
      );
    });
    const { run } = started(model, 'ANY = "?"', { freshStart: 2, patience: 100 });
    await stepUntilDone(run, { examples, batch: 6, epochs: 40 });
    expect(scriptOf(run.finalists()[0])).toBe(table('cat', 'dog', 'cow', 'owl', 'fox', 'bee'));
  });

  it('joins the variables of two candidates without a model, and changes one at a time', async () => {
    const two = testExamples(
      Object.entries(WORDS).map(([word, german]) => [{ word }, { word: `${german} ${german}` }]),
    );
    const all = table('cat', 'dog', 'cow', 'owl', 'fox', 'bee');
    const program = tableProgram({ left: 'ANY = "?"', right: 'ANY = "?"' });
    const model = answering(() => reply(all));
    const reward = (expected: { word?: unknown }, output: { word?: unknown }): number => {
      const [left, right] = String(output.word).split(' ');
      const [first, second] = String(expected.word).split(' ');
      return (left === first ? 0.5 : 0) + (right === second ? 0.5 : 0);
    };
    const context = testContext({ program, examples: two, reward: reward as never });
    const run = new ParetoRefine({ model, parents: 1, proposals: 1, freshStart: 0 }).begin(context);
    await stepUntilDone(run, { examples: two, batch: 6, epochs: 20 });
    expect(run.finalists()[0]).toEqual({
      'left/state': { python_script: all },
      'right/state': { python_script: all },
    });
  });

  it('makes the best script shorter at its end, as long as nothing changes', async () => {
    const all = table('cat', 'dog', 'cow', 'owl', 'fox', 'bee');
    const { run, context } = started(
      answering(() => reply(`unused = "x"\n${all}\nmore = "y"`)),
      line('cat'),
    );
    await run.step(examples);
    await run.finish?.();
    expect(scriptOf(run.finalists()[0])).toBe(all);
    expect(scriptOf(run.finalists()[1])).toContain('unused');
    const spent = context.spent();
    const { run: kept, context: untouched } = started(
      answering(() => reply(`unused = "x"\n${all}`)),
      line('cat'),
      { shrinkRuns: 0 },
    );
    await kept.step(examples);
    await kept.finish?.();
    expect(scriptOf(kept.finalists()[0])).toContain('unused');
    expect(untouched.spent()).toBeLessThan(spent);
  });

  it('begins with what a search finds, where that is asked for', async () => {
    const text = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
    const input = Input({ schema: text });
    const module = new PythonSynthesis({
      schema: text,
      pythonScript: 'result = {"word": "?"}',
      defaultReturnValue: { word: '' },
      timeout: 60,
    });
    const program = new Program({ inputs: input, outputs: await module.call(input) });
    const shouted = testExamples(Object.keys(WORDS).map((word) => [{ word }, { word: word.toUpperCase() }]));
    const context = testContext({ program, examples: shouted });
    const run = new ParetoRefine({ model: scriptedModel([]), search: { maxEvaluations: 2_000 } }).begin(
      context,
    );
    expect(await run.step(shouted)).toEqual({ proposed: 0, kept: 0, exhausted: true });
    expect(JSON.stringify(run.finalists()[0])).toContain('.upper()');
  });

  it('comes to the same whatever answers first', async () => {
    const finalists = [];
    for (const slow of [0, 1]) {
      const answers = answering((_, call) =>
        reply(table(...(Object.keys(WORDS).slice(0, 1 + (call % 5)) as 'cat'[]))),
      );
      let turn = 0;
      const call: Model['call'] = async (request) => {
        turn += 1;
        const response = await answers.call(request);
        if (turn % 2 === slow) for (let tick = 0; tick < 20; tick++) await Promise.resolve();
        return response;
      };
      const { run } = started({ ...answers, call }, line('cat'), {
        parents: 2,
        proposals: 2,
        freshStart: 4,
        patience: 12,
      });
      await stepUntilDone(run, { examples, batch: 6, epochs: 6 });
      finalists.push(run.finalists());
    }
    expect(finalists[0]).toEqual(finalists[1]);
  });

  it('shows a script of another task to take over from, and takes edits of long scripts', async () => {
    const all = table('cat', 'dog', 'cow', 'owl', 'fox', 'bee');
    const edit = `Rule: the dog too.\n<<<<<<< SEARCH\n${line('cat')}\n=======\n${all}\n>>>>>>> REPLACE`;
    const model = answering(() => edit);
    const { run } = started(model, line('cat'), {
      library: [{ name: 'zoo', description: 'Animals.', script: 'gnu = "Gnu"' }],
      editsAbove: 1,
      proposals: 12,
      patience: 12,
      shrinkRuns: 0,
    });
    await run.step(examples);
    expect(scriptOf(run.finalists()[0])).toBe(all);
    const ported = model.prompts.filter((prompt) => prompt.includes('# A script that solved another task'));
    expect(ported.length).toBeGreaterThan(0);
    expect(ported.length).toBeLessThan(model.prompts.length);
    expect(ported[0]).toContain('zoo. Animals.\n```python\ngnu = "Gnu"\n```');
    await expect(ported[0]).toMatchFileSnapshot('__fixtures__/port-prompt.txt');
  });
});
