/**
 * Packs the package, installs the tarball into an empty folder and uses it as a stranger would: publint, types of
 * every export under two module resolutions, an import of every export, `npx mettle demo`, and a program that three
 * bundlers bundled. With `--from-git` it also installs the checkout by its path and the last commit by its git address,
 * for a project and for all projects. With `--runs-only` it leaves out publint, the types and the bundlers, which are
 * the same on every version of Node.
 * Ends with the counts as JSON on the last line.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBundles } from './bundles/check.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'mettle-package-'));
const runsOnly = process.argv.includes('--runs-only');
const failures = [];
let passed = 0;

try {
  const tarball = JSON.parse(output('npm', ['pack', '--json', '--pack-destination', folder], root))[0]
    .filename;
  if (!runsOnly) checkPublished(join(folder, tarball));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  output('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], folder);
  const exported = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).filter(
    (path) => !path.endsWith('.json'),
  );
  const specifiers = exported.map((path) => path.replace(/^\./, 'mettle'));
  if (!runsOnly) checkTypes(specifiers);
  check('every export imports', () =>
    output(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        specifiers
          .map(
            (name) =>
              `if (Object.keys(await import('${name}')).length === 0) throw new Error('${name} exports nothing');`,
          )
          .join('\n'),
      ],
      folder,
    ),
  );
  check('the conformance suites run under node:test', () => {
    copyFileSync(join(root, 'scripts', 'bundles', 'conformance.mjs'), join(folder, 'conformance.test.mjs'));
    const report = output(process.execPath, ['--test', 'conformance.test.mjs'], folder);
    const [, count] = /^. pass (\d+)$/m.exec(report) ?? [];
    if (!(Number(count) > 30)) throw new Error(`only these passed:\n${report.slice(-500)}`);
  });
  check('npx mettle demo', () => {
    const result = JSON.parse(
      output('npx', ['--no-install', 'mettle', 'demo', '--json', '--quiet', '--out', 'demo'], folder),
    );
    if (result.rounds.length < 2) throw new Error('the demo reported fewer than two rounds');
    if (!readFileSync(result.report, 'utf8').startsWith('<!doctype html>'))
      throw new Error('report.html is no page');
  });
  if (!runsOnly) checkBundles(folder, check);
  if (process.argv.includes('--from-git')) {
    for (const [address, isGlobal] of [
      [root, false],
      [root, true],
      [`git+file://${root}`, false],
      [`git+file://${root}`, true],
    ]) {
      const how = address === root ? 'its path' : 'a git address';
      check(`installed by ${how}${isGlobal ? ' for all projects' : ''}`, () =>
        useInstalled(address, isGlobal),
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
console.log(JSON.stringify({ passed, failed: failures.length }));
process.exit(failures.length === 0 ? 0 : 1);

/** What publint says of a tarball. */
function checkPublished(tarball) {
  check('publint', () =>
    output(
      process.execPath,
      [join(root, 'node_modules', 'publint', 'src', 'cli.js'), 'run', tarball, '--strict'],
      root,
    ),
  );
}

/** The types of every export, as a project that installed the package reads them. */
function checkTypes(specifiers) {
  writeFileSync(
    join(folder, 'consumer.ts'),
    specifiers
      .map(
        (name, i) =>
          `import * as module${i} from '${name}';\nexport const keys${i}: string[] = Object.keys(module${i});\n`,
      )
      .join(''),
  );
  for (const resolution of ['nodenext', 'bundler']) {
    check(`types with ${resolution} resolution`, () =>
      output(process.execPath, typeCheckArguments(resolution), folder),
    );
  }
}

/** Installs by an address, for a project or with `-g`, and uses the command. */
function useInstalled(address, isGlobal) {
  const other = mkdtempSync(join(folder, 'installed-'));
  writeFileSync(join(other, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  const where = isGlobal ? ['--global', '--prefix', join(other, 'prefix')] : [];
  output('npm', ['install', '--no-audit', '--no-fund', ...where, address], other);
  const bin = isGlobal ? join(other, 'prefix', 'bin') : join(other, 'node_modules', '.bin');
  writeFileSync(join(other, 'answer.py'), 'total = 1\n');
  const checked = output(join(bin, 'mettle'), ['check', 'answer.py', '--json'], other);
  if (JSON.parse(checked).ok !== true) throw new Error(`mettle check says ${checked}`);
}

function typeCheckArguments(resolution) {
  const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return [
    compiler,
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--lib',
    'es2023,esnext.disposable',
    '--module',
    module,
    '--moduleResolution',
    resolution,
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules', '@types'),
    'consumer.ts',
  ];
}

function check(name, use) {
  try {
    use();
    passed++;
  } catch (error) {
    failures.push(`package: ${name}: ${error.message}`);
  }
}

function output(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0)
    throw new Error(error?.message ?? `exit code ${status}\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`);
  return stdout;
}
