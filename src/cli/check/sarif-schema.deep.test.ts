import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type SchemaValidator, schemaValidator } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { callCommandLine } from '../command-line.fixture.js';
import { HOSTILE_NAMES } from './hostile-names.fixture.js';

/** A package that carries the schema of SARIF 2.1.0 (OASIS), and the hash of the schema in it. */
const PACKAGE = '@microsoft/jest-sarif@1.0.0-beta.0';
const SCHEMA = 'package/lib/schemas/sarif-2.1.0-rtm.5.json';
const SHA256 = '2d99159ae54a3eea97f81781cff48780548657c35949f4b7f25e99a2ba4de4f8';

const folder = mkdtempSync(join(tmpdir(), 'mettle-sarif-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { validator, why } = fetchSchema();

function fetchSchema(): { readonly validator: SchemaValidator | null; readonly why: string } {
  let text: string;
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 24,
    };
    const archive =
      execFileSync('npm', ['pack', '--silent', PACKAGE], options).trim().split('\n').at(-1) ?? '';
    text = execFileSync('tar', ['-xzOf', archive, SCHEMA], options);
  } catch {
    return { validator: null, why: 'the schema cannot be fetched here' };
  }
  const hash = createHash('sha256').update(text).digest('hex');
  if (hash !== SHA256) throw new Error(`the fetched schema has the hash ${hash}, not the pinned one`);
  const schema = JSON.parse(text) as unknown;
  return { validator: schemaValidator(schema, { maxWork: Number.POSITIVE_INFINITY }), why: '' };
}

unless(why).describe('SARIF of mettle check', () => {
  it('meets the schema, whatever files are called and hold', async () => {
    const contents: readonly string[] = [
      'import socket\n',
      'x = (\n',
      '',
      `x = ${'-'.repeat(20_000)}1\n`,
      'x: int = "a"\n',
      '"\u0000\u001b\ud83d\ude00\u2028"\nimport os; import sys\n',
      '1 / 0\n',
      'print("a" * 100_000)\n',
    ];
    const names = HOSTILE_NAMES.map((name, at) => {
      writeFileSync(join(folder, name), contents[at % contents.length] ?? '');
      return name;
    });
    writeFileSync(join(folder, 'reply.md'), '```python\nimport a\n```\n\nor\n\n```python\nimport b\n```\n');
    for (const flags of [[], ['--no-imports', '--types'], ['--execute', '--allow-import', 'os']]) {
      const argv = ['check', ...flags, '--format', 'sarif', '--', ...names, 'reply.md'];
      const { stdout } = await callCommandLine(argv, { cwd: folder });
      const log = JSON.parse(stdout) as {
        readonly runs: readonly [{ readonly results: readonly unknown[] }];
      };
      expect(log.runs[0].results.length).toBeGreaterThan(3);
      expect(validator?.check(log)).toEqual([]);
    }
  }, 300_000);

  it('is refused by the schema when it is wrong: the schema is read', () => {
    expect(validator?.check({ version: '2.1.0' })).not.toEqual([]);
    const results = [{ message: { text: 'a' }, level: 'bad' }];
    const tool = { driver: { name: 'a' } };
    expect(validator?.check({ version: '2.1.0', runs: [{ tool, results }] })).not.toEqual([]);
  });
});
