import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelledTrajectories } from '../../evaluation/learned/labelled.fixture.js';
import { createTrajectory, decodeTrajectories, encodeTrajectories } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const [base] = labelledTrajectories(1).trajectories;
const PROMPTS = [
  'Move the booking of Mia Sand in room twelve to the third of May, and tell me the new price.',
  'Which of our suppliers has been late twice this year, and by how many days in all?',
  'move the booking of mia sand in room twelve to the third of may and tell me the new price',
  'Return a list of all the prime numbers that are smaller than the number given as an argument.',
];
const records = PROMPTS.map((prompt) => {
  if (base === undefined) throw new Error('no record');
  return createTrajectory({ ...base, task: { ...base.task, prompt } });
});
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-dedup-'));
  const lines = [...records].map((each) => encodeTrajectories([each]));
  lines.splice(1, 0, 'no record\n');
  writeFileSync(join(cwd, 'runs.jsonl'), lines.join(''));
  writeFileSync(join(cwd, 'clean.jsonl'), encodeTrajectories(records));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const dedup = (...argv: string[]) => callCommandLine(['dedup', ...argv], { cwd });

describe('mettle dedup', () => {
  it('keeps the first of those that are alike, and names the line that holds no record', async () => {
    const { code, stdout } = await dedup('runs.jsonl', '--key', 'task', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      total: 4,
      kept: 3,
      dropped: [{ id: records[2]?.id, like: records[0]?.id, similarity: 1 }],
      skipped: [{ line: 2 }],
      output: join(cwd, 'runs.dedup.jsonl'),
    });
    const { trajectories } = await decodeTrajectories(readFileSync(join(cwd, 'runs.dedup.jsonl'), 'utf8'));
    expect(trajectories.map(({ id }) => id)).toEqual([0, 1, 3].map((index) => records[index]?.id));
  });

  it.each<[string, string, string, string]>([
    [
      'JSON lines',
      'bench.jsonl',
      `{"id": 1, "question": [[{"role": "user", "content": "${PROMPTS[3]}"}]]}\n`,
      'line 1',
    ],
    [
      'a JSON list',
      'bench.json',
      JSON.stringify([{ nothing: 1 }, { prompt: `def f():\n  """${PROMPTS[3]}"""` }]),
      'item 2',
    ],
    ['plain text', 'bench.txt', `# Title\n\nSay: ${PROMPTS[3]} Thank you.\n`, 'line 3'],
    ['items with members of other names', 'own.json', `{"aufgabe": "${PROMPTS[3]}"}`, 'own.json'],
  ])('leaves out what stands in a benchmark of %s', async (_what, name, content, place) => {
    writeFileSync(join(cwd, name), content);
    const { code, stdout } = await dedup('clean.jsonl', '--against', name, '--out', 'free.jsonl', '--json');
    expect(code).toBe(0);
    const { contaminated, kept } = JSON.parse(stdout);
    expect(contaminated).toEqual([
      { id: records[3]?.id, source: expect.stringContaining(place), containment: expect.any(Number) },
    ]);
    // One repeats another.
    expect(kept).toBe(2);
  });

  it('reads the files of a folder, and says in words what it left out', async () => {
    mkdirSync(join(cwd, 'suite', 'deep'), { recursive: true });
    writeFileSync(join(cwd, 'suite', 'deep', 'a.jsonl'), `{"task": "${PROMPTS[1]}"}\n`);
    writeFileSync(join(cwd, 'suite', 'picture.png'), PROMPTS[0] ?? '');
    const { stdout } = await dedup('clean.jsonl', '--key', 'task', '--against', 'suite');
    expect(stdout).toMatch(/^2 of 4 kept: 1 nearly repeat an earlier one by task, 1 stand in suite$/m);
    expect(stdout).toContain(`${records[1]?.id.slice(0, 12)} in ${join('suite', 'deep', 'a.jsonl')}`);
  });

  it('writes nothing after Ctrl-C', async () => {
    const before = readdirSync(cwd);
    const { code } = await callCommandLine(['dedup', 'clean.jsonl', '--out', 'stopped.jsonl'], {
      cwd,
      interrupted: true,
    });
    expect(code).toBe(130);
    expect(readdirSync(cwd)).toEqual(before);
  });

  it.each<[string, readonly string[], string]>([
    [
      'a benchmark that is not there',
      ['clean.jsonl', '--against', 'absent'],
      'Cannot read the benchmark absent',
    ],
    [
      'a threshold beyond all',
      ['clean.jsonl', '--threshold', '2'],
      '--threshold must be a number from 0.1 to 1',
    ],
    ['its own file as output', ['clean.jsonl', '--out', 'clean.jsonl'], '--out would replace clean.jsonl'],
    [
      'its benchmark as output',
      ['clean.jsonl', '--against', 'runs.jsonl', '--out', 'runs.jsonl'],
      '--out would replace',
    ],
    ['another part', ['clean.jsonl', '--key', 'words'], '--key'],
  ])('refuses %s in one line and writes nothing', async (_what, argv, words) => {
    const before = readdirSync(cwd);
    const { code, stderr } = await dedup(...argv, '--quiet');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual(before);
  });
});
