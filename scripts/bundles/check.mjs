/**
 * Bundles a small program that uses Mettle with esbuild, rolldown and webpack, and runs it with plain Node:
 * `node scripts/bundles/check.mjs` packs the package and installs it, with the bundlers, into an empty folder.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundlers, and peers that bundles load where they run. */
const PACKAGES = ['esbuild@0.28.2', 'rolldown@1.2.19', 'webpack@5.113.0', '@electric-sql/pglite@0.5.16'];
const BUNDLERS = ['esbuild', 'esbuild, in chunks and minified', 'rolldown', 'webpack'];

/** Bundles in a folder where the package is installed; calls `check(name, use)` for each bundler. */
export function checkBundles(folder, check) {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const file of ['consumer.mjs', 'build.mjs']) copyFileSync(join(here, file), join(folder, file));
  output('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], folder);
  const expected = output(process.execPath, ['consumer.mjs', '--trace'], folder);
  for (const [index, bundler] of BUNDLERS.entries()) {
    check(`bundled with ${bundler}`, () => {
      const out = `bundled-${index}`;
      output(process.execPath, ['build.mjs', bundler, out], folder);
      const printed = output(process.execPath, [join(out, 'consumer.mjs'), '--trace'], folder);
      if (printed !== expected) throw new Error(`it prints\n${printed}\ninstead of\n${expected}`);
    });
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const folder = mkdtempSync(join(tmpdir(), 'mettle-bundles-'));
  let failed = 0;
  try {
    const packed = output('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    output('npm', ['install', '--no-audit', '--no-fund', `./${JSON.parse(packed)[0].filename}`], folder);
    checkBundles(folder, (name, use) => {
      try {
        use();
        console.log(`${name}: ok`);
      } catch (error) {
        failed++;
        console.log(`${name}: ${error.message}`);
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(failed === 0 ? 0 : 1);
}
