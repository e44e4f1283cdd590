/**
 * Whether files of public repositories, run as scripts in the sandbox over a view of their repository, print what they print
 * for the machine's own python3. That one runs in bubblewrap, without a network: nothing that was fetched is trusted.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileTree } from '../../dist/filesystem/index.js';
import { createSandbox } from '../../dist/sandbox/index.js';
import { fetchRepository, filesBelow } from './fetch-packages.mjs';

const SECONDS = 10;

export async function tryRepositories(pins, cache) {
  const results = [];
  for (const pin of pins) {
    const what = `scripts of ${pin.name}`;
    const { folder, skipped } = fetchRepository(pin, join(cache, 'git'));
    const absent =
      skipped ?? (spawnSync('bwrap', ['--version']).status === 0 ? undefined : 'there is no bwrap');
    results.push(
      absent === undefined
        ? { what, ...(await tryScripts(folder, pin.below)) }
        : { what, tried: 0, faults: {}, skipped: absent },
    );
  }
  return results;
}

async function tryScripts(folder, below) {
  const paths = below.flatMap((name) =>
    filesBelow(join(folder, name), '.py').map((path) => join(name, path)),
  );
  const faults = {};
  let tried = 0;
  const view = createFileTree({ base: folder });
  const sandbox = await createSandbox({ engine: 'cpython', tree: view, limits: { timeoutSeconds: SECONDS } });
  const copies = [1, 2].map((seed) => {
    const copy = mkdtempSync(join(tmpdir(), 'mettle-real-'));
    cpSync(folder, copy, { recursive: true });
    return { copy, seed };
  });
  for (const path of paths) {
    // What differs between two runs, or asks for what isn't installed, says nothing.
    const [first, second] = await Promise.all(copies.map(({ copy, seed }) => bare(copy, path, seed)));
    if (first === null || first.text !== second?.text || first.error === 'ModuleNotFoundError') continue;
    tried++;
    const own = await sandbox.fork();
    const result = await own.run(readFileSync(join(folder, path), 'utf8'), { file: `./${path}` });
    await own.close();
    const error = result.ok ? '' : (result.error.type ?? result.error.kind);
    if (error !== first.error)
      faults[path] =
        `ends with ${error || 'success'}, python3 with ${first.error || 'success'}: ${result.error?.message ?? ''}`;
    else if (result.stdout !== first.text) faults[path] = difference(result.stdout, first.text);
  }
  await sandbox.close();
  for (const { copy } of copies) rmSync(copy, { recursive: true, force: true });
  return { tried, faults };
}

/** What a script prints and the type of error it ends with; null where it takes too long. */
function bare(copy, path, seed) {
  const confined = [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/tmp',
    '--bind',
    copy,
    copy,
  ];
  const args = [
    ...confined,
    '--chdir',
    copy,
    '--unshare-all',
    '--die-with-parent',
    'python3',
    '-S',
    '-B',
    path,
  ];
  const child = spawn('bwrap', args, {
    env: { PATH: process.env.PATH, PYTHONHASHSEED: String(seed), LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: SECONDS * 1000,
    killSignal: 'SIGKILL',
  });
  const out = [];
  const err = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const said = Buffer.concat(err).toString().trim();
      // A script that doesn't compile has no traceback.
      const isRaised =
        said.includes('Traceback (most recent call last)') || /^\s*File ".*", line \d+$/m.test(said);
      const raised = isRaised && /^[\w.]+/.exec(said.split('\n').at(-1));
      const error = code === 0 ? '' : raised ? raised[0] : 'SystemExit';
      resolve(code === null ? null : { text: Buffer.concat(out).toString(), error });
    });
  });
}

function difference(ours, theirs) {
  const at = [...ours].findIndex((character, index) => character !== theirs[index]);
  const from = Math.max(0, (at === -1 ? ours.length : at) - 20);
  return `prints ${JSON.stringify(ours.slice(from, from + 60))}, python3 ${JSON.stringify(theirs.slice(from, from + 60))}`;
}
