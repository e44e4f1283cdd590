/**
 * Prints the folder of a virtual environment with numpy, pandas and matplotlib for the tests of lent packages
 * (METTLE_TEST_PACKAGES), installing it once into the user's cache. Where that cannot be done it prints nothing, says
 * why on stderr, and the tests are skipped.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = ['numpy', 'pandas', 'matplotlib'];
const isRoot = process.getuid?.() === 0;
// Code of a host that is root runs as a user who cannot look into root's home.
const cache = isRoot ? '/var/cache' : (process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'));
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

const version = run(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])?.trim();
if (version === undefined) giveUp('there is no python3');
const folder = join(cache, 'mettle-ci', `packages-${version}`);
if (!existsSync(folder)) install();
console.log(folder);

function install() {
  mkdirSync(join(cache, 'mettle-ci'), { recursive: true, mode: 0o755 });
  const making = mkdtempSync(`${folder}-`);
  chmodSync(making, 0o755);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
  const isMade =
    run(python, ['-m', 'venv', making]) !== undefined &&
    run(join(making, 'bin', 'python'), pip) !== undefined;
  if (!isMade) rmSync(making, { recursive: true, force: true });
  if (!isMade) giveUp(`${PACKAGES.join(', ')} cannot be installed here`);
  renameSync(making, folder);
}

function run(command, args) {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 300_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}

function giveUp(reason) {
  console.error(`${reason}; the tests with real packages are skipped`);
  process.exit(0);
}
