/**
 * How much of a folder's behaviour its tests hold: makes small faults, of the kinds that Stryker makes, in a sample of
 * its lines, runs the tests beside each, and tells which faults survived.
 *
 *     npm run test:mutants -- trajectories --sample 60 --seed 0
 *     npm run test:mutants -- training/rewards src/training/judge-output.ts --quick   # without the deep tests
 *     npm run test:mutants -- trajectories --only 3,17 --tests 40                     # those of the sample, by more tests
 *
 * Tests run in a copy of the tree, one mutant at a time. Each gets the nearest quick tests of its module that import its
 * file, and where they pass the nearest deep ones; the first that fails kills it. Code that only states types, imports and the texts of errors
 * are left as they are.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants/mutants-of.mjs';
import { sampleOf } from './mutants/sample.mjs';
import { sourcesOf, testsOf } from './mutants/tests-of.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '0' },
    timeout: { type: 'string', default: '120' },
    tests: { type: 'string', default: '6' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (positionals.length === 0)
  throw new Error('Name a folder or a file: npm run test:mutants -- trajectories');

const timeout = Number(values.timeout);
const files = positionals.flatMap((place) => sourcesOf(root, place));
const all = files.flatMap((file) =>
  mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, ...mutant })),
);
const sample = sampleOf(all, Number(values.sample), Number(values.seed));
const chosen = values.only?.split(',').map(Number) ?? sample.map((_mutant, index) => index + 1);
console.log(`${sample.length} of ${all.length} mutants in ${files.length} files`);

const copy = mkdtempSync(join(tmpdir(), 'mettle-mutants-'));
/** Tests that were seen to pass without a mutant. */
const sound = new Set();
const counts = { killed: 0, survived: 0, untested: 0 };
try {
  for (const name of [
    'src',
    'scripts',
    'docs',
    'examples',
    'package.json',
    'vitest.config.ts',
    'tsconfig.json',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(copy, name));
  for (const number of chosen) {
    const mutant = sample[number - 1];
    if (mutant === undefined) throw new Error(`--only ${number}: the sample has ${sample.length} mutants.`);
    const fate = await judge(mutant);
    counts[fate]++;
    const place = `${mutant.file}:${mutant.line}`;
    const change = `${mutant.kind}: ${shorten(mutant.before)} → ${shorten(mutant.after)}`;
    console.log(`${number} ${fate.padEnd(8)} ${place} ${change}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const total = chosen.length;
const [low, high] = wilson(counts.killed, total);
const percent = (share) => `${Math.round(100 * share)} %`;
console.log(
  `${counts.killed} of ${total} killed: ${percent(counts.killed / total)} (95 % interval ${percent(low)} to ${percent(high)}); ${counts.survived} survived, ${counts.untested} in files that no test of the module imports`,
);

/** Runs the tests beside a mutant: `killed`, `survived`, or `untested` where there are none. */
async function judge({ file, start, end, after }) {
  const tests = testsFor(file);
  const deep = values.quick ? [] : testsFor(file, true);
  if (tests.length + deep.length === 0) return 'untested';
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, start) + after + text.slice(end));
  let failed = [];
  try {
    failed = await failuresOf(tests);
    if (failed.length === 0) failed = await failuresOf(deep);
  } finally {
    writeFileSync(path, text);
  }
  if (failed.length === 0) return 'survived';
  // What fails without the fault, too, kills nothing.
  const unsound = await failuresOf(failed.filter((test) => !sound.has(test)));
  if (unsound.length > 0) throw new Error(`These fail without any mutant: ${unsound.join(' ')}`);
  for (const test of failed) sound.add(test);
  return 'killed';
}

function testsFor(file, deep = false) {
  return testsOf(copy, file, { most: Number(values.tests), deep });
}

/** The tests that fail in the copy, up to the first; all of them where a run takes too long or ends without a word. */
async function failuresOf(tests) {
  if (tests.length === 0) return [];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = [
    vitest,
    'run',
    '--config',
    'scripts/mutants.config.ts',
    '--bail',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    report,
    '--maxWorkers',
    '1',
    '--no-file-parallelism',
    ...tests,
  ];
  const env = { ...process.env, METTLE_TEST_ORDER: tests.join(' ') };
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), timeout * 1000);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearTimeout(timer);
  if (code === 0) return [];
  const failed = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const names = failed
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(realpathSync(copy), name));
  return names.length > 0 ? names : tests;
}

/** The 95 % interval of a share, after Wilson. */
function wilson(hits, count) {
  const z = 1.96;
  const share = hits / count;
  const middle = share + (z * z) / (2 * count);
  const spread = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return [middle - spread, middle + spread].map((bound) => bound / (1 + (z * z) / count));
}

function shorten(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
