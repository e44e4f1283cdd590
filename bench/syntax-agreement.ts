/**
 * How often the syntax check and this machine's `compile()` agree, on snippets of its library and mutants of them; with
 * METTLE_SYNTAX_CORPUS, a folder of wheels or Python files, on snippets of those.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { analysePython, type PythonVersion } from 'mettle/python';
import type { BenchSuite, Figure } from './harness.js';

interface Snippet {
  readonly code: string;
  readonly ok: boolean;
  readonly message: string | null;
  readonly line: number | null;
}

export const suite: BenchSuite = { name: 'syntax agreement with compile()', figures: measure };

function measure(): readonly Figure[] {
  const script = resolve('bench/syntax-corpus.py');
  const folder = process.env.METTLE_SYNTAX_CORPUS;
  const from = folder === undefined ? [] : [resolve(folder)];
  const { status, stdout } = spawnSync('python3', ['-I', '-S', script, '4500', '4', '0', ...from], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) return [{ name: 'skipped: python3 does not run here', value: 0, unit: 'snippets' }];
  const [head = '{}', ...rows] = stdout.trim().split('\n');
  const { version } = JSON.parse(head) as { readonly version: PythonVersion };
  const tally = { agree: 0, refused: 0, missed: 0, broken: 0, line: 0, message: 0 };
  const start = performance.now();
  for (const row of rows) count(JSON.parse(row) as Snippet, version, tally);
  const seconds = (performance.now() - start) / 1000;
  return [
    { name: `snippets (compile() of Python ${version})`, value: rows.length, unit: '', claim: '≥ 10,000' },
    { name: 'agreement', value: (100 * tally.agree) / rows.length, unit: '%', claim: '≥ 99.99 %' },
    { name: 'valid programs refused', value: tally.refused, unit: '', claim: '0' },
    { name: 'invalid programs accepted', value: tally.missed, unit: '' },
    { name: 'first finding on the same line', value: (100 * tally.line) / tally.broken, unit: '%' },
    { name: 'first finding in the same words', value: (100 * tally.message) / tally.broken, unit: '%' },
    { name: 'time for a snippet', value: (1e6 * seconds) / rows.length, unit: 'µs' },
  ];
}

function count(
  snippet: Snippet,
  pythonVersion: PythonVersion,
  tally: { agree: number; refused: number; missed: number; broken: number; line: number; message: number },
): void {
  const { status, findings } = analysePython(snippet.code, { pythonVersion }).syntax;
  if ((status === 'valid') === snippet.ok) tally.agree++;
  else if (snippet.ok) tally.refused++;
  else tally.missed++;
  const [first] = findings;
  if (snippet.ok || first === undefined) return;
  tally.broken++;
  if (first.line === snippet.line) tally.line++;
  if (first.message === snippet.message) tally.message++;
}
