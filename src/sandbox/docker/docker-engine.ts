import { basename } from 'node:path';
import { defineOptions, option } from '../../core/index.js';
import { errorMessage, whilePending } from '../../core/internal.js';
import type { SandboxLimits } from '../contract.js';
import { type LaunchPlan, type LaunchSetup, PLAIN_SETUP } from '../cpython/confinement.js';
import { CpythonSession } from '../cpython/cpython-session.js';
import { insideSources } from '../cpython/inside-sources.js';
import { NO_ISOLATION } from '../cpython/isolation.js';
import { launchSetup } from '../cpython/launch-setup.js';
import { attestConfinement } from '../cpython/self-test.js';
import { programNames } from '../cpython/shell-outcome.js';
import { type InsideFacts, SupervisorProcess } from '../cpython/supervisor-process.js';
import type { Engine, EngineCapabilities, EngineSession, EngineSessionOptions } from '../engine.js';
import { sandboxError } from '../error-codes.js';
import { type ContainerOptions, checkImage, startContainer } from './container.js';

/** How the container engine is set up. */
export interface DockerEngineOptions {
  /** The command line to use: `docker` (default), `podman` or a path. */
  readonly program?: string;
  /** Flags before the subcommand, for example `['--runtime', 'runc']` with Podman. */
  readonly globalFlags?: readonly string[];
  /** Flags of `run` beside those that confine, for example `['--ulimit', 'nofile=1024:1024']`. */
  readonly runFlags?: readonly string[];
  /** An image that is there already and holds CPython 3.9 or newer. Nothing is ever pulled. Default `python:3-slim`. */
  readonly image?: string;
  /** The interpreter inside the image. Default `python3`. */
  readonly python?: string;
  /** The environment that the command line needs (`PATH`, `HOME`, `DOCKER_HOST` …); nothing of it is seen inside. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const checkDockerEngineOptions = defineOptions<DockerEngineOptions>()('createDockerEngine', {
  program: option.string,
  globalFlags: option.list(option.string),
  runFlags: option.list(option.string),
  image: option.string,
  python: option.string,
  environment: option.required(option.record),
});

/** Makes the engine that runs CPython in containers. Nothing is started before it is used. */
export function createDockerEngine(options: DockerEngineOptions): Engine {
  checkDockerEngineOptions(options);
  return new DockerEngine(options);
}

const ISOLATION: EngineCapabilities['isolation'] = {
  files:
    'a container with a read-only image and tmpfs for working files, Landlock inside where the kernel has it',
  network: 'a container without network, and seccomp without sockets',
  processes:
    'a container of its own, no capabilities, no new privileges, seccomp, --pids-limit, RLIMIT_NPROC',
  memory: 'RLIMIT_AS per process and resident size of all watched; --memory where the host enforces it',
  time: 'the host ends everything in the container',
};

class DockerEngine implements Engine {
  readonly name = 'docker';
  readonly #container: ContainerOptions;
  readonly #sessions = new Set<CpythonSession>();
  /** Settled when a container that was started is gone; only the end of the engine waits for it. */
  readonly #gone = new Set<Promise<void>>();
  #attested: Promise<void> | undefined;
  #facts: InsideFacts = { version: 'unknown', modules: [], hasZones: false, programs: [] };
  #closed = false;

  constructor(options: DockerEngineOptions) {
    const given = Object.entries(options.environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    this.#container = {
      program: options.program ?? 'docker',
      globalFlags: options.globalFlags ?? [],
      runFlags: options.runFlags ?? [],
      image: options.image ?? 'python:3-slim',
      python: options.python ?? 'python3',
      environment: Object.fromEntries(given),
    };
  }

  async probe(): Promise<EngineCapabilities> {
    const common = { suspend: false, missing: [] };
    try {
      await this.#attest();
    } catch (thrown) {
      const reason = errorMessage(thrown);
      return {
        ...common,
        available: false,
        reason,
        dumpNamespace: false,
        isolation: NO_ISOLATION,
        modules: [],
        programs: [],
      };
    }
    const { program, image } = this.#container;
    const reason = `CPython ${this.#facts.version} in containers of ${image} by ${program}`;
    return {
      ...common,
      available: true,
      reason,
      dumpNamespace: true,
      isolation: ISOLATION,
      modules: this.#facts.modules,
      programs: programNames(this.#facts.programs),
    };
  }

  async openSession(options: EngineSessionOptions): Promise<EngineSession> {
    await this.#attest();
    const setup = launchSetup(options, {
      version: this.#facts.version,
      isUnprivileged: process.platform === 'linux',
      hasZone: () => this.#facts.hasZones,
    });
    const absent = setup.programs.find((name) => !this.#facts.programs.includes(basename(name)));
    if (absent !== undefined) {
      throw sandboxError(
        'no_program',
        `The image ${this.#container.image} has no program ${absent} on its PATH; use an image that has it.`,
        { details: { program: absent } },
      );
    }
    const session = new CpythonSession({
      ...options,
      startProcess: (bytes) => this.#start(options.limits, bytes, setup),
      onClose: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
    return session;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#sessions].map((session) => session.close()));
    await whilePending(Promise.all(this.#gone));
  }

  /** Tries every protection in a container, once; a try that failed is made again, since the cause may be gone. */
  #attest(): Promise<void> {
    if (this.#closed) {
      return Promise.reject(sandboxError('closed', 'The docker engine is closed; make a new one.'));
    }
    if (this.#attested === undefined) {
      const attested = this.#attestNow();
      attested.catch(() => {
        if (this.#attested === attested) this.#attested = undefined;
      });
      this.#attested = attested;
    }
    return this.#attested;
  }

  async #attestNow(): Promise<void> {
    await checkImage(this.#container);
    await attestConfinement(async (workspaceBytes, limits) => {
      const started = await this.#start(limits, workspaceBytes, PLAIN_SETUP);
      // Of this container alone, which will load no code but the self-test.
      this.#facts = started.facts ?? this.#facts;
      return started;
    }, []);
  }

  async #start(
    limits: SandboxLimits,
    workspaceBytes: number,
    setup: LaunchSetup,
  ): Promise<SupervisorProcess> {
    const { boot } = insideSources();
    const plan = await startContainer(this.#container, limits, workspaceBytes, boot, setup);
    return SupervisorProcess.start(this.#watched(plan));
  }

  /** The plan of a container whose removal holds nobody up. */
  #watched(plan: LaunchPlan): LaunchPlan {
    let remove = (): void => {};
    const gone = new Promise<void>((resolve) => {
      remove = () => void plan.cleanUp(true).finally(resolve);
    }).finally(() => this.#gone.delete(gone));
    this.#gone.add(gone);
    return { ...plan, cleanUp: async () => remove() };
  }
}
