import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Callback } from '../callback.js';
import type { FitOptions, TrainingSettings } from '../fit-options.js';
import type { History } from '../history.js';
import { mean } from '../metrics/index.js';
import type { Optimizer } from '../optimizer.js';
import { adder, same } from '../trainer/programs.fixture.js';
import { Trainer } from '../trainer/trainer.js';
import {
  backupAndRestore,
  checkpoint,
  csvLogger,
  earlyStopping,
  jsonlRecorder,
  progressBar,
} from './index.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 10 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-callbacks-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** How near the sum is: what is watched must not be 0 or 1 alone. */
const near: TrainingSettings['reward'] = (yTrue, yPred) =>
  1 / (1 + Math.abs(Number(yTrue?.n) - Number(yPred.n)));

/** Trains an adder whose optimizer leads with one offset after the other, one a step, whatever they are worth. */
async function trainOn(
  offsets: readonly number[],
  callbacks: readonly Callback[],
  { settings = {}, ...options }: Partial<FitOptions> & { settings?: Partial<TrainingSettings> } = {},
): Promise<History> {
  const steps = { name: 'steps', ...stepwise(offsets) };
  const trainer = new Trainer(adder(), { reward: near, optimizer: steps, ...settings }, () => 0);
  return await trainer.fit(x, y, { epochs: offsets.length, batchSize: 8, callbacks, ...options });
}

function stepwise(offsets: readonly number[]): Pick<Optimizer, 'begin'> {
  return {
    begin: ({ evaluate }) => {
      let step = -1;
      const leader = () => ({ [KEY]: { offset: offsets[step] ?? 0 } });
      return {
        async step(batch) {
          step += 1;
          await evaluate(leader(), batch);
          return { proposed: 1, kept: 1, leader: leader() };
        },
        finalists: () => [leader()],
      };
    },
  };
}

describe('earlyStopping', () => {
  it('ends after epochs that are no better, and the best is shipped though a worse one led last', async () => {
    const history = await trainOn([1, 2, 9, 9, 9, 9], [earlyStopping({ patience: 2 })]);
    expect(history.epoch).toEqual([0, 1, 2, 3]);
    expect(history.stopReason).toBe('callback');
    expect(history.values).toEqual({ [KEY]: { offset: 2 } });
  });

  it('holds with its defaults', async () => {
    expect((await trainOn([1, 2, 9], [earlyStopping()])).values).toEqual({ [KEY]: { offset: 2 } });
  });

  it('ends at once where a value is good enough, and keeps that candidate', async () => {
    const history = await trainOn([1, 2, 3, 9], [earlyStopping({ stopAt: 1, patience: 5 })]);
    expect(history.epoch).toEqual([0, 1, 2]);
    expect(history.values).toEqual({ [KEY]: { offset: 3 } });
    expect(history.selection.chosen.reward).toBe(1);
  });

  it.each<[string, Parameters<typeof earlyStopping>[0], number]>([
    ['patience 0 ends with the first that is no better', {}, 3],
    ['minDelta asks for more', { minDelta: 0.5 }, 2],
    ['a baseline is to be beaten', { baseline: 0.9, patience: 2 }, 2],
    ['the first epochs never end it', { baseline: 0.9, startFromEpoch: 3 }, 4],
    ['less may be better', { mode: 'min' }, 2],
    ['another figure may be watched', { monitor: 'wrong', patience: 1 }, 3],
  ])('%s', async (_name, options, epochs) => {
    const wrong = mean({ name: 'wrong', direction: 'min', of: ({ reward }) => 1 - reward });
    const history = await trainOn([1, 2, 1, 1, 1], [earlyStopping(options)], {
      settings: { metrics: [wrong] },
    });
    expect(history.epoch.length).toBe(epochs);
  });

  it('serves one training after the other', async () => {
    const stopping = earlyStopping({ patience: 1 });
    expect((await trainOn([2, 1, 1], [stopping])).epoch.length).toBe(2);
    expect((await trainOn([1, 2, 1], [stopping])).epoch.length).toBe(3);
  });

  it('refuses a figure that the training has not, and options that cannot hold', async () => {
    await expect(trainOn([1], [earlyStopping({ monitor: 'val_rewrad' })])).rejects.toMatchObject({
      code: 'training/unknown_name',
      message: expect.stringContaining('Did you mean val_reward'),
    });
    for (const options of [
      { patience: -1 },
      { minDelta: Number.NaN },
      { stopAt: Number.NaN },
      { mode: 'most' as never },
      { patient: 1 } as never,
    ]) {
      expect(() => earlyStopping(options)).toThrowError(/earlyStopping/);
    }
  });
});

describe('checkpoint', () => {
  it('writes the leader of each epoch, under a name with its figures', async () => {
    const path = join(folder, 'every', 'e{epoch}-{val_reward}.json');
    await trainOn([1, 3], [checkpoint({ path })]);
    expect((await readdir(join(folder, 'every'))).sort()).toEqual(['e1-0.3333.json', 'e2-1.json']);
    expect(JSON.parse(await readFile(join(folder, 'every', 'e2-1.json'), 'utf8'))).toMatchObject({
      format: 'mettle-variables',
      version: 1,
      variables: { [KEY]: { offset: 3 } },
    });
  });

  it('writes only what is better, if asked', async () => {
    const path = join(folder, 'best.json');
    const seen: number[] = [];
    const spy: Callback = {
      onEpochEnd: async () => {
        seen.push(JSON.parse(await readFile(path, 'utf8')).variables[KEY].offset);
      },
    };
    await trainOn([1, 2, 9], [checkpoint({ path, saveBestOnly: true }), spy]);
    expect(seen).toEqual([1, 2, 2]);
    const never = join(folder, 'never.json');
    await trainOn([1, 2], [checkpoint({ path: never, saveBestOnly: true, initialThreshold: 0.9 })]);
    await expect(readFile(never)).rejects.toThrow('ENOENT');
  });

  it('counts batches, and lets the program be written in another way', async () => {
    const written: string[] = [];
    const save = async (path: string) => void written.push(path);
    await trainOn([1, 2, 3, 4], [checkpoint({ path: 'b{batch}-{epoch}', every: 2, save })], {
      epochs: 2,
      batchSize: 4,
    });
    expect(written).toEqual(['b2-1', 'b2-2']);
  });

  it('refuses names in braces that stand for nothing, and folders that cannot be written', async () => {
    await expect(trainOn([1], [checkpoint({ path: '{loss}.json' })])).rejects.toThrowError(
      /\{loss\} in the path is neither/,
    );
    await writeFile(join(folder, 'file'), '');
    await expect(trainOn([1], [checkpoint({ path: join(folder, 'file', 'x.json') })])).rejects.toThrow();
    expect(() => checkpoint({ path: '' })).toThrowError(/path must be/);
    expect(() => checkpoint({ path: 'x', every: 0 })).toThrowError(/every must be/);
  });
});

describe('csvLogger', () => {
  it('writes a row for each epoch, and nothing for what was not measured', async () => {
    const path = join(folder, 'logs', 'run.csv');
    const nothing = mean({ name: 'nothing', of: () => null });
    await trainOn([1, 3], [csvLogger({ path })], { settings: { metrics: [nothing] } });
    expect(await readFile(path, 'utf8')).toBe(
      'epoch,reward,nothing,val_reward,val_nothing\n0,0.3333333333333333,,0.3333333333333333,\n1,1,,1,\n',
    );
  });

  it('goes on in a file, also behind a torn line, and refuses other columns', async () => {
    const path = join(folder, 'append.csv');
    await writeFile(path, 'epoch;reward;val_reward\n0;0.1');
    await trainOn([3], [csvLogger({ path, separator: ';', append: true })]);
    expect(await readFile(path, 'utf8')).toBe('epoch;reward;val_reward\n0;0.1\n0;1;1\n');
    await expect(trainOn([3], [csvLogger({ path, append: true })])).rejects.toMatchObject({
      code: 'training/other_columns',
    });
  });

  it('quotes hostile names, and leaves no formula', async () => {
    const path = join(folder, 'hostile.csv');
    const names = ['=1+2', '-x', '@sum', '\t=1', 'a,b', 'say "x"', 'two\nlines'];
    const metrics = names.map((name) => mean({ name }));
    await trainOn([3], [csvLogger({ path })], { validationSplit: 0, settings: { metrics } });
    const [header] = (await readFile(path, 'utf8')).split('\n0,', 1);
    expect(header).toBe(`epoch,reward,'=1+2,'-x,'@sum,'\t=1,"a,b","say ""x""","two\nlines"`);
    expect(() => csvLogger({ path, separator: '""' })).toThrowError(/separator must be one character/);
  });

  it('names the file that cannot be written', async () => {
    await expect(trainOn([3], [csvLogger({ path: folder })])).rejects.toMatchObject({
      code: 'training/cannot_write',
    });
  });
});

it('jsonlRecorder writes what happens, line by line', async () => {
  const path = join(folder, 'run.jsonl');
  const now = () => new Date(0);
  await trainOn([1, 3], [jsonlRecorder({ path, now, batches: true })]);
  const lines = (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event }) => event)).toEqual([
    'train_begin',
    'batch_end',
    'epoch_end',
    'batch_end',
    'epoch_end',
    'train_end',
  ]);
  expect(lines[0]).toMatchObject({ version: 1, time: '1970-01-01T00:00:00.000Z', parameters: { epochs: 2 } });
  expect(lines[4]).toMatchObject({
    epoch: 1,
    logs: { val_reward: 1 },
    spent: { evaluations: expect.any(Number) },
  });
  expect(lines[5].leader).toEqual({ [KEY]: { offset: 3 } });
  await trainOn([1], [jsonlRecorder({ path, now, append: true })]);
  expect((await readFile(path, 'utf8')).trimEnd().split('\n').length).toBe(9);
});

describe('progressBar', () => {
  const shown = async (options: Parameters<typeof progressBar>[0], fitOptions: Partial<FitOptions> = {}) => {
    let text = '';
    let now = 0;
    const bar = progressBar({
      write: (part) => {
        text += part;
      },
      terminal: false,
      columns: 80,
      now: () => {
        now += 500;
        return now;
      },
      ...options,
    });
    await trainOn([1, 3, 3, 3], [bar], { epochs: 2, batchSize: 4, ...fitOptions });
    return text;
  };

  it('writes plain lines to a pipe, with count, rate and figures', async () => {
    const text = await shown({});
    expect(text).toContain('epoch 1/2  1/2  50%');
    expect(text).toContain('/s');
    expect(text).toMatch(/epoch 2\/2 {2}\d\.\d s {2}reward 1\.0000 {2}val_reward 1\.0000\n$/);
    expect(text).not.toContain('\r');
    expect(text).not.toContain('\u001b');
  });

  it('draws one line anew on a terminal, and one line an epoch or none if asked', async () => {
    expect(await shown({ terminal: true })).toContain('\r\u001b[2Kepoch 1/2  1/2');
    expect((await shown({ verbose: 2, terminal: true })).split('\n').length).toBe(3);
    expect(await shown({ verbose: 0 })).toBe('');
    expect(await shown({ verbose: 2, figures: ['val_reward'] })).not.toContain(' reward ');
    expect(() => progressBar({ verbose: 3 as never })).toThrowError(/verbose must be one of 0, 1, 2/);
  });

  it('shows an evaluation, and keeps controls of hostile names from the terminal', async () => {
    let text = '';
    const write = (part: string): void => {
      text += part;
    };
    const bar = progressBar({ write, terminal: true, now: () => 0 });
    const metrics = [mean({ name: 'a\u001b]0;x\u0007\nb', of: () => null })];
    const trainer = new Trainer(adder(), { reward: same, metrics });
    await trainer.evaluate(x, y, { callbacks: [bar] });
    expect(text).toContain('evaluate');
    expect(text).toContain('reward 0.0000');
    expect(text).toContain('\\x1b]0;x\\x07 b -');
  });
});

describe('callbacks of a run that ends with an error', () => {
  const broken: Callback = {
    onEpochEnd: (epoch) => {
      if (epoch === 1) throw new Error('power cut');
    },
  };

  it('are told of it once, in place of the end, though another throws at it', async () => {
    const told: string[] = [];
    const watching: Callback = {
      onTrainEnd: () => void told.push('end'),
      onError: (error) => void told.push(String(error)),
    };
    const faulty: Callback = {
      onError: () => {
        throw new Error('me too');
      },
    };
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    await expect(trainOn([1, 2, 3], [faulty, watching, broken])).rejects.toThrow('power cut');
    expect(told).toEqual(['Error: power cut']);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('me too')]]);
    warn.mockRestore();
    const trainer = new Trainer(adder(), { reward: near });
    const signal = AbortSignal.abort(new Error('enough'));
    const callbacks = [watching];
    await expect(trainer.evaluate(x, y, { callbacks, signal })).rejects.toThrow('enough');
    await expect(trainer.predict(x, { callbacks, signal })).rejects.toThrow('enough');
    expect(told.slice(1)).toEqual(['Error: enough', 'Error: enough']);
  });

  it('close what they had open: a line of the terminal, and a record', async () => {
    let text = '';
    const path = join(folder, 'failed.jsonl');
    const write = (part: string): void => {
      text += part;
    };
    const breaking: Callback = {
      onTrainBatchEnd: () => {
        throw new Error('out of paper');
      },
    };
    const bar = progressBar({ write, terminal: true, columns: 80, now: () => 0 });
    const run = trainOn([1, 2], [bar, jsonlRecorder({ path }), breaking], { batchSize: 4 });
    await expect(run).rejects.toThrow('out of paper');
    expect(text.endsWith('\n')).toBe(true);
    const events = (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ event: 'train_error', error: 'out of paper' });
  });

  it('that is aborted get the end, with what is known by then', async () => {
    const controller = new AbortController();
    const told: string[] = [];
    const watching: Callback = {
      onEpochEnd: () => controller.abort(),
      onTrainEnd: () => void told.push('end'),
      onError: () => void told.push('error'),
    };
    const { stopReason } = await trainOn([1, 2, 3], [watching], { signal: controller.signal });
    expect([stopReason, ...told]).toEqual(['aborted', 'end']);
  });
});

it('backupAndRestore goes on where a training was interrupted, and clears up behind it', async () => {
  const path = join(folder, 'backup.jsonl');
  const broken: Callback = {
    onEpochEnd: (epoch) => {
      if (epoch === 1) throw new Error('power cut');
    },
  };
  const undisturbed = await trainOn([1, 2, 3], []);
  await expect(trainOn([1, 2, 3], [backupAndRestore({ path }), broken])).rejects.toThrow('power cut');
  expect((await readFile(path, 'utf8')).split('\n').length).toBeGreaterThan(2);
  expect(await trainOn([1, 2, 3], [backupAndRestore({ path })])).toEqual(undisturbed);
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  expect(() => backupAndRestore({ path: '' })).toThrowError(/path must be a string that is not empty/);
});
