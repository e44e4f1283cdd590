import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beside, outputPath } from './output-path.js';

let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-output-'));
  for (const name of ['runs.jsonl', 'scores.jsonl']) writeFileSync(join(cwd, name), '');
  symlinkSync(join(cwd, 'runs.jsonl'), join(cwd, 'link.jsonl'));
  linkSync(join(cwd, 'runs.jsonl'), join(cwd, 'second-name.jsonl'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

it.each([
  ['runs.jsonl', 'runs.pairs.jsonl'],
  ['a/runs.json.gz', 'a/runs.pairs.jsonl'],
  ['runs.jsonl.zst', 'runs.pairs.jsonl'],
  ['runs', 'runs.pairs.jsonl'],
])('names the output of %s after it', (file, expected) => {
  expect(beside(file, '.pairs.jsonl')).toBe(expected);
});

const path = (given: unknown, others: readonly (string | undefined)[] = []) =>
  outputPath('runs.jsonl', { option: '--out', given, ending: '.pairs.jsonl', cwd, others });

it('takes the file that is named, or the one beside the input', async () => {
  expect(await path('new.jsonl')).toBe(join(cwd, 'new.jsonl'));
  expect(await path('scores.jsonl')).toBe(join(cwd, 'scores.jsonl'));
  expect(await path(undefined, [undefined])).toBe(join(cwd, 'runs.pairs.jsonl'));
});

it.each([
  ['runs.jsonl', [], 'runs.jsonl'],
  ['./runs.jsonl', [], 'runs.jsonl'],
  ['link.jsonl', [], 'runs.jsonl'],
  ['second-name.jsonl', [], 'runs.jsonl'],
  ['scores.jsonl', ['scores.jsonl'], 'scores.jsonl'],
])('refuses %s, which would replace an input', async (given, others, replaced) => {
  await expect(path(given, others)).rejects.toMatchObject({
    code: 'cli/usage',
    message: expect.stringContaining(`--out would replace ${replaced}: name another file.`),
  });
});
