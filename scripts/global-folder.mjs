/** What npm puts aside by mistake when it installs a git address for all. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Puts the folder of the package back where `npm install -g` of a git address has put a link. npm installs its own clone
 * with the options of the command around it, so a link to the clone takes the place of the folder that the package and
 * its dependencies are being unpacked to. Nothing is done for links that users ask for (`npm link`, `npm install -g .`).
 *
 * @param {string} root the clone
 * @param {Readonly<Record<string, string | undefined>>} environment of the `prepare` script
 * @returns {boolean} whether there was such a link
 */
export function restoreGlobalFolder(root, environment) {
  // npm names here, for the npm that it starts, the git addresses that are being prepared.
  if (environment._PACOTE_NO_PREPARE_ === undefined || environment.npm_config_global !== 'true') return false;
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const prefix = environment.npm_config_global_prefix ?? environment.npm_config_prefix ?? '';
  const folder = join(prefix, process.platform === 'win32' ? '' : 'lib', 'node_modules', name);
  if (!isLinkTo(folder, root)) return false;
  unlinkSync(folder);
  const aside = putAside(folder);
  if (aside === undefined) mkdirSync(folder);
  else renameSync(aside, folder);
  // What was unpacked while the link was there is in the clone.
  for (const path of neededPackages(root)) {
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(folder, path), { recursive: true, force: false });
  }
  return true;
}

/** Where the packages lie that users need, below the folder of this one. */
function neededPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => {
    const { dev, optional, devOptional } = packages[path];
    return path !== '' && !dev && !optional && !devOptional;
  });
}

function isLinkTo(path, target) {
  try {
    return realpathSync(resolve(dirname(path), readlinkSync(path))) === realpathSync(target);
  } catch {
    return false; // there is nothing, or it is no link
  }
}

/** Where npm keeps a folder that it will delete at its end: `.NAME-` and eight characters. */
function putAside(folder) {
  const start = `.${basename(folder)}-`;
  const found = readdirSync(dirname(folder)).find(
    (name) => name.startsWith(start) && name.length === start.length + 8,
  );
  return found === undefined ? undefined : join(dirname(folder), found);
}
