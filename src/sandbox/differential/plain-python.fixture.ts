import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText, type Observation, PROGRAM } from './observation.fixture.js';

/** The interpreter behind `python3` on PATH, or null where there is none. */
export const plainPython: string | null = findInterpreter();

function findInterpreter(): string | null {
  const named = process.env.METTLE_PYTHON;
  const { status, stdout } = spawnSync(
    named === undefined || named === '' ? 'python3' : named,
    ['-c', 'import os, sys; print(os.path.realpath(sys.executable))'],
    { encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : null;
}

/** Runs a program with the machine's own python3, in a temporary folder. Only for programs of these suites. */
export async function observePython(program: string): Promise<Observation> {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-differential-'));
  try {
    writeFileSync(join(folder, PROGRAM), program);
    const { status, stdout, stderr } = await runPython(folder);
    return { stdout, files: filesIn(folder), exitStatus: status, exception: exceptionIn(status, stderr) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runPython(
  folder: string,
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    execFile(
      plainPython ?? 'python3',
      ['-s', '-B', '-X', 'utf8', PROGRAM],
      {
        cwd: folder,
        env: { LANG: 'C.UTF-8', HOME: folder, TZ: 'UTC' },
        timeout: 60_000,
        maxBuffer: 2 ** 28,
        encoding: 'utf8',
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ status: 0, stdout, stderr });
        else if (error.signal === 'SIGINT') resolve({ status: 130, stdout, stderr });
        else if (typeof error.code === 'number') resolve({ status: error.code, stdout, stderr });
        else reject(error);
      },
    ).stdin?.end();
  });
}

function filesIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== PROGRAM && statSync(join(folder, path)).isFile())
    .sort();
  return Object.fromEntries(paths.map((path) => [path, fileText(readFileSync(join(folder, path)))]));
}

/** `ValueError: no`, from the last traceback; without one, all of stderr, where `sys.exit` writes its text. */
function exceptionIn(status: number, stderr: string): string | null {
  if (status === 0) return null;
  const lines = stderr.replace(/\n$/, '').split('\n');
  const frame = lines.findLastIndex((line) => /^ {2}File "/.test(line));
  if (frame === -1) return lines.join('\n');
  let end = frame + 1;
  while (/^ {4}| {2}\[Previous line repeated /.test(lines[end] ?? '')) end++;
  const shown = lines.slice(end).join('\n');
  const [, type = '', rest = ''] = /^([\w.<>]+)(.*)$/s.exec(shown) ?? [];
  return `${type.slice(type.lastIndexOf('.') + 1)}${rest}`;
}
