/**
 * Which deep suites a short run of CI takes: those of the modules that have changed since the last full run, newest change
 * first. `.ci/last-full.json` says what that run saw: git's hash of each module's folder, and how long each deep suite took.
 * Only hashes are compared, so a clone without history knows as much as one with all of it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a suite counts that no full run has timed. */
const UNKNOWN_SECONDS = 90;
/** Test files that run at a time. */
const WORKERS = 3;

/**
 * @typedef {object} LastFull
 * @property {Readonly<Record<string, string>>} modules git's hash of each module's folder, such as `src/search` or `examples/demo`
 * @property {Readonly<Record<string, number>>} seconds of each deep suite, by its path
 */

/** What holds modules, each in a folder of its own. */
const PLACES = ['src', 'examples'];

/** Where the last full run is written down. */
function lastFullPath(root) {
  return join(root, '.ci', 'last-full.json');
}

/** The last full run; nothing is known where there was none. @returns {LastFull} */
export function readLastFull(root) {
  const path = lastFullPath(root);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { modules: {}, seconds: {} };
}

/** Writes down that a full run passed, which took `seconds` for each deep suite. */
export function writeLastFull(root, seconds) {
  const sorted = Object.fromEntries(
    Object.entries(seconds)
      .map(([path, time]) => [path, Math.ceil(time)])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  const content = { modules: moduleHashes(root), seconds: sorted };
  writeFileSync(lastFullPath(root), `${JSON.stringify(content, null, 2)}\n`);
}

/** The deep suites of the modules that have changed, newest change first, then by path. */
export function changedDeepFiles(root, lastFull) {
  const hashes = moduleHashes(root);
  const files = deepFiles(root).filter((path) => {
    const module = path.split('/').slice(0, 2).join('/');
    return hashes[module] === undefined || hashes[module] !== lastFull.modules[module];
  });
  const folders = new Set(files.map((path) => path.slice(0, path.lastIndexOf('/'))));
  const times = new Map([...folders].map((folder) => [folder, changedAt(root, folder)]));
  const timeOf = (path) => times.get(path.slice(0, path.lastIndexOf('/')));
  return files.sort((left, right) => timeOf(right) - timeOf(left) || (left < right ? -1 : 1));
}

/**
 * The next suites to run together, and what is left: as many as fit into `seconds`, in order; none where not even one does.
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, number>>} times seconds of each suite, as far as they are known
 */
export function nextBatch(files, times, seconds) {
  const chosen = [];
  let sum = 0;
  for (const path of files) {
    const time = times[path] ?? UNKNOWN_SECONDS;
    if (time > seconds || (sum + time) / WORKERS > seconds || chosen.length === 2 * WORKERS) continue;
    chosen.push(path);
    sum += time;
  }
  return { chosen, left: files.filter((path) => !chosen.includes(path)) };
}

/** Paths of all deep suites. */
export function deepFiles(root) {
  return PLACES.filter((place) => existsSync(join(root, place)))
    .flatMap((place) =>
      readdirSync(join(root, place), { recursive: true }).map(
        (path) => `${place}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => path.endsWith('.deep.test.ts'))
    .sort();
}

/** Git's hash of each module's folder in the last commit; nothing where there is no git. */
function moduleHashes(root) {
  const lines = git(root, ['ls-tree', '-d', 'HEAD', ...PLACES.map((place) => `${place}/`)]).split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, hash, name] = /^\d+ tree (\w+)\t(.+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, hash]];
    }),
  );
}

/** When a folder changed last, in seconds since 1970; 0 where git doesn't know. */
function changedAt(root, folder) {
  return Number(git(root, ['log', '-1', '--format=%ct', '--', folder]).trim());
}

function git(root, args) {
  const { status, stdout } = spawnSync('git', ['-c', `safe.directory=${root}`, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout : '';
}
