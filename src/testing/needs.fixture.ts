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

/** The folders that {@link python3} imports some packages from, or why it can't; `METTLE_TEST_PACKAGES` can name another one. */
export function packageFolders(names: readonly string[]): {
  readonly folders: readonly string[];
  readonly missing: string | null;
} {
  const code = `import importlib.util as u, json, os, sys
found = {name: u.find_spec(name) for name in sys.argv[1:]}
print(json.dumps({"folders": sorted({os.path.dirname(os.path.dirname(s.origin)) for s in found.values() if s}),
                  "absent": [name for name, spec in found.items() if not spec]}))`;
  const { METTLE_TEST_PACKAGES = '', PYTHONPATH = '' } = process.env;
  const env = { ...process.env, PYTHONPATH: [PYTHONPATH, METTLE_TEST_PACKAGES].filter(Boolean).join(':') };
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
