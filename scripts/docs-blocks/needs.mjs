/** Says what of the things that blocks need this machine lacks. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ENGINES = ['cpython', 'docker', 'monty'];
const PROGRAMS = { bubblewrap: 'bwrap', python3: 'python3', git: 'git' };

/** A function that gives the reason why a block can't run here, or undefined. Probes each need once. */
export function createNeeds(root) {
  const known = new Map();
  const missing = async (need) => {
    if (!known.has(need)) known.set(need, await whyMissing(root, need));
    return known.get(need);
  };
  return async (block) => {
    for (const need of block.needs) {
      const reason = await missing(need);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

/** A folder with pandas for sandboxes, as CI and the tests are given it; undefined where there is none. */
export function pandasFolder() {
  const folder = process.env.METTLE_TEST_PACKAGES;
  return folder !== undefined && existsSync(join(folder, 'pandas')) ? folder : undefined;
}

async function whyMissing(root, need) {
  if (ENGINES.includes(need)) {
    const { sharedEngine } = await import(pathToFileURL(join(root, 'dist', 'sandbox', 'index.js')).href);
    const { available } = await sharedEngine(need).probe();
    return available ? undefined : `the engine ${need} does not run here`;
  }
  if (need === 'pandas')
    return pandasFolder() === undefined
      ? 'no pandas: set METTLE_TEST_PACKAGES to a folder that holds it'
      : await whyMissing(root, 'cpython');
  if (need === 'browser') return whyNoBrowser(root);
  const program = PROGRAMS[need];
  if (program === undefined)
    return `nobody knows what needs=${need} means; see scripts/docs-blocks/needs.mjs`;
  return spawnSync(program, ['--version']).status === 0 ? undefined : `no ${program} on the PATH`;
}

async function whyNoBrowser(root) {
  const { createBrowserEnvironment } = await import(
    pathToFileURL(join(root, 'dist', 'environments', 'index.js')).href
  );
  try {
    await (await createBrowserEnvironment({})).close();
    return undefined;
  } catch (error) {
    return error.message;
  }
}
