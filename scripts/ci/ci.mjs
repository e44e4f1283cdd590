/**
 * Everything that must hold of a clean checkout. On Node 20: every test as an ordinary user, those that differ for
 * root as root, types, lint, layers, the code in README and docs, the packed package. On later versions: the quick
 * tests of what leans on Node, shared among them, the package and the demo. Ends with what failed and one line of the
 * real counts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterSecondRuns, failedFiles, worthASecondRun } from './failed-files.mjs';
import { Skips } from './skips.mjs';
import { ordinaryWorkplace, ownWorkplace } from './workplace.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MAIN_NODE = '20';
const OTHER_NODES = ['22', '24'];
const METTLE = ['dist/cli/main.js'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
/** What confines code in other ways when the host is root, or needs root to be tried at all. */
const FOR_ROOT = ['src/sandbox/cpython/', 'src/sandbox/docker/'];
/** What computes, or runs in Python: Node's version hardly matters to it. */
const FOR_ONE_NODE = ['src/search/', 'src/requirements/behaviour/', 'src/sandbox/cpython/'];
/** Test files at a time as root: containers compute more and wait less than the rest. */
const ROOT_WORKERS = '--maxWorkers=2';

const REAL_PACKAGES = ['numpy', 'pandas', 'matplotlib', 'pytest'];
/** What takes away every engine but one. */
const ALONE = {
  cpython: { METTLE_MONTY_BIN: '/nothing/here', METTLE_CONTAINER_PROGRAM: '/nothing/here' },
  monty: { METTLE_PYTHON: '/nothing/here', METTLE_CONTAINER_PROGRAM: '/nothing/here' },
};

const totals = { passed: 0, failed: 0 };
/** What failed, a line each, said again at the end. */
const failures = [];
/** Test files that failed beside others and passed alone, a line each. */
const unstable = [];
const skips = new Skips();
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
  else if (isRoot) await asRoot();
} finally {
  place.remove();
}
const skipped = skips.report();
for (const line of unstable) console.log(`unstable: ${line}`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

async function asUser() {
  const main = { ...(await withNode(MAIN_NODE)), ...(await realPackages()) };
  await installMonty(main);
  await tests(`every test as ${place.who}, Node ${(await nodeVersion(main)) ?? ''}`, main, []);
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
  // Each later version runs a part of them, as both would take longer than all of this may.
  for (const [index, { major, env }] of later.entries()) {
    const shard = `--shard=${index + 1}/${later.length}`;
    const projects = ['--project=quick', '--project=quick-isolated'];
    await tests(`quick tests, Node ${major}`, env, [...projects, shard, ...testsThatLeanOnNode()]);
  }
  await leavesNothing();
}

/** Paths of test files. Vitest has no option that leaves folders out of its projects. */
function testsThatLeanOnNode() {
  return ['src', 'scripts']
    .flatMap((top) => readdirSync(join(root, top), { recursive: true }).map((path) => `${top}/${path}`))
    .filter((path) => path.endsWith('.test.ts') && !FOR_ONE_NODE.some((folder) => path.startsWith(folder)));
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
  const folder = join(place.folder, 'packages');
  mkdirSync(folder);
  place.own(folder);
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-cache-dir', '--target', folder, ...REAL_PACKAGES];
  const { status } = await place.run('python3', pip, { capture: true });
  return status === 0 ? { METTLE_TEST_PACKAGES: folder } : {};
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
  const { stdout } = await place.run('node', [...METTLE, 'doctor', '--json'], { env, capture: true });
  const available = JSON.parse(stdout).engines.filter((found) => found.available);
  const names = available.map(({ name }) => name).join(', ');
  if (names === '') skips.add(`demo with ${engine} alone`, 'it does not run here');
  else if (names !== engine) fail(`demo with ${engine} alone`, `there is ${names}`);
  else await demo(`demo with ${engine} alone`, env);
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
  console.log(`\n── ${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
}

function fail(name, reason) {
  totals.failed++;
  failures.push(`${name}: ${reason}`);
  console.log(`FAILED: ${name}: ${reason}`);
}
