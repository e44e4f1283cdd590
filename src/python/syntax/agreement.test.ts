import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { analysePython } from '../analyse.js';
import type { PythonVersion } from './ruff.js';

interface Snippet {
  readonly code: string;
  readonly kind: string;
  readonly ok: boolean;
  readonly message: string | null;
  readonly line: number | null;
}

const generator = fileURLToPath(new URL('../../../bench/syntax-corpus.py', import.meta.url));
const corpus = spawnSync('python3', ['-I', '-S', generator, '300', '4', '7'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const [head, ...rows] = corpus.status === 0 ? corpus.stdout.trim().split('\n') : [];
const { version = '' } = JSON.parse(head ?? '{}') as { readonly version?: string };
const known = /^3\.(?:8|9|1[0-4])$/.test(version);

unless(known ? null : 'there is no python3 of 3.8 to 3.14').describe('checkSyntax beside compile()', () => {
  const snippets = rows.map((row) => JSON.parse(row) as Snippet);
  const verdicts = snippets.map(
    ({ code }) => analysePython(code, { pythonVersion: version as PythonVersion }).syntax,
  );

  it('has a corpus of whole and of broken snippets', () => {
    expect(snippets.filter(({ ok }) => ok).length).toBeGreaterThan(400);
    expect(snippets.filter(({ ok }) => !ok).length).toBeGreaterThan(400);
  });

  it('refuses no program that Python accepts', () => {
    const refused = snippets.filter(({ ok }, index) => ok && verdicts[index]?.status !== 'valid');
    expect(refused).toEqual([]);
  });

  it('agrees with Python on 99.9 % of the snippets', () => {
    const missed = snippets.filter(({ ok }, index) => !ok && verdicts[index]?.status !== 'invalid');
    expect(missed.length / snippets.length).toBeLessThanOrEqual(0.001);
  });

  it('puts its first finding on the line that Python names, nine times in ten', () => {
    const broken = snippets.flatMap((snippet, index) => {
      const first = verdicts[index]?.findings[0];
      return snippet.ok || first === undefined || snippet.line === null ? [] : [{ snippet, first }];
    });
    const same = broken.filter(({ snippet, first }) => snippet.line === first.line);
    expect(same.length / broken.length).toBeGreaterThanOrEqual(0.9);
  });
});
