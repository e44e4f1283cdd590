import type { Sandbox } from '../sandbox/index.js';
import type { Observation } from './observation.js';
import { callPythonTool } from './python-tool.js';

/** Where a world's Python comes from and goes to. */
export interface EpisodePythonSource {
  readonly openSandbox: () => Promise<Sandbox>;
  readonly closeSandbox: (sandbox: Sandbox) => Promise<void>;
}

/**
 * The Python namespace of one episode, opened when it is first used. A branch begins without a process: on its first
 * call it runs the code of the episode so far again, in a namespace of its own.
 */
export class EpisodePython {
  readonly #source: EpisodePythonSource;
  /** All code of the episode so far, in order. */
  readonly #ran: string[];
  #sandbox: Promise<Sandbox> | undefined;

  constructor(source: EpisodePythonSource, ran: readonly string[] = []) {
    this.#source = source;
    this.#ran = [...ran];
  }

  /** Runs code in the namespace. Throws as {@link callPythonTool}. */
  async run(code: string, signal?: AbortSignal): Promise<Observation> {
    this.#sandbox ??= this.#open();
    const observation = await callPythonTool(await this.#sandbox, code, signal);
    this.#ran.push(code);
    return observation;
  }

  fork(): EpisodePython {
    return new EpisodePython(this.#source, this.#ran);
  }

  async close(): Promise<void> {
    const sandbox = await this.#sandbox?.catch(() => undefined);
    if (sandbox !== undefined) await this.#source.closeSandbox(sandbox);
  }

  async #open(): Promise<Sandbox> {
    const sandbox = await this.#source.openSandbox();
    try {
      for (const code of this.#ran) await callPythonTool(sandbox, code);
      return sandbox;
    } catch (error) {
      await this.#source.closeSandbox(sandbox);
      throw error;
    }
  }
}
