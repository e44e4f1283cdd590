import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { fieldSets } from './field-sets.js';
import { huggingFaceDataset } from './hugging-face.js';

/** One row of every set, made up, with the columns that the set has, and the sample it becomes. */
const ROWS: Readonly<
  Record<keyof typeof fieldSets, readonly [row: JsonObject, x: JsonObject, y: JsonObject]>
> = {
  arc_challenge: [
    { id: '1', question: 'Wet?', choices: { text: ['fire', 'rain'], label: ['1', '2'] }, answerKey: '2' },
    { question: 'Wet?', choices: ['fire', 'rain'] },
    { answer: 'B' },
  ],
  bbh: [{ input: 'not True', target: 'False' }, { question: 'not True' }, { answer: 'False' }],
  bbq: [
    { context: 'c', question: 'Who?', ans0: 'a', ans1: 'b', ans2: 'unknown', label: 2 },
    { context: 'c', question: 'Who?', choices: ['a', 'b', 'unknown'] },
    { answer: 'C' },
  ],
  boolq: [
    { question: 'is it', passage: 'It is.', answer: true },
    { passage: 'It is.', question: 'is it' },
    { answer: true },
  ],
  drop: [
    {
      passage: 'Two and two.',
      question: 'Sum?',
      answers_spans: { spans: ['4', '4', 'four'], types: ['number'] },
    },
    { passage: 'Two and two.', question: 'Sum?' },
    { answer: '4', answers: ['4', 'four'] },
  ],
  gsm8k: [
    { question: 'Sum?', answer: 'One <<1+1=2>>and one.\n#### 1,200' },
    { question: 'Sum?' },
    { reasoning: 'One <<1+1=2>>and one.', answer: 1200 },
  ],
  hellaswag: [
    { ctx: 'A dog', endings: ['flies', 'barks'], label: '1' },
    { question: 'A dog', choices: ['flies', 'barks'] },
    { answer: 'B' },
  ],
  hotpotqa: [
    { question: 'Where?', answer: 'Oslo', context: { title: ['T'], sentences: [['One. ', 'Two.']] } },
    { context: [{ title: 'T', text: 'One. Two.' }], question: 'Where?' },
    { answer: 'Oslo' },
  ],
  humaneval: [
    {
      task_id: 'T/0',
      prompt: 'def f():',
      entry_point: 'f',
      canonical_solution: ' return 1',
      test: 'assert f()',
    },
    { prompt: 'def f():', entry_point: 'f' },
    { canonical_solution: ' return 1', test: 'assert f()' },
  ],
  ifeval: [
    { key: 1, prompt: 'No commas.', instruction_id_list: ['punctuation:no_comma'], kwargs: [{}] },
    { prompt: 'No commas.' },
    { instruction_id_list: ['punctuation:no_comma'], kwargs: [{}] },
  ],
  lambada: [{ text: 'the cat sat on the mat' }, { passage: 'the cat sat on the' }, { answer: 'mat' }],
  logiqa: [
    { context: 'c', query: 'Which?', options: ['a', 'b'], correct_option: 0 },
    { context: 'c', question: 'Which?', choices: ['a', 'b'] },
    { answer: 'A' },
  ],
  mbpp: [
    { task_id: 1, text: 'Add.', code: 'def f(): 1', test_list: ['assert 1'] },
    { prompt: 'Add.', test_list: ['assert 1'] },
    { code: 'def f(): 1' },
  ],
  mmlu: [
    { question: '1+1', subject: 'maths', choices: ['1', '2', '3', '4'], answer: 1 },
    { question: '1+1', choices: ['1', '2', '3', '4'] },
    { answer: 'B' },
  ],
  squad: [
    {
      title: 't',
      context: 'In Oslo.',
      question: 'Where?',
      answers: { text: ['Oslo', 'Oslo'], answer_start: [3, 3] },
    },
    { context: 'In Oslo.', question: 'Where?' },
    { answer: 'Oslo', answers: ['Oslo'] },
  ],
  truthfulqa: [
    { question: 'Do cats fly?', best_answer: 'No', correct_answers: ['No'], incorrect_answers: ['Yes'] },
    { question: 'Do cats fly?' },
    { answer: 'No', answers: ['No'], incorrect_answers: ['Yes'] },
  ],
  winogrande: [
    { sentence: 'The _ barks.', option1: 'dog', option2: 'cat', answer: '1' },
    { question: 'The _ barks.', choices: ['dog', 'cat'] },
    { answer: 'A' },
  ],
};

const file = temporaryFolder();
const names = Object.keys(fieldSets) as (keyof typeof fieldSets)[];

describe('field sets', () => {
  it.each(names)('%s makes a sample of a row of a local file', async (name) => {
    const [row, x, y] = ROWS[name];
    const samples = await fieldSets[name]
      .load({ path: file(`${name}.jsonl`, JSON.stringify(row)) })
      .materialize();
    expect(samples).toEqual([{ x, y }]);
  });

  it('read JSON and CSV too, and say what a row lacks', async () => {
    expect(
      await fieldSets.bbh.load({ path: file('bbh.json', '[{"input":"a","target":"b"}]') }).materialize(),
    ).toHaveLength(1);
    expect(
      await fieldSets.bbh.load({ path: file('bbh.csv', 'input,target\na,b\n') }).materialize(),
    ).toHaveLength(1);
    const bad = (name: keyof typeof fieldSets, row: JsonObject) =>
      fieldSets[name].load({ path: file('bad.jsonl', JSON.stringify(row)) }).materialize();
    await expect(bad('gsm8k', { question: 'a' })).rejects.toThrow(
      'bad.jsonl, line 1: needs answer, which this row does not have. It has: question',
    );
    await expect(bad('gsm8k', { question: 'a', answer: 'six' })).rejects.toThrow(
      'bad.jsonl, line 1: answer does not end in #### and a number',
    );
    await expect(bad('mmlu', { question: 'a', choices: ['b'], answer: 3 })).rejects.toThrow(
      'the answer is choice 4 of 1',
    );
    await expect(bad('boolq', { question: 'a', passage: 'b', answer: 'yes' })).rejects.toThrow(
      /^bad\.jsonl, line 1: boolq_output\.answer: must be/,
    );
    expect(() => fieldSets.bbh.load({ path: 'x.txt' })).toThrow(
      'x.txt ends in none of .jsonl, .json, .csv, .parquet.',
    );
    expect(() => fieldSets.gsm8k.load({ file: 'a.csv' } as never)).toThrow('gsm8k.load has no option file');
    expect(() => fieldSets.gsm8k.load({ split: 'dev' })).toThrow(
      'gsm8k has the splits train, test; got "dev".',
    );
  });

  const real = fileURLToPath(
    new URL('../../../../shared/data/humaneval/HumanEval-first-82.jsonl', import.meta.url),
  );
  const absent = existsSync(real) ? '' : 'it is not beside the checkout';
  unless(absent).it('humaneval reads the published file', async () => {
    expect(await fieldSets.humaneval.load({ path: real }).materialize()).toHaveLength(82);
  });
});

describe('the Hugging Face datasets server', () => {
  let server: Server;
  let origin = '';
  let failures = 0;
  let limited = 0;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname === '/rows') {
        asked.push(`${url.searchParams.get('offset')} ${request.headers.authorization ?? ''}`);
      }
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      };
      const dataset = url.searchParams.get('dataset');
      if (url.pathname === '/splits') {
        const splits = [
          { dataset, config: 'main', split: 'train' },
          7,
          { dataset, config: 'main', split: 'a\u001bb' },
        ];
        answer(200, { splits, pending: [], failed: [] });
      } else if (url.pathname === '/parquet') {
        const file = { dataset, config: 'default', split: 'train', filename: '0000.parquet', size: 9 };
        answer(200, {
          parquet_files: [{ ...file, url: 'https://example.org/0000.parquet' }],
          partial: false,
        });
      } else if (limited > 0) {
        limited -= 1;
        response.writeHead(429, { 'retry-after': '0.001' }).end('slow down');
      } else if (failures > 0) {
        failures -= 1;
        answer(503, '<html>busy</html>');
      } else if (dataset === 'openai/gsm8k') {
        const offset = Number(url.searchParams.get('offset'));
        const row = (index: number) => ({
          row_idx: index,
          row: { question: `q${index}`, answer: `#### ${index}` },
          truncated_cells: [],
        });
        const rows = Array.from({ length: Math.min(100, 250 - offset) }, (_, index) => row(offset + index));
        answer(200, { features: [], rows, num_rows_total: 250 });
      } else if (dataset === 'cut/off')
        answer(200, { rows: [{ row: { a: 'x' }, truncated_cells: ['a'] }], num_rows_total: 1 });
      else if (dataset === 'large/set')
        answer(200, { rows: [{ row: { a: 1 }, truncated_cells: [] }], num_rows_total: 1, partial: true });
      else if (dataset === 'strange/answer') answer(200, '{"rows": 1}');
      else if (dataset === 'strange/text') answer(200, '<html>');
      else if (dataset === 'moved/away') {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' });
        response.end();
      } else answer(404, { error: 'The dataset does not exist,\nor is private.' });
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const read = (dataset: string) =>
    huggingFaceDataset({ dataset, split: 'train', server: origin, retryDelay: 0 }).materialize();

  it('is read a page at a time, and only as far as samples are asked for', async () => {
    const set = fieldSets.gsm8k.load({ server: origin, token: 'secret', retryDelay: 0 });
    asked.length = 0;
    expect((await set.limit(150).materialize()).at(-1)).toEqual({
      x: { question: 'q149' },
      y: { reasoning: '', answer: 149 },
    });
    expect(asked).toEqual(['0 Bearer secret', '100 Bearer secret']);
    expect(await set.materialize()).toHaveLength(250);
  });

  it('is asked again when it is busy, a few times', async () => {
    limited = 3;
    expect(await fieldSets.gsm8k.load({ server: origin, retryDelay: 0 }).limit(1).materialize()).toHaveLength(
      1,
    );
    expect(limited).toBe(0);
    failures = 2;
    expect(await fieldSets.gsm8k.load({ server: origin, retryDelay: 0 }).limit(1).materialize()).toHaveLength(
      1,
    );
    failures = 4;
    await expect(read('any/set')).rejects.toThrow(
      'any/set (default, train): the datasets server answered 503. Check the names, or download',
    );
    expect(failures).toBe(0);
  });

  it('says that it holds a set in part only', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    expect(await read('large/set')).toHaveLength(1);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('only the first 1 rows of a larger set')]]);
    warn.mockRestore();
  });

  it.each([
    [
      'no/such',
      'no/such (default, train): the datasets server answered 404: The dataset does not exist, or is private. Check the names, or download the file and pass its path. The set has main/train, main/a\\x1bb.',
    ],
    [
      'cut/off',
      'cut/off (default, train), row 1: the datasets server cut off a, which is too long for it. Download https://example.org/0000.parquet and pass its path.',
    ],
    ['strange/answer', 'strange/answer (default, train): the datasets server answered without rows.'],
    ['strange/text', 'the answer of the datasets server is not JSON'],
    [
      'moved/away',
      /can't reach http:\/\/127\.0\.0\.1:\d+ \(.*redirect.*\)\. Without a network, download the file elsewhere and pass its path\.$/,
    ],
  ])('says what is wrong with the answer for %s', async (dataset, message) => {
    await expect(read(dataset)).rejects.toThrow(message);
  });

  it('is named where it cannot be reached, with what to do', async () => {
    const set = fieldSets.gsm8k.load({ server: 'http://127.0.0.1:1', retryDelay: 0 });
    await expect(set.materialize()).rejects.toThrow(
      /^openai\/gsm8k \(main, train\): can't reach http:\/\/127\.0\.0\.1:1 \(.+\)\. Without a network, download the file elsewhere and pass its path\.$/,
    );
    const stopped = fieldSets.gsm8k.load({ server: origin, signal: AbortSignal.abort(new Error('stopped')) });
    await expect(stopped.materialize()).rejects.toThrow('stopped');
  });

  it('holds nothing of a request at the signal of its caller once it was answered', async () => {
    const caller = new AbortController();
    const requests = vi.spyOn(globalThis, 'fetch');
    try {
      const set = fieldSets.gsm8k.load({ server: origin, retryDelay: 0, signal: caller.signal });
      expect((await set.materialize()).length).toBe(250);
      const signals = requests.mock.calls.map(([, options]) => options?.signal);
      caller.abort();
      expect(signals.map((signal) => signal?.aborted)).toEqual([false, false, false]);
    } finally {
      requests.mockRestore();
    }
  });
});
