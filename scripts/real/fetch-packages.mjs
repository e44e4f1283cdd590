/** Fetches pinned packages by npm and pip, and commits by git, with whatever mirrors and certificates these are set up for, and unpacks them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/**
 * @typedef {object} Fetched
 * @property {string} name of the package
 * @property {string} [folder] where it is unpacked
 * @property {string} [skipped] why it isn't
 */

/** @returns {readonly Fetched[]} */
export function fetchNpm(pins, cache) {
  return pins.map(({ name, version, integrity }) =>
    fetchOne(name, join(cache, 'npm', `${name.replace('/', '+')}@${version}`), (folder) => {
      const packed = run('npm', ['pack', '--json', '--pack-destination', folder, `${name}@${version}`]);
      const file = readdirSync(folder).find((entry) => entry.endsWith('.tgz'));
      if (file === undefined) return packed.trim() || 'npm pack gave nothing';
      const archive = join(folder, file);
      const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
      if (hash !== integrity) return `its hash is ${hash}`;
      run('tar', ['-xzf', archive, '-C', folder]);
      rmSync(archive);
    }),
  );
}

/** @returns {readonly Fetched[]} */
export function fetchWheels(pins, cache) {
  return pins.map(({ name, version, sha256 }) =>
    fetchOne(name, join(cache, 'pypi', `${name}-${version}`), (folder) => {
      const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--dest', folder];
      const requirements = join(folder, 'requirements.txt');
      writeFileSync(requirements, `${name}==${version} --hash=sha256:${sha256}\n`);
      const said = run('python3', [...pip, '--require-hashes', '--requirement', requirements]);
      const file = readdirSync(folder).find((entry) => entry.endsWith('.whl'));
      if (file === undefined) return said.trim().split('\n').at(-1) || 'pip download gave nothing';
      for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(folder, file))))) {
        if (!path.endsWith('.py')) continue;
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      rmSync(join(folder, file));
      rmSync(requirements);
    }),
  );
}

/** One commit of a repository, without its history. */
export function fetchRepository({ name, address, commit }, cache) {
  const folder = join(cache, `${name.replace('/', '+')}@${commit.slice(0, 12)}`);
  if (existsSync(folder)) return { folder };
  const fresh = `${folder}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const steps = [
    ['init', '--quiet'],
    ['fetch', '--quiet', '--depth', '1', address, commit],
    ['checkout', '--quiet', 'FETCH_HEAD'],
  ];
  for (const step of steps) {
    const { status, stderr } = spawnSync('git', ['-C', fresh, ...step], {
      encoding: 'utf8',
      timeout: 300_000,
    });
    if (status !== 0) {
      rmSync(fresh, { recursive: true, force: true });
      return { skipped: stderr?.trim().split('\n').at(-1) || `git ${step[0]} failed` };
    }
  }
  rmSync(join(fresh, '.git'), { recursive: true });
  renameSync(fresh, folder);
  return { folder };
}

/** Fills a folder once; nothing is left of an attempt that failed. */
function fetchOne(name, folder, fill) {
  if (existsSync(folder)) return { name, folder };
  const fresh = `${folder}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const skipped = fill(fresh);
  if (skipped === undefined) renameSync(fresh, folder);
  else rmSync(fresh, { recursive: true, force: true });
  return skipped === undefined ? { name, folder } : { name, skipped };
}

/** What a command wrote, to either stream. */
function run(command, args) {
  const { stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return error === undefined ? `${stdout}${stderr}` : error.message;
}

/** Paths of the files below a folder that end in one of `endings`, sorted. */
export function filesBelow(folder, ...endings) {
  return readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort();
}
