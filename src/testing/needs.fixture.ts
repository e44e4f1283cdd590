import { spawnSync } from 'node:child_process';
import { errorMessage } from '../core/internal.js';
import { type EngineName, sharedEngine } from '../sandbox/index.js';
import { resolveEngine } from '../sandbox/internal.js';
import { type NeedyTests, unless } from './unless.fixture.js';

/**
 * What tests may need that a machine may lack: an engine by name, `sandbox` for the engine that `auto` chooses, `python3`
 * for {@link python3}, any other program by its name.
 */
export type Need = EngineName | 'sandbox' | 'python3' | 'bwrap' | 'git' | 'bash';

/** The interpreter that tests compare with: `METTLE_PYTHON`, else the `python3` on PATH. */
export const python3: string = process.env.METTLE_PYTHON || 'python3';

/**
 * What tests use whose subject is no engine and that run much Python: Monty, which starts fastest, else the engine that
 * `auto` chooses.
 */
export async function fastestEngine(): Promise<'monty' | 'auto'> {
  return (await whyNoEngine('monty')) === null ? 'monty' : 'auto';
}

/**
 * `describe` and `it` that skip their tests where one of the needs is missing.
 *
 *     const { describe, it } = await needs('monty');
 */
export async function needs(...all: readonly Need[]): Promise<NeedyTests> {
  for (const need of all) {
    const missing = await whyMissing(need);
    if (missing !== null) return unless(missing);
  }
  return unless(null);
}

/** Folders of packages, as `METTLE_TEST_PACKAGES` and `METTLE_CONSUMER_PACKAGES` name them. */
const [TEST_PACKAGES = '', ...CONSUMER_PACKAGES] = [
  process.env.METTLE_TEST_PACKAGES ?? '',
  ...(process.env.METTLE_CONSUMER_PACKAGES ?? '').split(':').filter(Boolean),
];

/**
 * The folders that {@link python3} imports some packages from, or why it can't. `METTLE_TEST_PACKAGES` can name another one to look in, and
 * `METTLE_CONSUMER_PACKAGES` further ones, separated by colons. Each of these holds all that its packages need, so it's used alone.
 */
export function packageFolders(names: readonly string[]): {
  readonly folders: readonly string[];
  readonly missing: string | null;
} {
  const { PYTHONPATH = '' } = process.env;
  const usual = foundIn([PYTHONPATH, TEST_PACKAGES], names);
  if (usual.missing === null) return usual;
  for (const folder of CONSUMER_PACKAGES) {
    const { missing } = foundIn([folder], names);
    if (missing === null) return { folders: [folder], missing };
  }
  return usual;
}

function foundIn(path: readonly string[], names: readonly string[]): ReturnType<typeof packageFolders> {
  const code = `import importlib.util as u, json, os, sys
found = {name: u.find_spec(name) for name in sys.argv[1:]}
print(json.dumps({"folders": sorted({os.path.dirname(os.path.dirname(s.origin)) for s in found.values() if s}),
                  "absent": [name for name, spec in found.items() if not spec]}))`;
  const env = { ...process.env, PYTHONPATH: path.filter(Boolean).join(':') };
  const { stdout, status } = spawnSync(python3, ['-c', code, ...names], { env, encoding: 'utf8' });
  if (status !== 0) return { folders: [], missing: `there is no ${python3}` };
  const { folders, absent } = JSON.parse(stdout) as { folders: string[]; absent: string[] };
  return { folders, missing: absent.length === 0 ? null : `${python3} has no ${absent.join(', ')}` };
}

async function whyMissing(need: Need): Promise<string | null> {
  switch (need) {
    case 'cpython':
    case 'monty':
    case 'docker':
      return await whyNoEngine(need);
    case 'sandbox':
      return await resolveEngine('auto').then(() => null, errorMessage);
    default: {
      const program = need === 'python3' ? python3 : need;
      return spawnSync(program, ['--version']).status === 0 ? null : `there is no ${program}`;
    }
  }
}

async function whyNoEngine(name: EngineName): Promise<string | null> {
  const { available, reason } = await sharedEngine(name).probe();
  return available ? null : reason;
}
