/**
 * Part of `dist/`: where a module finds the files beside it (Python, workers) and the packages it loads at a call. That is
 * its place in `dist/`, or, if a bundler moved the module into another file, in the package that is installed where the
 * bundle runs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const folders = new Map();

/** The address of a module of `dist/`, which lies at `toDist` from the file at `here`. */
export function modulePlace(here, toDist, place, version) {
  let dist = folders.get(here);
  if (dist === undefined) {
    dist = new URL(toDist, here);
    if (!isDist(dist, version)) dist = installed(here, version) ?? dist;
    folders.set(here, dist);
  }
  return new URL(place, dist).href;
}

/** The name of a package that is loaded at a call: bundlers leave the import as it is. */
export function packageName(name) {
  return name;
}

function installed(here, version) {
  try {
    const manifest = createRequire(here).resolve('mettle/package.json');
    const dist = new URL('./dist/', pathToFileURL(manifest));
    return isDist(dist, version) ? dist : undefined;
  } catch {
    return undefined;
  }
}

function isDist(dist, version) {
  const manifest = new URL('../package.json', dist);
  if (!existsSync(manifest)) return false;
  const { name, version: found } = JSON.parse(readFileSync(manifest, 'utf8'));
  return name === 'mettle' && found === version;
}
