import { MettleError } from '../core/index.js';
import type { Observation } from '../records/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { environmentError } from './error-codes.js';
import { callPythonTool, pythonAnswerDigest } from './python-tool.js';

/** Where a world's Python comes from and goes to. */
export interface EpisodePythonSource {
  readonly openSandbox: () => Promise<Sandbox>;
  readonly closeSandbox: (sandbox: Sandbox) => Promise<void>;
}

interface PastRun {
  readonly code: string;
  /** What it answered. */
  readonly digest: string;
}

/**
 * The Python namespace of one episode, opened when it is first used. On Monty a branch gets a copy of it. On other
 * engines a branch begins without a process: on its first call it runs the code of the episode so far again, in a
 * namespace of its own, and is broken if anything gives another answer than before.
 */
export class EpisodePython {
  readonly #source: EpisodePythonSource;
  /** All code of the episode so far, in order. */
  readonly #ran: PastRun[];
  #sandbox: Promise<Sandbox> | undefined;

  constructor(source: EpisodePythonSource, ran: readonly PastRun[] = []) {
    this.#source = source;
    this.#ran = [...ran];
  }

  /**
   * Runs code in the namespace. Throws as {@link callPythonTool}, and `environments/world_broken` where a branch can't be
   * made what the episode was.
   */
  async run(code: string, signal?: AbortSignal): Promise<Observation> {
    this.#sandbox ??= this.#open();
    const observation = await callPythonTool(await this.#sandbox, code, signal);
    this.#ran.push({ code, digest: pythonAnswerDigest(observation) });
    return observation;
  }

  async fork(): Promise<EpisodePython> {
    const copy = await copyOf(await this.#sandbox);
    if (copy === undefined) return new EpisodePython(this.#source, this.#ran);
    // A copy is ended with its episode: emptied, it would still have the files of the episode.
    const closeSandbox = (sandbox: Sandbox): Promise<void> =>
      sandbox === copy ? sandbox.close() : this.#source.closeSandbox(sandbox);
    const branch = new EpisodePython({ ...this.#source, closeSandbox }, this.#ran);
    branch.#sandbox = Promise.resolve(copy);
    return branch;
  }

  async close(): Promise<void> {
    const sandbox = await this.#sandbox?.catch(() => undefined);
    if (sandbox !== undefined) await this.#source.closeSandbox(sandbox);
  }

  async #open(): Promise<Sandbox> {
    const sandbox = await this.#source.openSandbox();
    try {
      for (const [index, { code, digest }] of this.#ran.entries()) {
        if (pythonAnswerDigest(await callPythonTool(sandbox, code)) !== digest) throw otherAnswer(index + 1);
      }
      return sandbox;
    } catch (error) {
      await this.#source.closeSandbox(sandbox);
      throw error;
    }
  }
}

/** A sandbox with a copy of the namespace, where the engine has an exact one. */
async function copyOf(sandbox: Sandbox | undefined): Promise<Sandbox | undefined> {
  if (sandbox === undefined || (await sandbox.capabilities()).engine !== 'monty') return undefined;
  try {
    return await sandbox.fork({ copyNamespace: true });
  } catch (error) {
    if (MettleError.isInstance(error) && error.code === 'sandbox/cannot_dump') return undefined;
    throw error;
  }
}

/** The error of a branch whose code, run again, answered otherwise. */
export function otherAnswer(run: number): MettleError {
  return environmentError(
    'world_broken',
    `A branch runs the code of its episode again, and run ${run} gave another answer than before. Code that depends on time, random numbers or load has no exact branch; a sandbox with deterministic: {} stops the clock and seeds random numbers.`,
  );
}
