import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../../core/index.js';
import { unless } from '../../../testing/unless.fixture.js';
import { noise, surnames, useTaskFolder } from './evolve.fixture.js';

const MAIN = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const tasks = useTaskFolder();
const { put } = tasks;

/** Ends the process without a word just before it gives a file its name for the n-th time. */
function killAt(rename: number): string {
  return `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const rename = fs.promises.rename;
    let count = 0;
    fs.promises.rename = async (from, to) => {
      if (++count < ${rename}) return rename(from, to);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    };
    syncBuiltinESMExports();
  `)}`;
}

function start(folder: string, argv: readonly string[], preload?: string): ChildProcess {
  const options = preload === undefined ? [] : ['--import', preload];
  return spawn(process.execPath, [...options, MAIN, 'evolve', ...argv], { cwd: folder });
}

/** What is in the folder besides files that were never given a name. */
async function visible(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
}

unless(existsSync(MAIN) ? null : 'the package is not built').describe('mettle evolve --out, killed', () => {
  const folderOf = (name: string): string => join(tasks.folder, name);

  /** The end of a process: its exit code or the signal. */
  const endOf = async (child: ChildProcess): Promise<unknown> => {
    child.stdout?.resume();
    child.stderr?.resume();
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? code;
  };

  /** Whether the files are of one run, as the lineage says. */
  const isWhole = async (out: string): Promise<boolean> => {
    const read = (name: string): Promise<string> => readFile(join(out, name), 'utf8');
    const lineage = JSON.parse(await read('names.lineage.json'));
    return (
      lineage.script.sha256 === sha256(await read('names.py')) &&
      lineage.tests.sha256 === sha256(await read('test_names.py'))
    );
  };

  it.each([1, 2, 3])(
    'leaves no script without its tests and lineage when it ends before file %i of 3, and the next run makes all whole',
    { timeout: 300_000 },
    async (file) => {
      const out = folderOf('out');
      const names = ['test_names.py', 'names.lineage.json', 'names.py'];
      await put('names.json', surnames);
      expect(await endOf(start(tasks.folder, ['names.json', '--out', 'out'], killAt(file)))).toBe('SIGKILL');
      expect(await visible(out)).toEqual(names.slice(0, file - 1).sort());
      expect(await endOf(start(tasks.folder, ['names.json', '--out', 'out']))).toBe(0);
      expect(await isWhole(out)).toBe(true);
      // Over the files of another run: the hashes tell that they are of two.
      const before = await readFile(join(out, 'names.py'), 'utf8');
      const examples = surnames.examples.map(({ input, output }) => ({
        input,
        output: String(output).toLowerCase(),
      }));
      await put('names.json', { examples });
      await endOf(start(tasks.folder, ['names.json', '--out', 'out'], killAt(file)));
      expect(await visible(out)).toEqual([...names].sort());
      expect(await isWhole(out)).toBe(file === 1);
      expect(await readFile(join(out, 'names.py'), 'utf8')).toBe(before);
      expect(await endOf(start(tasks.folder, ['names.json', '--out', 'out']))).toBe(0);
      expect(await isWhole(out)).toBe(true);
      if (hasPython) expect(spawnSync('python3', ['-B', join(out, 'test_names.py')]).status).toBe(0);
    },
  );

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('says what it has at %s, and writes it', { timeout: 300_000 }, async (signal, code) => {
    await mkdir(folderOf('tasks'));
    await put('tasks/a.json', surnames);
    await put('tasks/b.json', noise);
    const limits = ['--max-evaluations', '100000000', '--budget-seconds', '3000', '--jobs', '1'];
    const child = start(tasks.folder, ['tasks', '--out', 'out', ...limits]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let [stdout, stderr, isSent] = ['', '', false];
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      // The first task is done, and the second one has begun.
      if (isSent || !stderr.includes('tasks  1/2')) return;
      isSent = child.kill(signal);
    });
    expect((await once(child, 'close'))[0]).toBe(code);
    expect(stdout).toMatch(/^a +solved/m);
    expect(stdout).toMatch(/^b +abstained .* interrupted$/m);
    expect(stderr).toContain('Stopped after 2 of 2 tasks; the same command with --resume continues.\n');
    expect(await visible(folderOf('out'))).toEqual(['a.lineage.json', 'a.py', 'test_a.py', 'training']);
  });
});
