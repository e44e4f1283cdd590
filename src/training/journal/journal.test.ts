import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../core/index.js';
import { scriptedModel } from '../../testing/index.js';
import type { FitOptions, TrainingSettings } from '../fit-options.js';
import type { History } from '../history.js';
import type { Optimizer } from '../optimizer.js';
import { guessing } from '../trainer/guessing-optimizer.fixture.js';
import { adder, handMadeProgram, same } from '../trainer/programs.fixture.js';
import { Trainer } from '../trainer/trainer.js';
import { openJournal } from './open-journal.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 12 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));
const settings: TrainingSettings = {
  reward: same,
  optimizer: guessing(
    KEY,
    [1, 3, 2, 4, 5].map((offset) => ({ offset })),
  ),
  budget: { maxEvaluations: 50 },
};
const options = { epochs: 2, seed: 5, concurrency: 3 } as const;
const errorAt = (code: string, line?: number) => ({
  code,
  ...(line && { details: expect.objectContaining({ line }) }),
});

/** What must be the same however often a training was interrupted. */
function essence({ spent: { seconds: _, ...spent }, ...history }: History): string {
  return canonicalJson({ ...history, spent });
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-journal-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Trains with a journal of these bytes. */
async function resume(bytes: Buffer | string | null, over: { settings?: object; options?: FitOptions } = {}) {
  const journal = join(folder, 'resumed.jsonl');
  rmSync(journal, { force: true });
  if (bytes !== null) writeFileSync(journal, bytes);
  const program = adder();
  const trainer = new Trainer(program, { ...settings, ...over.settings });
  const history = await trainer.fit(x, y, { ...options, journal, ...over.options });
  return { history, runs: program.runs(), value: program.variables[0]?.value, bytes: readFileSync(journal) };
}

describe('a journal that ends anywhere', () => {
  test('is gone on from to the same end, with nothing run twice, on 1 worker or several', async () => {
    const whole = await resume(null);
    const lines = whole.bytes.toString().split('\n').slice(0, -1);
    expect(lines.length).toBe(1 + whole.runs);
    for (let kept = 0; kept <= lines.length; kept++) {
      const start = lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join('');
      const torn = (lines[kept] ?? '').slice(0, (kept * 7) % 90);
      const again = await resume(start + torn, { options: { concurrency: 1 + (kept % 4) } });
      expect(essence(again.history)).toBe(essence(whole.history));
      expect(again.value).toEqual({ offset: 3 });
      expect(again.runs).toBe(whole.runs - Math.max(0, kept - 1));
    }
  });

  test('holds replies of models and where the budget ended', async () => {
    const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'offset?' }] }] } as const;
    const words = ['1', '3', '9', '8', '7', '6'];
    const train = async (bytes: string | null) => {
      const journal = join(folder, 'model.jsonl');
      rmSync(journal, { force: true });
      if (bytes !== null) writeFileSync(journal, bytes);
      let asked = 0;
      let now = 0;
      const model = scriptedModel(
        words.map((text) => ({ text })).slice(bytes === null ? 0 : bytes.split('"fact":"reply"').length - 1),
      );
      const optimizer: Optimizer = {
        name: 'asking',
        begin: (context) => {
          let best = context.start;
          let step = 0;
          return {
            async step(batch) {
              const asking = context.model(model, `step-${step++}`);
              const { text } = await asking.call(request);
              const values = { [KEY]: { offset: Number(text) } };
              const outcomes = await context.evaluate(values, batch);
              if (outcomes.every(({ reward }) => reward === 1)) best = values;
              return { proposed: 1, kept: 1 };
            },
            finalists: () => [best],
          };
        },
      };
      const program = handMadeProgram({
        variables: [{ key: KEY, value: { offset: 0 } }],
        body: ({ inputs, read }) => {
          asked++;
          now += 100;
          return [{ n: (inputs[0] as { n: number }).n + (read(KEY).offset as number) }];
        },
      });
      const trainer = new Trainer(program, { reward: same, optimizer, budget: { seconds: 2.5 } }, () => now);
      const history = await trainer.fit(x, y, { epochs: 9, journal, concurrency: 1 });
      return { history, asked, text: readFileSync(journal, 'utf8') };
    };
    const whole = await train(null);
    expect(whole.history).toMatchObject({ stopReason: 'seconds', shipped: true });
    const lines = whole.text.split('\n').slice(0, -1);
    expect(lines.filter((line) => line.includes('"fact":"stop"')).length).toBe(1);
    for (let kept = 2; kept <= lines.length; kept++) {
      const again = await train(`${lines.slice(0, kept).join('\n')}\n`);
      expect(essence(again.history)).toBe(essence(whole.history));
    }
  });
});

test('a reward that fails, or a machine that breaks, loses nothing', async () => {
  const whole = await resume(null, { settings: { reward: { name: 'judge', score: same } } });
  const journal = join(folder, 'failed.jsonl');
  let judged = 0;
  const failing = adder();
  const score: typeof same = (yTrue, yPred) => {
    if (++judged === 20) throw new Error('the judge is down');
    return same(yTrue, yPred);
  };
  const first = new Trainer(failing, { ...settings, reward: { name: 'judge', score } });
  await expect(first.fit(x, y, { ...options, journal })).rejects.toThrow('the judge is down');
  expect(failing.variables[0]?.value).toEqual({ offset: 0 });
  const program = adder();
  const second = new Trainer(program, { ...settings, reward: { name: 'judge', score: same } });
  expect(essence(await second.fit(x, y, { ...options, journal }))).toBe(essence(whole.history));
  expect(program.runs()).toBeLessThanOrEqual(whole.runs - 19);
});

describe('a journal that is not the right one', () => {
  test('a broken line is named, wherever it is, and nothing of the file is changed', async () => {
    const { bytes } = await resume(null);
    const lines = bytes.toString().split('\n');
    const garbled: [string, string[], number][] = [
      ['no JSON', lines.map((line, place) => (place === 4 ? 'garbage' : line)), 5],
      [
        'another reward',
        lines.map((line, place) => (place === 4 ? line.replace(/"reward":[01]/, '"reward":7') : line)),
        5,
      ],
      ['a line too few', lines.filter((_, place) => place !== 6), 7],
      ['a line twice', lines.flatMap((line, place) => (place === 6 ? [line, line] : [line])), 8],
      ['another file', ['# notes', ''], 1],
    ];
    for (const [, changed, line] of garbled) {
      const text = changed.join('\n');
      await expect(resume(text)).rejects.toMatchObject(errorAt('training/journal_broken', line));
      expect(readFileSync(join(folder, 'resumed.jsonl'), 'utf8')).toBe(text);
    }
    await expect(resume('notes without an end')).rejects.toMatchObject(errorAt('training/journal_broken', 1));
    await expect(resume(garbled[0]?.[1].join('\n') as string)).rejects.toThrow('cut it off before that line');
  });

  test.each([
    ['seed, training samples, validation samples', { options: { seed: 6 } }],
    ['epochs', { options: { epochs: 3 } }],
    ['budget', { settings: { budget: { maxEvaluations: 51 } } }],
    ['optimizer', { settings: { optimizer: guessing(KEY, []) } }],
    ['reward', { settings: { reward: { name: 'other', score: same } } }],
    ['training samples, validation samples', { options: { validationSplit: 0.5 } }],
  ])('another %s is named', async (name, over) => {
    const { bytes } = await resume(null);
    await expect(resume(bytes, over)).rejects.toMatchObject({ code: 'training/journal_other_settings' });
    await expect(resume(bytes, over)).rejects.toThrow(`it differs in ${name}.`);
  });

  test('another version', () => {
    const path = join(folder, 'version.jsonl');
    openJournal(path, {}).close();
    const content = JSON.stringify({ format: 'mettle-training-journal', version: 2, settings: {} });
    const sum = sha256(`0 ${content}`).slice(0, 16);
    writeFileSync(path, `{"line":0,"sum":"${sum}","content":${content}}\n`);
    expect(() => openJournal(path, {})).toThrow(
      expect.objectContaining({ code: 'training/journal_version' }),
    );
  });

  test('a folder, and one that two write to', () => {
    const taken = join(folder, 'taken');
    mkdirSync(taken, { recursive: true });
    expect(() => openJournal(taken, {})).toThrow(
      expect.objectContaining({ code: 'training/journal_unreadable' }),
    );
    const path = join(folder, 'shared.jsonl');
    const [one, two] = [openJournal(path, {}), openJournal(path, {})];
    const fact = { fact: 'stop', before: 'evaluation 1', reason: 'seconds' } as const;
    one.keep(fact, 1);
    const size = statSync(path).size;
    expect(() => two.keep(fact, 1)).toThrow(expect.objectContaining({ code: 'training/journal_in_use' }));
    expect(statSync(path).size).toBe(size);
    one.close();
    two.close();
  });

  test('a callback may name it, and have it deleted at a good end', async () => {
    const journal = join(folder, 'callback.jsonl');
    const train = (callbacks: object[], more: FitOptions = {}) =>
      new Trainer(adder(), settings).fit(x, y, { ...options, ...more, callbacks });
    await train([{ journal }]);
    expect(statSync(journal).size).toBeGreaterThan(0);
    await train([{ journal, deleteJournal: true }]);
    expect(() => statSync(journal)).toThrow();
    await expect(train([{ journal }], { journal })).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
  });
});
