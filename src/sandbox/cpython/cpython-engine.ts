import { defineOptions, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Engine, EngineCapabilities, EngineSession, EngineSessionOptions } from '../engine.js';
import { sandboxError } from '../error-codes.js';
import type { ConfinementMechanism } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { ISOLATION, NO_ISOLATION } from './isolation.js';
import { Launcher } from './launcher.js';
import { RESETS_PER_PROCESS } from './session-processes.js';
import { programNames } from './shell-outcome.js';

/** How the CPython engine is set up. */
export interface CpythonEngineOptions {
  /** The interpreter to use; default `METTLE_PYTHON`, then the first usable `python3` on PATH. */
  readonly python?: string;
  /** The mechanism to use and no other; default bubblewrap where it holds, else Landlock. */
  readonly mechanism?: Exclude<ConfinementMechanism, 'container'>;
  /** Confined processes kept ready for the next session. Default 1. */
  readonly spares?: number;
  /**
   * Resets of a session that its process serves, attested to be as it was at first, before a new one takes its place.
   * Default 500; 0 for a new process at each reset. A process never serves another session.
   */
  readonly resetsPerProcess?: number;
  /**
   * `fresh` has the confinement tested when the engine is first used. `stamped`, the default, does so once for each start of
   * the machine, user and build of Mettle: a file of the user's says that the test passed.
   */
  readonly selfTest?: 'fresh' | 'stamped';
  /** The environment to read `METTLE_PYTHON` and `PATH` from, and the folder of the stamp. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const checkCpythonEngineOptions = defineOptions<CpythonEngineOptions>()('createCpythonEngine', {
  python: option.string,
  mechanism: option.any,
  spares: option.number,
  resetsPerProcess: option.number,
  selfTest: option.any,
  environment: option.required(option.record),
});

/** Makes the engine that runs real CPython, confined. Nothing is started before it is used. */
export function createCpythonEngine(options: CpythonEngineOptions): Engine {
  checkCpythonEngineOptions(options);
  return new CpythonEngine(options);
}

/** Version and mechanism, why a stronger mechanism is not used, and when the confinement was tested. */
function reasonOf({ python, mechanism, refusals, testedAt, stampPath }: Launcher): string {
  const instead = refusals.length === 0 ? '' : ` (${refusals.join('; ')})`;
  const kept = stampPath === null ? '' : `, and counts until the next start of the machine (${stampPath})`;
  const tested = testedAt === null ? `passed just now${kept}` : `passed at ${testedAt.toISOString()}`;
  return `CPython ${python.version}, confined by ${mechanism}${instead}; its self-test ${tested}`;
}

class CpythonEngine implements Engine {
  readonly name = 'cpython';
  readonly #options: CpythonEngineOptions;
  readonly #sessions = new Set<CpythonSession>();
  #launcher: Promise<Launcher> | undefined;
  #closed = false;

  constructor(options: CpythonEngineOptions) {
    this.#options = options;
  }

  async probe(): Promise<EngineCapabilities> {
    try {
      const launcher = await this.#findLauncher();
      return {
        available: true,
        reason: reasonOf(launcher),
        confinement: launcher.mechanism,
        suspend: false,
        dumpNamespace: true,
        isolation: ISOLATION[launcher.mechanism],
        modules: launcher.python.modules,
        programs: programNames(Object.keys(launcher.programs([]).files)),
        missing: [],
      };
    } catch (thrown) {
      return {
        available: false,
        reason: errorMessage(thrown),
        suspend: false,
        dumpNamespace: false,
        isolation: NO_ISOLATION,
        modules: [],
        programs: [],
        missing: [],
      };
    }
  }

  async openSession(options: EngineSessionOptions): Promise<EngineSession> {
    const launcher = await this.#findLauncher();
    const setup = launcher.setupFor(options);
    const member = launcher.sharedFiles?.join(options.files);
    const session = new CpythonSession({
      ...options,
      startProcess: (bytes, shared) =>
        launcher.take(bytes, shared === null ? setup : { ...setup, shared: shared.folder }),
      ...(member === undefined ? {} : { findShared: () => member.find(setup) }),
      resetsPerProcess: this.#options.resetsPerProcess ?? RESETS_PER_PROCESS,
      onClose: async () => {
        await member?.leave();
        this.#sessions.delete(session);
      },
    });
    this.#sessions.add(session);
    return session;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#sessions].map((session) => session.close()));
    const launcher = await this.#launcher?.catch(() => undefined);
    await launcher?.close();
  }

  /** Finds once; a look that failed is taken again, for what was missing may have been put right. */
  #findLauncher(): Promise<Launcher> {
    if (this.#closed) {
      return Promise.reject(sandboxError('closed', 'The CPython engine is closed; make a new one.'));
    }
    if (this.#launcher === undefined) {
      const { spares = 1, selfTest = 'stamped' } = this.#options;
      this.#launcher = Launcher.find({ ...this.#options, spares, selfTest });
      this.#launcher.catch(() => {
        this.#launcher = undefined;
      });
    }
    return this.#launcher;
  }
}
