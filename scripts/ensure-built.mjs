/**
 * Does what a fresh clone still lacks: installs the dependencies, compiles, fetches Monty (not `--without-monty`), and
 * says so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { restoreGlobalFolder } from './global-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const [major] = process.versions.node.split('.').map(Number);
if (major < 20)
  fail(`Mettle needs Node 20 or newer; this is ${process.version}. Install it from https://nodejs.org.`);

// No dependency has scripts to run, and our own `prepare` is this file.
if (!isInstalled()) {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  run('Installing dependencies', 'npm', args, withoutInstallOptions(process.env));
}

restoreGlobalFolder(root, process.env);

const entry = join(root, 'dist', 'cli', 'main.js');
if (!existsSync(entry) || changedAt(entry) < newestSource(join(root, 'src'))) {
  run('Compiling', process.execPath, [join(root, 'scripts', 'build.mjs')]);
}

if (!process.argv.includes('--without-monty') && !(await hasMonty())) {
  // Everything works on CPython alone: a machine that cannot fetch it goes on without.
  const { status } = spawnSync(process.execPath, [entry, 'install', 'monty'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.stderr.write('Going on without the engine monty.\n');
}

/** Whether there is a Monty of the right version here. */
async function hasMonty() {
  const { sharedEngine } = await import(pathToFileURL(join(root, 'dist', 'sandbox', 'index.js')).href);
  return (await sharedEngine('monty').probe()).available;
}

/** Whether `node_modules` holds what the lock file says; optional parts of other platforms may be absent. */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
}

/**
 * The environment without what an npm around this one was told about its own installation: `npm install -g` of a git
 * address hands `global` and its prefix to the `prepare` script.
 */
function withoutInstallOptions(environment) {
  const theirs =
    /^npm_config_(global|location|prefix|local_prefix|omit|only|production|dry_run|package_lock_only)$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !theirs.test(name)));
}

function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function newestSource(folder) {
  let newest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) newest = Math.max(newest, newestSource(path));
    else if (!entry.name.endsWith('.test.ts')) newest = Math.max(newest, changedAt(path));
  }
  return newest;
}

function run(what, command, args, env = process.env) {
  process.stderr.write(
    `${what} (${[command.split('/').at(-1), ...args.map((arg) => arg.replace(`${root}/`, ''))].join(' ')}) …\n`,
  );
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell, env });
  if (error) fail(`${what} failed: ${error.message}`);
  if (status !== 0) fail(`${what} failed. Its own words are above.`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(3);
}
