/**
 * What must hold of a checkout, in two sizes.
 *
 * Without options, within twenty minutes on two cores: as an ordinary user on Node 20 the quick tests, types, lint, layers,
 * the code in README and docs and the packed package; parts of the quick tests without Monty, without python3 and without
 * bubblewrap; the package on Node 22 and 24; and the deep suites of the modules that changed since the last full run, as
 * far as the time goes.
 *
 * `--full`: every test, every quick test in each of these places, the newest versions of the optional peers, and as root
 * what differs for root. `--record` writes into `.ci/last-full.json`, to be committed, that it passed.
 *
 * Ends with what failed and one line of the real counts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedDeepFiles, deepFiles, nextBatch, readLastFull, writeLastFull } from './deep-files.mjs';
import { afterSecondRuns, failedFiles, worthASecondRun } from './failed-files.mjs';
import { installPackages } from './python-packages.mjs';
import { Skips } from './skips.mjs';
import { ordinaryWorkplace, ownWorkplace } from './workplace.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MAIN_NODE = '20';
const OTHER_NODES = ['22', '24'];
const METTLE = ['dist/cli/main.js'];
const QUICK = ['--project=quick', '--project=quick-isolated'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
/** What confines code in other ways when the host is root, or needs root to be tried at all. */
const FOR_ROOT = ['src/sandbox/cpython/', 'src/sandbox/docker/'];
const isFull = process.argv.includes('--full');
const isRecorded = process.argv.includes('--record');
/** When the last deep suites of a short run have to be over, counted from its start. */
const SHORT_SECONDS = 17 * 60;
/** Test files at a time as root: containers compute more and wait less than the rest. */
const ROOT_WORKERS = '--maxWorkers=2';

/** What takes away every engine but one. */
const ALONE = {
  cpython: { METTLE_MONTY_BIN: '/nothing/here', METTLE_CONTAINER_PROGRAM: '/nothing/here' },
  monty: { METTLE_PYTHON: '/nothing/here', METTLE_CONTAINER_PROGRAM: '/nothing/here' },
};
/** What machines may lack, and the quick tests that a short run makes without it. */
const LACKING = {
  Monty: {
    tests: /\/(agents|ai-sdk)\/[^/]*$|\/search\/judging\//,
    env: () => ({
      METTLE_MONTY_BIN: '/nothing/here',
      // Nor can it be fetched.
      XDG_CACHE_HOME: join(place.folder, 'empty-cache'),
      HTTPS_PROXY: 'http://127.0.0.1:1',
      PIP_PROXY: 'http://127.0.0.1:1',
    }),
    isThere: async (env) => (await engines(env)).includes('monty'),
  },
  python3: {
    tests: /\/(agents|synthesis)\/[^/]*$|\/cli\/commands\/(run|agent|doctor)/,
    env: () => ({ METTLE_PYTHON: '/nothing/here' }),
    isThere: async (env) => (await engines(env)).includes('cpython'),
  },
  bubblewrap: {
    tests: /\/sandbox\/(testing|cpython)\/(?!.*attack)/,
    env: () => ({ PATH: pathWithout('bwrap') }),
    isThere: async (env) => (await place.run('bwrap', ['--version'], { env, capture: true })).status === 0,
  },
};

const totals = { passed: 0, failed: 0 };
/** What failed, a line each, said again at the end. */
const failures = [];
/** Test files that failed beside others and passed alone, a line each. */
const unstable = [];
const skips = new Skips();
/** Seconds that each deep suite took. */
const deepSeconds = {};
const startedAt = performance.now();
const isRoot = process.getuid?.() === 0;
let place = (isRoot ? ordinaryWorkplace(root) : null) ?? ownWorkplace(root, isRoot ? 'root' : 'this user');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    place.remove();
    process.exit(130);
  });
}

try {
  await asUser();
  if (isRoot && place.root === root) skips.add('tests as an ordinary user', 'this machine makes no users');
  else if (isRoot && isFull) await asRoot();
} finally {
  place.remove();
}
if (isRecorded && isFull && totals.failed === 0) writeLastFull(root, deepSeconds);
const skipped = skips.report();
for (const line of unstable) console.log(`unstable: ${line}`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

async function asUser() {
  const main = { ...(await withNode(MAIN_NODE)), ...(await realPackages()) };
  await installMonty(main);
  const version = (await nodeVersion(main)) ?? '';
  if (isFull) await tests(`every test as ${place.who}, Node ${version}`, main, []);
  else await tests(`quick tests as ${place.who}, Node ${version}`, main, QUICK);
  const others = await Promise.all(OTHER_NODES.map(async (major) => ({ major, env: await withNode(major) })));
  const later = others.filter(({ env }) => env !== null);
  for (const { major } of others.filter(({ env }) => env === null))
    skips.add(`Node ${major}`, 'the package registry did not give it');
  // Two lanes: most of this is one process after another.
  await Promise.all([
    (async () => {
      for (const check of ['types', 'lint', 'layers', 'unused'])
        await step(check, main, ['npm', 'run', '--silent', check]);
      for (const [engine, without] of Object.entries(ALONE)) await alone(engine, { ...main, ...without });
      for (const { major, env } of later)
        await counted(`package and its demo, Node ${major}`, env, [
          'node',
          'scripts/check-package.mjs',
          '--runs-only',
        ]);
    })(),
    (async () => {
      await counted('code in README and docs', main, ['node', 'scripts/run-docs-blocks.mjs']);
      await counted('package', main, ['node', 'scripts/check-package.mjs', '--from-git']);
    })(),
  ]);
  for (const name of Object.keys(LACKING)) await testsWithout(name, main);
  if (isFull) {
    for (const { major, env } of later) await tests(`quick tests, Node ${major}`, env, QUICK);
    await testsWithNewestPeers(main);
  } else await changedDeepSuites(main);
  await leavesNothing();
}

/** The quick tests where this machine lacks something: all in a full run, some in a short one. */
async function testsWithout(name, main) {
  const lacking = LACKING[name];
  const env = { ...main, ...lacking.env() };
  if (await lacking.isThere(env)) return void fail(`tests without ${name}`, `${name} is there`);
  const files = testFiles().filter((path) => !path.includes('.deep.') && lacking.tests.test(path));
  if (!isFull && files.length === 0) return void fail(`tests without ${name}`, 'no test files are named so');
  // As a fresh clone does it, which has to go on without.
  if (name === 'Monty')
    await step('what a clone lacks, without Monty', env, ['node', 'scripts/ensure-built.mjs']);
  await tests(`quick tests without ${name}`, env, isFull ? QUICK : [...QUICK, ...files]);
}

/** The deep suites of modules that changed since the last full run; says which of them there was no time for. */
async function changedDeepSuites(main) {
  const lastFull = readLastFull(root);
  let left = changedDeepFiles(root, lastFull);
  for (const path of deepFiles(root))
    if (!left.includes(path)) skips.add(path, 'its module is as the last full run saw it');
  for (;;) {
    const batch = nextBatch(left, lastFull.seconds, SHORT_SECONDS - secondsSinceStart());
    if (batch.chosen.length === 0) break;
    left = batch.left;
    await tests(`deep suites, ${left.length} left`, main, ['--project=deep', ...batch.chosen]);
  }
  for (const path of left) skips.add(path, 'left to .ci/run --full: the time of the short run was over');
}

/** The tests that use optional peers, with the newest version of each that the package allows. */
async function testsWithNewestPeers(main) {
  const name = 'tests with the newest optional peers';
  if (place.root === root) return void skips.add(name, 'it would change the packages of this checkout');
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const newest = Object.entries(peerDependencies).map(([peer, range]) => `${peer}@${range}`);
  const install = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--silent',
  ];
  const { status } = await place.run('npm', [...install, ...newest], { env: main, capture: true });
  if (status !== 0) return void skips.add(name, 'the package registry did not give them');
  const files = testFiles().filter(
    (path) =>
      !path.includes('.deep.') && /ai-sdk|\/models\/|mcp|postgres|parquet|browser|telemetry/.test(path),
  );
  await tests(name, main, [...QUICK, ...files]);
}

/** Paths of all test files. */
function testFiles() {
  return ['src', 'scripts']
    .flatMap((top) => readdirSync(join(root, top), { recursive: true }).map((path) => `${top}/${path}`))
    .filter((path) => path.endsWith('.test.ts'));
}

/** `PATH` without a program: a folder that has it gives way to one of links to all else in it. */
function pathWithout(program) {
  const folders = process.env.PATH.split(delimiter).filter((folder) => existsSync(folder));
  return folders
    .map((folder, index) => {
      if (!existsSync(join(folder, program))) return folder;
      const links = join(place.folder, `without-${program}-${index}`);
      if (existsSync(links)) return links;
      mkdirSync(links);
      for (const name of readdirSync(folder))
        if (name !== program) symlinkSync(join(folder, name), join(links, name));
      return links;
    })
    .join(delimiter);
}

/** As the first command in a fresh clone does it; what needs Monty is skipped where it cannot be had. */
async function installMonty(env) {
  headline('mettle install monty');
  const { status } = await place.run('node', [...METTLE, 'install', 'monty', '--quiet'], { env });
  if (status === 0) totals.passed++;
  else skips.add('mettle install monty', 'the package index did not give it');
}

/** The tests that differ for root, in the checkout itself. */
async function asRoot() {
  place.remove();
  place = ownWorkplace(root, 'root');
  await tests('what differs for root', {}, [...FOR_ROOT, ROOT_WORKERS]);
  await leavesNothing();
}

/** What to add to the environment so that the tests with real packages of Python have some. */
async function realPackages() {
  // In a folder of that name: dill, by which datasets tells its tables apart, takes modules of any other for the user's own code.
  const folderOf = ({ name }) => join(place.folder, name, 'site-packages');
  const install = async (set, packages, options) => {
    const folder = folderOf(set);
    mkdirSync(folder, { recursive: true });
    place.own(folder);
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-cache-dir', '--target', folder];
    const { status } = await place.run('python3', [...pip, ...options, ...packages], { capture: true });
    if (status !== 0) skips.add(`${set.name}: ${packages.join(', ')}`, 'the package index did not give them');
    return status === 0;
  };
  return installPackages(install, folderOf, isFull);
}

/** What to add to the environment so that `node` is a version; null where it cannot be had. */
async function withNode(major) {
  if (process.versions.node.startsWith(`${major}.`) && (await nodeVersion({})) !== undefined) return {};
  const folder = join(place.folder, `node-${major}`);
  mkdirSync(folder);
  place.own(folder);
  const npm = ['install', '--no-audit', '--no-fund', '--silent', '--prefix', folder, `node@${major}`];
  const { status } = await place.run('npm', npm, { capture: true });
  if (status !== 0) return null;
  return { PATH: `${join(folder, 'node_modules', 'node', 'bin')}${delimiter}${process.env.PATH}` };
}

async function nodeVersion(env) {
  const { status, stdout } = await place.run('node', ['--version'], { env, capture: true });
  return status === 0 ? stdout.trim() : undefined;
}

/** Files that failed get a second run, each alone. */
async function tests(name, env, args) {
  headline(name);
  const { status, result } = await vitest(env, args);
  if (result === null) return void fail(name, 'no test ran');
  skips.addTests(result.testResults);
  for (const { name: path, startTime, endTime } of result.testResults)
    if (path.endsWith('.deep.test.ts'))
      deepSeconds[relative(place.root, path)] = (endTime - startTime) / 1000;
  const failed = failedFiles(result.testResults);
  const projects = args.filter((arg) => arg.startsWith('--project'));
  const passedAlone = new Set();
  for (const { path, name: file } of worthASecondRun(failed)) {
    headline(`${file}, alone`);
    const again = await vitest(env, [path, ...projects]);
    if (again.status === 0 && again.result !== null) passedAlone.add(path);
  }
  const verdict = afterSecondRuns(failed, passedAlone);
  totals.passed += result.numPassedTests + verdict.recovered;
  totals.failed += verdict.failures.length;
  failures.push(...verdict.failures.map((failure) => `${name}: ${failure}`));
  unstable.push(...verdict.unstable.map((line) => `${line} (${name})`));
  if (status !== 0 && failed.length === 0) fail(name, `exit code ${status}`);
}

/** Runs tests; the status, and vitest's JSON report or null where it wrote none. */
async function vitest(env, args) {
  const report = join(place.folder, 'vitest.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = await place.run('node', [...VITEST, ...args, ...reporters], { env });
  return { status, result: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null };
}

/** What runs beside others prints when it has ended. */
async function step(name, env, [command, ...args]) {
  const result = await place.run(command, args, { env, capture: true });
  headline(name);
  process.stdout.write(result.stdout);
  passes(name, result);
}

/** The main job. What it prints is data, and nothing to read here. */
async function demo(name, env) {
  const out = join(place.folder, 'demo');
  const args = [...METTLE, 'demo', '--quiet', '--json', '--out', out];
  const result = await place.run('node', args, { env, capture: true });
  headline(name);
  passes(name, result);
  rmSync(out, { recursive: true, force: true });
}

/** The main job where one engine is all there is. */
async function alone(engine, env) {
  const names = (await engines(env)).join(', ');
  if (names === '') skips.add(`demo with ${engine} alone`, 'it does not run here');
  else if (names !== engine) fail(`demo with ${engine} alone`, `there is ${names}`);
  else await demo(`demo with ${engine} alone`, env);
}

/** The names of the engines that run. */
async function engines(env) {
  const { stdout } = await place.run('node', [...METTLE, 'doctor', '--json'], { env, capture: true });
  const available = JSON.parse(stdout).engines.filter((found) => found.available);
  return available.map(({ name }) => name);
}

function passes(name, { status }) {
  if (status === 0) totals.passed++;
  else fail(name, `exit code ${status}`);
}

async function counted(name, env, [command, ...args]) {
  const { status, stdout } = await place.run(command, args, { env, capture: true });
  headline(name);
  process.stdout.write(stdout);
  const last = stdout.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) return void fail(name, `exit code ${status}, no counts`);
  const counts = JSON.parse(last);
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  for (const { name: skipped, reason } of counts.skipped ?? []) skips.add(skipped, reason);
  if (status !== 0 && counts.failed === 0) fail(name, `exit code ${status}`);
}

async function leavesNothing() {
  const name = `what ${place.who} leaves behind`;
  headline(name);
  const found = await place.leftovers();
  for (const line of found) console.log(line);
  if (found.length === 0) totals.passed++;
  else fail(name, `${found.length} thing(s) left, see above`);
}

function headline(name) {
  console.log(`\n── ${name} (${secondsSinceStart().toFixed(0)} s)`);
}

function secondsSinceStart() {
  return (performance.now() - startedAt) / 1000;
}

function fail(name, reason) {
  totals.failed++;
  failures.push(`${name}: ${reason}`);
  console.log(`FAILED: ${name}: ${reason}`);
}
