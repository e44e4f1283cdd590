import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What running a program came to. */
export interface ProgramRun {
  readonly stdout: string;
  /** The class name of the exception that ended it; empty when it ended well. */
  readonly exception: string;
  /** The last line of stderr, when it did not end well. */
  readonly message: string;
}

const preludeFolder = fileURLToPath(new URL('../../sandbox/monty/prelude/', import.meta.url));

/** The Monty binary; null where this machine has none. */
export const montyBinary: string | null = findMonty();

/** A python3 of at least 3.10; null where this machine has none. */
export const pythonBinary: string | null = findPython();

/** Runs a program in Monty's command line, the named prelude files before it, in a folder of its own. */
export function runInMonty(code: string, prelude: readonly string[] = []): ProgramRun {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-dialect-'));
  try {
    const file = join(folder, 'program.py');
    writeFileSync(file, withPrelude(code, prelude));
    const args = ['--max-duration', '10', '--mount', `${folder}::/::rw`, file];
    const done = spawnSync(montyBinary ?? '', args, { encoding: 'utf8', timeout: 20_000 });
    const last = done.status === 0 ? '' : (plain(done.stderr).trim().split('\n').at(-1) ?? '');
    const exception = /^(?:.*error: )?(\w+)(?::|$)/.exec(last)?.[1] ?? last;
    return { stdout: done.stdout, exception, message: last };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a program ended in Monty's command line because it told of a difference, which only a sandbox takes. */
export function isNotice(message: string): boolean {
  return message.includes("'os.getenv' is not supported");
}

/** Runs programs in CPython, one process for all, each in a namespace and a folder of its own. */
export function runInPython(programs: readonly string[]): readonly ProgramRun[] {
  if (pythonBinary === null) return [];
  const done = spawnSync(pythonBinary, ['-I', '-S', '-X', 'utf8', '-c', RUN_ALL], {
    input: JSON.stringify(programs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 50_000,
  });
  return JSON.parse(done.stdout) as ProgramRun[];
}

const RUN_ALL = `
import contextlib, io, json, os, sys, tempfile
answers = []
for program in json.load(sys.stdin):
    out, error = io.StringIO(), None
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(out):
        os.chdir(folder)
        try:
            exec(compile(program, 'program.py', 'exec', dont_inherit=True), {'__name__': '__main__'})
        except BaseException as caught:
            error = caught
        os.chdir('/')
    name = '' if error is None else type(error).__name__
    answers.append({'stdout': out.getvalue(), 'exception': name, 'message': name and f'{name}: {error}'})
print(json.dumps(answers))
`;

/** A rewritten program for CPython, which must leave annotations alone as Monty does. */
export function forPython(code: string, prelude: readonly string[]): string {
  return `from __future__ import annotations\n${withPrelude(code, prelude)}`;
}

/** The text of a prelude file. */
export function preludeSource(name: string): string {
  return readFileSync(join(preludeFolder, `${name}.py`), 'utf8');
}

function withPrelude(code: string, prelude: readonly string[]): string {
  return [...prelude.map(preludeSource), code].join('\n');
}

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`);

function plain(text: string): string {
  return text.split(COLOUR).join('');
}

function findMonty(): string | null {
  const named = process.env.METTLE_MONTY_BIN;
  if (named !== undefined && existsSync(named)) return named;
  try {
    const entry = createRequire(import.meta.url).resolve('@pydantic/monty-linux-x64-gnu/package.json');
    const binary = join(dirname(entry), 'monty');
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

function findPython(): string | null {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  for (const folder of folders) {
    const binary = join(folder, 'python3');
    if (!existsSync(binary)) continue;
    const check = spawnSync(binary, ['-I', '-S', '-c', 'import sys; assert sys.version_info >= (3, 10)']);
    if (check.status === 0) return binary;
  }
  return null;
}
