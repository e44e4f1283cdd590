import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findDialectGaps, parsePython, rewriteForMonty } from 'mettle/python';
import type { BenchSuite, Figure } from './harness.js';

/** The share of programs that Monty runs alone, with and without rewrites, and what the rewrites cost. */
export const suite: BenchSuite = {
  name: 'dialect-coverage',
  comparisons: () => [
    {
      name: 'rewrite of 10 lines',
      subject: { name: 'rewriteForMonty', run: () => void rewriteForMonty(TEN_LINES) },
      baseline: { name: 'parsePython alone', run: () => void parsePython(TEN_LINES) },
      rounds: 300,
      warmup: 300,
      claim: { medianSeconds: 0.001 },
    },
    {
      name: 'gaps of 10 lines',
      subject: { name: 'findDialectGaps', run: () => void findDialectGaps(TEN_LINES) },
      baseline: { name: 'parsePython alone', run: () => void parsePython(TEN_LINES) },
      rounds: 300,
      warmup: 300,
      claim: { medianSeconds: 0.001 },
    },
    {
      name: 'rewrite of 1+1',
      subject: { name: 'rewriteForMonty', run: () => void rewriteForMonty('1+1') },
      baseline: { name: 'parsePython alone', run: () => void parsePython('1+1') },
      rounds: 300,
      warmup: 300,
    },
  ],
  figures: () => {
    const monty = findMonty();
    if (monty === null) return [];
    return [...humanEval(monty), ...corpus(monty)];
  },
};

const TEN_LINES = `import heapq
from collections import Counter
def top(words, n):
    counts = Counter(words)
    heap = [(-count, word) for word, count in counts.items()]
    heapq.heapify(heap)
    pair = [0, 1]
    pair[0], pair[1] = pair[1], pair[0]
    return [heapq.heappop(heap)[1] for _ in range(min(n, len(heap)))]
print(top("the cat the dog a cat".split(), 2))
`;

/** A program and what it must print; null where ending well is all that is asked. */
interface Program {
  readonly code: string;
  readonly stdout: string | null;
}

function humanEval(monty: string): readonly Figure[] {
  const file = resolve('..', 'shared', 'data', 'humaneval', 'HumanEval-first-82.jsonl');
  if (!existsSync(file)) {
    process.stderr.write('dialect-coverage: HumanEval left out, ../shared/data/humaneval is not there\n');
    return [];
  }
  const programs = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const task = JSON.parse(line) as Readonly<Record<string, string>>;
      const code = `${task.prompt}${task.canonical_solution}\n${task.test}\ncheck(${task.entry_point})\n`;
      return { code, stdout: null };
    });
  return shares('HumanEval reference solutions', programs, monty);
}

function corpus(monty: string): readonly Figure[] {
  const folder = resolve('src', 'python', 'dialect', '__fixtures__');
  const python = spawnSync('python3', ['--version']).status === 0;
  if (!existsSync(folder) || !python) {
    process.stderr.write('dialect-coverage: the corpus left out, it needs the sources and python3\n');
    return [];
  }
  const programs = readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .map((name) => {
      const code = readFileSync(join(folder, name), 'utf8');
      const run = inFolder(code, () => ['python3', '-I', '-S']);
      return { code, stdout: run.stdout };
    });
  return shares('ordinary programs', programs, monty);
}

function shares(name: string, programs: readonly Program[], monty: string): readonly Figure[] {
  const percent = (ready: (code: string) => string): number =>
    (100 * programs.filter((program) => runsAlone(program, ready(program.code), monty)).length) /
    programs.length;
  return [
    { name: `${name} that Monty runs, rewrites off`, value: percent((code) => code), unit: '%' },
    { name: `${name} that Monty runs, rewrites on`, value: percent(rewritten), unit: '%' },
  ];
}

function runsAlone(program: Program, code: string, monty: string): boolean {
  const run = inFolder(code, (folder) => [monty, '--max-duration', '20', '--mount', `${folder}::/::rw`]);
  return run.ok && (program.stdout === null || run.stdout === program.stdout);
}

function rewritten(code: string): string {
  const { code: ready, prelude } = rewriteForMonty(code);
  const sources = prelude.map((name) =>
    readFileSync(join('dist', 'sandbox', 'monty', 'prelude', `${name}.py`), 'utf8'),
  );
  return [...sources, ready].join('\n');
}

function inFolder(
  code: string,
  command: (folder: string) => readonly string[],
): { readonly ok: boolean; readonly stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-bench-'));
  try {
    const file = join(folder, 'program.py');
    writeFileSync(file, code);
    const [binary = '', ...args] = command(folder);
    const run = spawnSync(binary, [...args, file], { cwd: folder, encoding: 'utf8', timeout: 30_000 });
    return { ok: run.status === 0, stdout: run.stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findMonty(): string | null {
  try {
    const entry = createRequire(resolve('package.json')).resolve(
      '@pydantic/monty-linux-x64-gnu/package.json',
    );
    return join(dirname(entry), 'monty');
  } catch {
    process.stderr.write('dialect-coverage: shares left out, the Monty binary is not installed\n');
    return null;
  }
}
