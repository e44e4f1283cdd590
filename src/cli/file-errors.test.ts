import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callCommandLine } from './command-line.fixture.js';

const cwd = mkdtempSync(join(tmpdir(), 'mettle-file-errors-'));
afterAll(() => rmSync(cwd, { recursive: true }));
mkdirSync(join(cwd, 'folder'));
writeFileSync(join(cwd, 'file.txt'), '');

it.each([
  'run none.py',
  'run folder',
  'run -c 1 --inputs @none.json',
  'run -c 1 --workdir none',
  'run -c 1 --workdir file.txt',
  'run -c 1 --packages none',
  'check none.py',
  'check folder',
  'evolve none.json',
  'evolve none.csv --apply none.csv',
  'judge none.jsonl',
  'judge folder',
  'verify none.jsonl',
  'verify folder',
  'rescore none.jsonl',
  'rescore folder',
  'export none.jsonl --format openai',
  'export folder --format openai',
  'generate --env none.json --count 1',
  'generate --env sql --count 1 --queries none.txt',
  'generate --env sql --count 1 --out file.txt',
  'agent hello --workdir none --model offline',
  'agent hello --workdir folder --model offline --prices none.json',
  'demo --out file.txt',
  'serve --mcp --workdir none',
])("says in one line, without Node's words, what is wrong with a file: mettle %s", async (line) => {
  const { code, stderr } = await callCommandLine([...line.split(' '), '--quiet'], {
    cwd,
    environment: { HOME: cwd },
  });
  expect(code).toBe(2);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/none|folder|file\.txt/);
  expect(lines[0]).not.toMatch(/\bE[A-Z]{3,}: /);
});
