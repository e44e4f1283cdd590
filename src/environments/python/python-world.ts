import { canonicalJson, type Json, sha256 } from '../../core/index.js';
import type { Observation } from '../../records/index.js';
import type { FileFacts } from '../files/file-facts.js';
import type { TreePython } from '../files/tree-python.js';
import { pythonObservation } from '../python-tool.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';

/** What has run in a namespace: how many calls, and a hash over all code and answers, each chained to the one before. */
export interface PythonCalls {
  readonly count: number;
  readonly sha256: string;
}

/** Before the first call. */
export const NO_CALLS: PythonCalls = { count: 0, sha256: sha256('') };

/** What a {@link PythonWorld} is made from. */
export interface PythonWorldParts {
  readonly python: TreePython;
  /** The facts of its files. */
  readonly facts: FileFacts;
  readonly calls: PythonCalls;
}

/** A Python namespace and the files under it. What the namespace holds can't be read, so its fact is what ran in it. */
export class PythonWorld implements WorldBody {
  readonly #python: TreePython;
  readonly #facts: FileFacts;
  #calls: PythonCalls;
  #state: { readonly files: WorldState; readonly calls: PythonCalls; readonly all: WorldState } | undefined;

  constructor({ python, facts, calls }: PythonWorldParts) {
    this.#python = python;
    this.#facts = facts;
    this.#calls = calls;
  }

  async run({ arguments: argumentValues, signal }: CheckedCall): Promise<Observation> {
    const code = String(argumentValues.code);
    const observation = pythonObservation(
      await this.#python.run(code, signal === undefined ? {} : { signal }),
    );
    const answer: Json = [
      this.#calls.sha256,
      code,
      observation.status,
      observation.content,
      observation.data,
    ];
    this.#calls = { count: this.#calls.count + 1, sha256: sha256(canonicalJson(answer)) };
    return observation;
  }

  state(): WorldState {
    const files = this.#facts.now();
    if (this.#state?.files !== files || this.#state.calls !== this.#calls) {
      const all = new Map<string, Json>(files).set('python/calls', { ...this.#calls });
      this.#state = { files, calls: this.#calls, all };
    }
    return this.#state.all;
  }

  async fork(): Promise<WorldBody> {
    const python = await this.#python.fork();
    const branch = new PythonWorld({ python, facts: this.#facts.ofFork(python.files), calls: this.#calls });
    branch.#state = this.#state;
    return branch;
  }

  close(): Promise<void> {
    return this.#python.close();
  }
}
