import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArc } from './read-arc.js';
import { readHumanEval } from './read-human-eval.js';
import { readLiveCodeBench } from './read-live-code-bench.js';
import { readMbpp } from './read-mbpp.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-suites-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, rows: readonly unknown[]): string {
  const path = join(folder, name);
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(
    path,
    name.endsWith('.gz') ? gzipSync(text) : name.endsWith('.json') ? JSON.stringify(rows) : text,
  );
  return path;
}

const TWICE = {
  task_id: 'HumanEval/0',
  prompt: 'def twice(n):\n    """Doubles n."""\n',
  entry_point: 'twice',
  canonical_solution: '    return 2 * n\n',
  test: 'def check(candidate):\n    assert candidate(2) == 4\n',
};

describe('readHumanEval', () => {
  it.each(['HumanEval.jsonl', 'HumanEval.jsonl.gz'])(
    'reads %s and the folder that holds it',
    async (name) => {
      const path = write(name, [TWICE]);
      const cases = await readHumanEval(path);
      expect(cases).toMatchObject([
        {
          id: 'HumanEval/0',
          query: expect.stringContaining('def twice(n):'),
          check: {
            kind: 'tests',
            before: TWICE.prompt,
            entryPoint: 'twice',
            tests: expect.stringContaining('check(twice)'),
          },
          reference: '    return 2 * n\n',
        },
      ]);
      expect(cases[0]?.query).not.toContain('assert');
      expect(await readHumanEval(folder)).toEqual(cases);
      rmSync(path);
    },
  );

  it('says in which line something is missing', async () => {
    const path = write('torn.jsonl', [TWICE, { task_id: 'HumanEval/1' }]);
    await expect(readHumanEval(path)).rejects.toMatchObject({
      code: 'benchmarks/invalid_case',
      message: expect.stringContaining('torn.jsonl, line 2 has no text prompt'),
    });
    await expect(readHumanEval(join(folder, 'absent'))).rejects.toThrow('Cannot read');
    await expect(readHumanEval(folder)).rejects.toThrow('holds no HumanEval.jsonl');
  });
});

describe('readMbpp', () => {
  const row = {
    task_id: 11,
    text: 'Write add.',
    code: 'def add(a, b): return a + b',
    test_setup_code: 'import math',
    test_list: ['assert add(1, 2) == 3'],
    challenge_test_list: ['assert add(0, 0) == 0'],
  };

  it('reads the tests of the test split, and shows those that the paper shows', async () => {
    const path = write('mbpp.jsonl', [{ ...row, task_id: 1 }, row, { ...row, task_id: 600 }]);
    const cases = await readMbpp(path);
    expect(cases).toMatchObject([
      {
        id: 'MBPP/11',
        check: { tests: 'import math\nassert add(1, 2) == 3\nassert add(0, 0) == 0\n' },
        reference: row.code,
      },
    ]);
    expect(cases[0]?.query).toContain('assert add(1, 2)');
    expect(cases[0]?.query).not.toContain('add(0, 0)');
    expect(await readMbpp(path, { split: 'all' })).toHaveLength(3);
  });

  it('reads the sanitized file', async () => {
    const { text, test_setup_code: _, challenge_test_list: __, ...rest } = row;
    const path = write('sanitized-mbpp.json', [{ ...rest, prompt: text, test_imports: ['import re'] }]);
    expect(await readMbpp(path)).toMatchObject([{ check: { tests: 'import re\nassert add(1, 2) == 3\n' } }]);
  });
});

/** A pickle of one string of Python, in the protocol 4. */
function pickled(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([
    Buffer.from([0x80, 4, 0x95, 0, 0, 0, 0, 0, 0, 0, 0, 0x58]),
    length,
    bytes,
    Buffer.from([0x94, 0x2e]),
  ]);
}

describe('readLiveCodeBench', () => {
  const program = {
    question_id: 'sum_a',
    question_content: 'Print the sum.',
    difficulty: 'easy',
    starter_code: '',
    public_test_cases: JSON.stringify([{ input: '1 2\n', output: '3\n', testtype: 'stdin' }]),
    private_test_cases: deflateSync(
      pickled(JSON.stringify([{ input: '4 5\n', output: '9\n', testtype: 'stdin' }])),
    ).toString('base64'),
    metadata: '{}',
  };

  it('reads programs with their packed tests', async () => {
    expect(await readLiveCodeBench(write('lcb.jsonl', [program]))).toMatchObject([
      {
        id: 'sum_a',
        category: 'easy',
        check: {
          kind: 'program',
          runs: [
            { stdin: '1 2\n', stdout: '3\n' },
            { stdin: '4 5\n', stdout: '9\n' },
          ],
        },
      },
    ]);
  });

  it('reads functions, whose arguments are lines of JSON', async () => {
    const [item] = await readLiveCodeBench(
      write('lcb.jsonl', [
        {
          ...program,
          starter_code:
            'class Solution:\n    def pick(self, items: List[int], deep: bool) -> Optional[float]:\n        ',
          public_test_cases: [{ input: '[1, 2]\ntrue', output: '2.0', testtype: 'functional' }],
          private_test_cases: '[]',
          metadata: '{"func_name": "pick"}',
        },
      ]),
    );
    expect(item?.check).toMatchObject({
      kind: 'tests',
      tests: 'assert Solution().pick([1, 2], True) == 2.0\n',
    });
  });

  it('reads plain lines', async () => {
    const path = write('plain.jsonl', [{ id: 'a', query: 'Print 1.', tests: [{ input: '', output: '1' }] }]);
    expect(await readLiveCodeBench(path)).toMatchObject([
      { id: 'a', check: { runs: [{ stdin: '', stdout: '1' }] } },
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'a pickle that is more than a text',
      { private_test_cases: deflateSync(Buffer.from('cos\nsystem\n.')).toString('base64') },
      "can't be read",
    ],
    [
      'tests of a function without a name',
      { public_test_cases: [{ input: '1', output: '1', testtype: 'functional' }] },
      'metadata',
    ],
    [
      'a name that is none',
      {
        public_test_cases: [{ input: '1', output: '1', testtype: 'functional' }],
        metadata: '{"func_name": "a(b)"}',
      },
      'names no function',
    ],
    ['no tests', { public_test_cases: '[]', private_test_cases: '' }, 'has no tests'],
  ])('refuses %s', async (_what, change, words) => {
    await expect(readLiveCodeBench(write('bad.jsonl', [{ ...program, ...change }]))).rejects.toThrow(words);
  });
});

describe('readArc', () => {
  it('shows the pairs and the test input, and never its output', async () => {
    const path = mkdtempSync(join(folder, 'arc-'));
    const pair = (colour: number) => ({ input: [[colour, 0]], output: [[0, colour]] });
    writeFileSync(join(path, 'mirror.json'), JSON.stringify({ train: [pair(1), pair(2)], test: [pair(7)] }));
    const [item] = await readArc({ folder: path });
    expect(item).toMatchObject({
      id: 'mirror',
      check: { kind: 'grids', outputs: [[[0, 7]]] },
      reference: '[[0,7]]',
    });
    expect(item?.query).toContain('[[7,0]]');
    expect(item?.query).not.toContain('[[0,7]]');
    writeFileSync(join(path, 'mirror.json'), JSON.stringify({ train: [pair(1)], test: [{ input: [[1]] }] }));
    await expect(readArc({ folder: path })).rejects.toThrow('withholds');
  });
});
