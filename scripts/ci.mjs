/**
 * Everything that must hold of a clean checkout: the tests on this Node and on Node 24, types, lint, layers, the
 * code in README and docs, and the packed package. Ends with one line of the real counts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const OTHER_NODE = '24';
const totals = { passed: 0, failed: 0, skipped: 0 };
const startedAt = performance.now();

mkdirSync(join(root, '.cache'), { recursive: true });
tests('tests', process.env);
step('types', ['npm', 'run', '--silent', 'types']);
step('lint', ['npm', 'run', '--silent', 'lint']);
step('layers', ['npm', 'run', '--silent', 'layers']);
counted('code in README and docs', ['node', 'scripts/run-docs-blocks.mjs']);
counted('package', ['node', 'scripts/check-package.mjs']);
onOtherNode();

console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

function tests(name, env) {
  headline(name);
  const report = join(root, '.cache', 'vitest.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync('npm', ['test', '--', ...reporters], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (!existsSync(report)) return void fail(name, 'no test ran');
  const result = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests;
  totals.skipped += result.numPendingTests + result.numTodoTests;
  for (const file of result.testResults) {
    for (const test of file.assertionResults)
      if (test.status === 'pending' || test.status === 'skipped') console.log(`skipped: ${test.fullName}`);
  }
  if (status !== 0 && result.numFailedTests === 0) fail(name, `exit code ${status}`);
}

function step(name, [command, ...args]) {
  headline(name);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) totals.passed++;
  else fail(name, `exit code ${status}`);
}

function counted(name, [command, ...args]) {
  headline(name);
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  const last = stdout.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) return void fail(name, `exit code ${status}, no counts`);
  const counts = JSON.parse(last);
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  if (status !== 0 && counts.failed === 0) fail(name, `exit code ${status}`);
}

function onOtherNode() {
  headline(`Node ${OTHER_NODE}`);
  if (process.versions.node.startsWith(`${OTHER_NODE}.`))
    return void skip(`Node ${OTHER_NODE}`, 'it is the one that ran above');
  const folder = mkdtempSync(join(tmpdir(), 'mettle-node-'));
  try {
    const install = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefix', folder, `node@${OTHER_NODE}`],
      { encoding: 'utf8' },
    );
    if (install.status !== 0) return void skip(`Node ${OTHER_NODE}`, 'the package registry did not give it');
    const env = {
      ...process.env,
      PATH: `${join(folder, 'node_modules', 'node', 'bin')}${delimiter}${process.env.PATH}`,
    };
    tests(`tests on Node ${OTHER_NODE}`, env);
    const demo = join(folder, 'demo');
    const { status } = spawnSync(
      'npm',
      ['run', '--silent', 'demo', '--', '--quiet', '--json', '--out', demo],
      { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    if (status === 0) totals.passed++;
    else fail(`demo on Node ${OTHER_NODE}`, `exit code ${status}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function headline(name) {
  console.log(`\n── ${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
}

function fail(name, reason) {
  totals.failed++;
  console.log(`FAILED: ${name}: ${reason}`);
}

function skip(name, reason) {
  totals.skipped++;
  console.log(`skipped: ${name}: ${reason}`);
}
