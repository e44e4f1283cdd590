import { type JsonObject, type OptionKinds, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import {
  createSandbox,
  type DeterministicOptions,
  type Engine,
  type EngineChoice,
  type Sandbox,
  type SandboxLimits,
} from '../../sandbox/index.js';
import {
  resolveDeterministic,
  resolveEngine,
  resolvePackages,
  resolveSandboxLimits,
} from '../../sandbox/internal.js';
import { environmentError } from '../error-codes.js';

/** How the Python of a world runs. */
export interface WorldPythonOptions {
  /** The engine: by name, or one that the caller made and closes. Default `auto`. */
  readonly engine?: EngineChoice | Engine;
  /** Limits of every run, over those of a sandbox. */
  readonly limits?: Partial<SandboxLimits>;
  /** Folders of the host to import packages from, as `createSandbox` takes them. Default: none. */
  readonly packages?: string | readonly string[];
  /**
   * Stops the clock and seeds chance, which a replay needs; the seed is that of the world unless it is given. False leaves
   * the clock and the chance of the machine: such worlds can't be replayed, and fork only on Monty. Default `{}`.
   */
  readonly deterministic?: DeterministicOptions | false;
}

/** The kinds of {@link WorldPythonOptions}. */
export const WORLD_PYTHON_OPTIONS: OptionKinds<WorldPythonOptions> = {
  engine: option.any,
  limits: option.object,
  packages: option.either(option.string, option.list(option.string)),
  deterministic: option.either(option.oneOf([false]), option.object),
};

/** {@link WorldPythonOptions}, checked against this machine. */
export interface WorldPython {
  /** What decides how code answers. */
  readonly identity: JsonObject;
  /** Whether a branch copies the namespace; else it runs the code of the episode again. */
  readonly copiesNamespace: boolean;
  readonly cannotFork: string | undefined;
  readonly cannotReplay: string | undefined;
  /** A sandbox on a world's tree. */
  readonly open: (files: FileTree, seed: number) => Promise<Sandbox>;
}

/**
 * Finds the engine and checks the options.
 * @throws {MettleError} `environments/python_unavailable` where the engine can't run here, `core/invalid_option`,
 *   `sandbox/invalid_packages`, and `sandbox/invalid_argument` for the clock and chance.
 */
export async function prepareWorldPython(options: WorldPythonOptions): Promise<WorldPython> {
  const { engine: choice = 'auto', deterministic = {} } = options;
  const engine = typeof choice === 'string' ? await resolveEngine(choice) : choice;
  const { available, reason } = await engine.probe();
  if (!available) {
    throw environmentError(
      'python_unavailable',
      `The engine ${engine.name} can't run Python here: ${reason.replace(/\.$/, '')}.`,
    );
  }
  const limits = resolveSandboxLimits(options.limits);
  const packages = resolvePackages(options.packages);
  const ownSeed = deterministic === false ? undefined : deterministic.seed;
  const copiesNamespace = engine.name === 'monty';
  const chance = deterministic === false ? null : resolveDeterministic(deterministic);
  const why = 'the clock and random numbers of the machine are used (deterministic: false)';
  return {
    identity: {
      engine: engine.name,
      version: /(?<!\d)\d+\.\d+/.exec(reason)?.[0] ?? null,
      limits: { ...limits },
      packages: [...packages],
      deterministic:
        chance === null
          ? null
          : { now: chance.now.toISOString(), timezone: chance.timezone, seed: ownSeed ?? null },
    },
    copiesNamespace,
    cannotFork:
      chance === null && !copiesNamespace
        ? `a branch runs the code of the episode again, and ${why}`
        : undefined,
    cannotReplay: chance === null ? why : undefined,
    open: async (tree, seed) => {
      try {
        return await createSandbox({
          engine,
          tree,
          limits,
          packages,
          ...(chance === null ? {} : { deterministic: { ...chance, seed: ownSeed ?? seed } }),
        });
      } catch (error) {
        throw environmentError(
          'world_broken',
          `No Python sandbox could be opened: ${errorMessage(error)}. Reset or restore the world, or open a new one.`,
          { cause: error },
        );
      }
    },
  };
}
