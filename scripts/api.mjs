/**
 * Builds the API reference into docs/api/: `npm run api`.
 *
 * TypeDoc reads programs through the compiler's JavaScript API, which TypeScript 7 no longer has. So npm fetches TypeDoc with
 * a TypeScript that has it, into a temporary folder; neither is a dependency of this package.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = ['typedoc@0.28.20', 'typedoc-plugin-missing-exports@4.1.4', 'typescript@6.0.3'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'docs', 'api');
const folder = mkdtempSync(join(tmpdir(), 'mettle-api-'));
try {
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...PACKAGES];
  if (run(process.platform === 'win32' ? 'npm.cmd' : 'npm', install, folder) !== 0) {
    fail(
      `npm could not fetch ${PACKAGES.join(', ')}. Without a network, read the doc comments in dist/**/*.d.ts: ` +
        'they hold the same text. With one, run npm run api again.',
    );
  }
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.values(exports)
    .flatMap(({ types }) => types ?? [])
    .map((path) => join(root, path.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts')));
  const options = {
    name: 'Mettle',
    entryPoints: entries,
    tsconfig: join(root, 'tsconfig.json'),
    out,
    readme: join(root, 'README.md'),
    basePath: join(root, 'src'),
    displayBasePath: join(root, 'src'),
    disableSources: true,
    disableGit: true,
    excludeInternal: true,
    // Options and results that are named by an export, and not exported themselves.
    plugin: [join(folder, 'node_modules', 'typedoc-plugin-missing-exports', 'index.js')],
    internalModule: 'types',
    logLevel: 'Error',
    excludePrivate: true,
    skipErrorChecking: true,
    hideGenerator: true,
  };
  writeFileSync(join(folder, 'typedoc.json'), JSON.stringify(options));
  const typedoc = join(folder, 'node_modules', 'typedoc', 'bin', 'typedoc');
  const status = run(process.execPath, [typedoc, '--options', join(folder, 'typedoc.json')], root);
  if (status !== 0 || !existsSync(join(out, 'index.html'))) fail('TypeDoc failed. Its own words are above.');
  process.stderr.write(`Open ${join('docs', 'api', 'index.html')}.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return status;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(3);
}
