import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { EngineSessionOptions } from '../engine.js';
import { sandboxError } from '../error-codes.js';
import { platformName } from '../platform-name.js';
import {
  type ConfinementMechanism,
  findBubblewrap,
  type LaunchOptions,
  type LaunchPlan,
  type LaunchSetup,
  PLAIN_SETUP,
  planBubblewrap,
  planLandlock,
  unusedUser,
} from './confinement.js';
import { compileInside, findPython, type PythonInstallation } from './find-python.js';
import { removeStaleFolders } from './host-folders.js';
import { findHostPrograms, type HostPrograms } from './host-programs.js';
import { insideSources } from './inside-sources.js';
import { launchSetup } from './launch-setup.js';
import { attestConfinement } from './self-test.js';
import { SelfTestStamp } from './self-test-stamp.js';
import { SharedFileFamilies } from './shared-files.js';
import { SpareProcesses } from './spare-processes.js';
import { SupervisorProcess } from './supervisor-process.js';

/** How the processes of a CPython engine are started. */
export interface LauncherOptions {
  /** The interpreter to use; default `METTLE_PYTHON`, then the first usable `python3` on PATH. */
  readonly python?: string | undefined;
  /** The mechanism to use and no other; default bubblewrap where it holds, else Landlock. */
  readonly mechanism?: Exclude<ConfinementMechanism, 'container'> | undefined;
  /** Confined processes kept ready for the next session. */
  readonly spares: number;
  /** Whether the self-test runs, or a stamp of one that passed since the machine was started counts too. */
  readonly selfTest: 'fresh' | 'stamped';
  /** The environment to read `METTLE_PYTHON` and `PATH` from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Room in a workspace before a larger one must be made for it. */
const USUAL_WORKSPACE_BYTES = 320 * 2 ** 20;

/** Starts confined processes by a mechanism that was attested on this machine, and keeps some ready. */
export class Launcher {
  readonly python: PythonInstallation;
  readonly mechanism: Exclude<ConfinementMechanism, 'container'>;
  /** When the self-test passed that a stamp tells of; null where this launcher did it itself. */
  testedAt: Date | null = null;
  /** The stamp that the self-test of this launcher left; null where it left none. */
  stampPath: string | null = null;
  /** Why the mechanisms that are preferred to this one do not hold here. */
  refusals: readonly string[] = [];
  /** The files that sessions on forks of one tree share; null where nothing can mount them. */
  readonly sharedFiles: SharedFileFamilies | null;
  /** Settled once workspaces that begin with shared files were seen to be confined as others are. */
  #sharingHolds: Promise<void> | undefined;
  readonly #bubblewrap: string | null;
  readonly #spares: SpareProcesses;
  #first: { readonly key: string; readonly process: SupervisorProcess } | null = null;
  readonly #environment: LauncherOptions['environment'];
  /** The programs that are lent, by those that were named. */
  readonly #programs = new Map<string, HostPrograms>();
  /** The modules that run inside, compiled; undefined where they are to be compiled anew. */
  #compiled: Buffer | null | undefined;

  private constructor(python: PythonInstallation, bubblewrap: string | null, options: LauncherOptions) {
    const { spares: spareCount, environment } = options;
    this.python = python;
    this.#environment = environment;
    this.#compiled = python.compiled;
    this.mechanism = bubblewrap === null ? 'landlock' : 'bubblewrap';
    this.#bubblewrap = bubblewrap;
    this.#spares = new SpareProcesses(spareCount, (setup) => this.#start(0, setup));
    this.sharedFiles =
      bubblewrap === null
        ? null
        : new SharedFileFamilies({
            startKeeper: (keptBytes) => {
              const options = this.#optionsFor(keptBytes, PLAIN_SETUP);
              return this.#startPlanned(planLandlock({ ...options, keptBytes }));
            },
            startFirst: async (setup) => {
              this.#sharingHolds ??= attestConfinement((bytes) => this.#start(bytes, setup));
              await this.#sharingHolds;
              this.#spares.offer(setup, await this.#start(0, setup));
            },
            endSpares: (folder) => this.#spares.endThose((setup) => setup.shared?.folder === folder.folder),
          });
  }

  /**
   * Finds the interpreter and the first mechanism that holds, by trying both.
   *
   * @throws {MettleError} `sandbox/no_python`, `sandbox/no_confinement`, `sandbox/unenforceable_limit`
   */
  static async find(options: LauncherOptions): Promise<Launcher> {
    if (process.platform !== 'linux') {
      throw sandboxError(
        'no_confinement',
        `CPython can be confined on Linux only, and this is ${platformName()}; use the docker or the monty engine here`,
      );
    }
    const { python: named, environment } = options;
    const python = await findPython({ python: named, environment, unprivileged: unusedUser() !== null });
    const bubblewrap = findBubblewrap(environment.PATH);
    const refusals: string[] = [];
    for (const mechanism of options.mechanism === undefined
      ? ['bubblewrap', 'landlock']
      : [options.mechanism]) {
      if (mechanism === 'bubblewrap' && bubblewrap === null) {
        refusals.push('bubblewrap: not installed');
        continue;
      }
      const launcher = new Launcher(python, mechanism === 'bubblewrap' ? bubblewrap : null, options);
      try {
        await launcher.#prove(options.selfTest);
        launcher.refusals = refusals;
        return launcher;
      } catch (thrown) {
        if (MettleError.isInstance(thrown) && thrown.code === 'sandbox/unenforceable_limit') throw thrown;
        refusals.push(`${mechanism}: ${errorMessage(thrown)}`);
      }
    }
    throw sandboxError(
      'no_confinement',
      `CPython cannot be confined on this machine, so it is not run (${refusals.join('; ')}); install bubblewrap (apt-get install bubblewrap), or use a kernel with Landlock.`,
      { details: { refusals } },
    );
  }

  /** Has the confinement tested, unless a stamp that can be believed says that it was, and a process starts now. */
  async #prove(selfTest: LauncherOptions['selfTest']): Promise<void> {
    const { python, mechanism } = this;
    const tested = { python, mechanism, bubblewrap: this.#bubblewrap, programs: this.programs([]) };
    const stamp = new SelfTestStamp(tested, this.#environment);
    const testedAt = selfTest === 'fresh' ? null : stamp.read();
    if (testedAt !== null) {
      removeStaleFolders();
      try {
        const setup = { ...PLAIN_SETUP, packages: this.python.packages };
        this.#first = { key: JSON.stringify(setup), process: await this.#start(0, setup) };
        this.testedAt = testedAt;
        return;
      } catch {
        // Something has changed that the stamp doesn't tell of. The test says what.
      }
    }
    try {
      await attestConfinement((workspaceBytes) => this.#start(workspaceBytes, PLAIN_SETUP));
    } catch (thrown) {
      stamp.remove();
      throw thrown;
    }
    this.stampPath = stamp.write(new Date()) ? stamp.path : null;
  }

  /**
   * What the processes of a session are started with.
   *
   * @throws {MettleError} `sandbox/invalid_packages`, `sandbox/no_program`, `sandbox/unenforceable_limit`
   */
  setupFor(options: EngineSessionOptions): LaunchSetup {
    const packages = [...new Set([...(options.packages ?? []), ...this.python.packages])];
    this.programs(options.programs ?? []);
    return launchSetup(
      { ...options, packages },
      {
        version: this.python.version,
        isUnprivileged: unusedUser() !== null,
        hasZone: (name) => existsSync(join('/usr/share/zoneinfo', name)),
      },
    );
  }

  /**
   * The usual programs of the host and the named ones.
   *
   * @throws {MettleError} `sandbox/no_program`
   */
  programs(named: readonly string[]): HostPrograms {
    const key = JSON.stringify(named);
    const found =
      this.#programs.get(key) ??
      findHostPrograms(named, {
        path: this.#environment.PATH,
        readable: this.python.readable,
        python: this.python.executable,
        unprivileged: unusedUser() !== null,
      });
    this.#programs.set(key, found);
    return found;
  }

  /** A confined process with an empty workspace for so many bytes: a spare one where one is ready. */
  async take(workspaceBytes: number, setup: LaunchSetup): Promise<SupervisorProcess> {
    if (workspaceBytes > USUAL_WORKSPACE_BYTES) return this.#start(workspaceBytes, setup);
    return (await this.#spares.take(setup)) ?? this.#takeFirst(setup) ?? this.#start(workspaceBytes, setup);
  }

  /** The process that showed that processes start, for the first session that can use it. */
  #takeFirst(setup: LaunchSetup): SupervisorProcess | null {
    const first = this.#first;
    if (first?.key !== JSON.stringify(setup)) return null;
    this.#first = null;
    return first.process.ended === null ? first.process : null;
  }

  /** Ends the processes that are kept ready. */
  async close(): Promise<void> {
    await this.#first?.process.close();
    this.#first = null;
    await this.#spares.close();
  }

  async #start(workspaceBytes: number, setup: LaunchSetup): Promise<SupervisorProcess> {
    return this.#startPlanned(this.#planned(this.#optionsFor(workspaceBytes, setup)));
  }

  #optionsFor(workspaceBytes: number, setup: LaunchSetup): LaunchOptions {
    return {
      python: this.python,
      boot: insideSources().boot,
      workspaceBytes: Math.max(USUAL_WORKSPACE_BYTES, workspaceBytes),
      user: setup.shared === undefined ? unusedUser() : setup.shared.user,
      ...setup,
      programs: this.programs(setup.programs),
    };
  }

  async #startPlanned(plan: LaunchPlan): Promise<SupervisorProcess> {
    if (this.#compiled === undefined) this.#compiled = await compileInside(this.python, this.#environment);
    return SupervisorProcess.start(plan, this.#compiled).catch((thrown) => {
      // Another interpreter may have taken the place of the one that compiled.
      this.#compiled = undefined;
      throw thrown;
    });
  }

  #planned(options: LaunchOptions): LaunchPlan {
    return this.#bubblewrap === null
      ? planLandlock(options)
      : planBubblewrap({ ...options, bubblewrap: this.#bubblewrap });
  }
}
