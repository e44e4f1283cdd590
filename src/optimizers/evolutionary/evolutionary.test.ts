import { describe, expect, it } from 'vitest';
import type { Model } from '../../models/index.js';
import { scriptedModel } from '../../testing/index.js';
import { Omega } from '../omega/omega.js';
import { tableProgram } from '../scripted-program.fixture.js';
import { stepUntilDone, testContext, testExamples } from '../training-context.fixture.js';
import { Evolutionary } from './evolutionary.js';

const examples = testExamples([
  [{ word: 'cat' }, { word: 'Katze' }],
  [{ word: 'dog' }, { word: 'Hund' }],
  [{ word: 'cow' }, { word: 'Kuh' }],
  [{ word: 'owl' }, { word: 'Eule' }],
]);
const code = (...lines: string[]): string =>
  `Rule: add what is wrong.\n\`\`\`python\n${lines.join('\n')}\n\`\`\``;
const CAT = 'cat = "Katze"';
const DOG = 'dog = "Hund"';
const COW = 'cow = "Kuh"';
const OWL = 'owl = "Eule"';
const promptOf = (call: { readonly messages: readonly unknown[] } | undefined): string =>
  (call?.messages as readonly { readonly content: string }[] | undefined)
    ?.map(({ content }) => content)
    .join('\n=====\n') ?? '';

describe('Evolutionary', () => {
  it('has the defaults that its options say', () => {
    expect(new Evolutionary({ model: scriptedModel([]) }).settings).toMatchObject({
      selection: 'softmax',
      selectionTemperature: 0.3,
      mutationTemperature: 0.3,
      crossoverTemperature: 0.3,
      mergingRate: 0.02,
      populationSize: 10,
      instructions: '',
    });
    const omega = new Omega({ model: scriptedModel([]) });
    expect(omega).toBeInstanceOf(Evolutionary);
    expect([omega.algorithm, omega.kNearestFitter]).toEqual(['dns', 5]);
    expect(new Omega({ model: scriptedModel([]), algorithm: 'ga' }).getConfig()).toMatchObject({
      algorithm: 'ga',
      model: 'scripted/model',
      populationSize: 10,
    });
  });

  it.each([
    ['a model', { model: undefined }, /model/],
    ['name', { kNearest: 3 }, /Omega has no option kNearest; it has model, .*kNearestFitter/],
    ['selection', { selection: 'roulette' }, /selection must be one of random, best, softmax/],
    ['populationSize', { populationSize: 0 }, /populationSize/],
    ['selectionTemperature', { selectionTemperature: 0 }, /above 0/],
    ['mergingRate', { mergingRate: Number.NaN }, /mergingRate/],
    ['algorithm', { algorithm: 'map-elites' }, /algorithm must be one of dns, ga; got "map-elites"/],
    ['kNearestFitter', { kNearestFitter: 0 }, /kNearestFitter/],
  ])('refuses a wrong %s', (_name, wrong, message) => {
    const made = () => new Omega({ model: scriptedModel([]), ...(wrong as object) });
    expect(made).toThrowError(expect.objectContaining({ code: 'core/invalid_option' }));
    expect(made).toThrowError(message);
  });

  it('shows the model the value, what it did on the batch, and nothing of another candidate', async () => {
    const model = scriptedModel([code(CAT, DOG), code(CAT, DOG, COW)]);
    const context = testContext({ program: tableProgram({ words: CAT }), examples });
    const run = new Evolutionary({ model, selection: 'best', instructions: 'Write German.' }).begin(context);
    expect(await run.step(examples.slice(0, 2))).toEqual({ proposed: 1, kept: 1, exhausted: false });
    await run.step(examples.slice(2, 4));
    await expect(promptOf(model.calls[0])).toMatchFileSnapshot('__fixtures__/mutation-prompt.txt');
    expect(promptOf(model.calls[1])).toContain('dog = "Hund"');
    expect(model.calls[0]?.temperature).toBe(0.3);
    expect(run.finalists()[0]).toEqual({ 'words/state': { python_script: `${CAT}\n${DOG}\n${COW}` } });
  });

  it('crosses two candidates more often with each epoch, and from the first one on', async () => {
    const crossed: boolean[] = [];
    const model: Model = {
      ...scriptedModel([]),
      call: (request) => {
        crossed.push(promptOf(request).includes('# Another good value'));
        return scriptedModel([code(CAT, `w${crossed.length} = "x"`)]).call(request);
      },
    };
    const context = testContext({ program: tableProgram({ words: CAT }), examples });
    await stepUntilDone(new Evolutionary({ model, mergingRate: 0.25 }).begin(context), {
      examples,
      batch: 1,
      epochs: 4,
    });
    const inEpoch = (epoch: number) => crossed.slice(epoch * 4, epoch * 4 + 4).filter(Boolean).length;
    expect(crossed).toHaveLength(16);
    expect(inEpoch(3)).toBe(4);
    expect(inEpoch(0)).toBeLessThan(4);
  });

  it('writes the prompt of a crossover from both', async () => {
    const model = scriptedModel([code(CAT, DOG), code(CAT, COW), code(CAT, DOG, COW)]);
    const context = testContext({ program: tableProgram({ words: CAT }), examples });
    const run = new Evolutionary({ model, selection: 'best', mergingRate: 1 }).begin(context);
    for (let step = 0; step < 3; step++) await run.step(examples.slice(0, 1));
    await expect(promptOf(model.calls[2])).toMatchFileSnapshot('__fixtures__/crossover-prompt.txt');
    expect(run.finalists()).toHaveLength(4);
  });

  it('drops proposals that are none, says why, and stops where the model never answers', async () => {
    const model = scriptedModel(['', 'I cannot.', code('refused = "x"'), code(CAT), code(CAT, DOG)]);
    const context = testContext({ program: tableProgram({ words: CAT }), examples });
    const run = new Evolutionary({ model }).begin(context);
    for (const kept of [0, 0, 0, 0, 1]) {
      expect(await run.step(examples)).toMatchObject({ proposed: 1, kept });
    }
    expect(context.notes.map((note) => note.replace(/.*dropped: /, '').slice(0, 20))).toEqual([
      'the reply is empty',
      'there is no Python i',
      'It holds what is ref',
    ]);
    expect(run.finalists()).toHaveLength(2);
    const broken = scriptedModel(Array.from({ length: 3 }, () => ({ fault: 'server_failed' as const })));
    const stopped = new Evolutionary({ model: broken }).begin(context);
    expect(await stopped.step(examples)).toMatchObject({ kept: 0, exhausted: false });
    expect(await stopped.step(examples)).toMatchObject({ kept: 0, exhausted: false });
    expect(await stopped.step(examples)).toMatchObject({ kept: 0, exhausted: true });
  });

  it('keeps the fittest at the end of an epoch; Omega the different ones too', async () => {
    const texts = [code(CAT, DOG, COW), code(CAT, DOG), code(CAT, DOG, 'more = "x"'), code(OWL)];
    const kept = async (optimizer: (model: Model) => Evolutionary) => {
      const context = testContext({ program: tableProgram({ words: CAT }), examples });
      const run = optimizer(scriptedModel(texts)).begin(context);
      for (let step = 0; step < 4; step++) await run.step(examples);
      await run.endEpoch?.();
      return run
        .finalists()
        .map((values) => String(values['words/state']?.python_script).trim().split('\n').join(','));
    };
    const options = { populationSize: 2, selection: 'best' as const };
    expect(await kept((model) => new Evolutionary({ model, ...options }))).toEqual([
      [CAT, DOG, COW].join(','),
      [CAT, DOG].join(','),
    ]);
    expect(await kept((model) => new Omega({ model, algorithm: 'ga', ...options }))).toEqual([
      [CAT, DOG, COW].join(','),
      [CAT, DOG].join(','),
    ]);
    expect(await kept((model) => new Omega({ model, ...options }))).toEqual([[CAT, DOG, COW].join(','), OWL]);
  });

  it('changes one variable at a time, mostly the one that fails', async () => {
    const asked: string[] = [];
    const model: Model = {
      ...scriptedModel([]),
      call: (request) => {
        asked.push(/Variable: (\w+)/.exec(promptOf(request))?.[1] ?? '');
        return scriptedModel([code(`w${asked.length} = "x"`)]).call(request);
      },
    };
    const program = tableProgram({ good: 'ANY = "x"', bad: 'none = "x"' });
    const context = testContext({ program, examples });
    const run = new Evolutionary({ model, selection: 'random' }).begin(context);
    for (let step = 0; step < 12; step++) await run.step(examples);
    expect(asked.filter((name) => name === 'bad').length).toBeGreaterThan(6);
    for (const values of run.finalists()) expect(Object.keys(values)).toEqual(['good/state', 'bad/state']);
  });

  it('lets the end of a budget through, and keeps what it has', async () => {
    const context = testContext({ program: tableProgram({ words: CAT }), examples, maxEvaluations: 5 });
    const run = new Evolutionary({ model: scriptedModel([code(CAT, DOG)]) }).begin(context);
    await expect(run.step(examples)).rejects.toThrow('the budget ended');
    expect(run.finalists()).toHaveLength(1);
  });
});
