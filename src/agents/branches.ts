import { type JsonObject, MettleError } from '../core/index.js';
import type { FileTree, FileTreeDiff, MergeResult } from '../filesystem/index.js';
import type { Sandbox } from '../sandbox/index.js';

/**
 * The branches of one call: the files of sandboxes that were forked for subagents, by the handle that the model knows
 * them by. A branch outlives the sandbox that worked on it.
 */
export class Branches {
  readonly #sandbox: Sandbox;
  readonly #branches = new Map<string, FileTree>();
  #count = 0;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** A handle for the next branch: `subagent_0`, `subagent_1`, …. */
  reserve(): string {
    return `subagent_${this.#count++}`;
  }

  /** Forks the sandbox as it is now, which costs the same whatever the files are. The caller closes the fork. */
  async fork(handle: string): Promise<Sandbox> {
    const sandbox = await this.#sandbox.fork();
    this.#branches.set(handle, sandbox.files);
    return sandbox;
  }

  /** What a branch has changed, as a model reads it. */
  diff(handle: string): JsonObject {
    const branch = this.#branches.get(handle);
    return branch === undefined ? { written: [], deleted: [] } : diffRecord(branch.diff());
  }

  /** Takes over a branch's changes; the handle stays good. */
  async merge(
    handle: string,
    options: { readonly paths?: readonly string[]; readonly force?: boolean },
  ): Promise<JsonObject> {
    const branch = this.#branches.get(handle);
    if (branch === undefined) return this.#unknown(handle);
    try {
      return mergeRecord(await this.#sandbox.files.merge(branch, options));
    } catch (error) {
      if (MettleError.isInstance(error)) return { error: error.instructions() };
      throw error;
    }
  }

  /** Drops a branch without taking anything over. */
  discard(handle: string): JsonObject {
    return this.#branches.delete(handle) ? { discarded: handle } : this.#unknown(handle);
  }

  #unknown(handle: string): JsonObject {
    const known = [...this.#branches.keys()];
    const hint = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
    return { error: `unknown subagent handle: ${JSON.stringify(handle)}; ${hint}` };
  }
}

function diffRecord({ written, deleted }: FileTreeDiff): JsonObject {
  return { written: written.map(({ path, kind, size }) => ({ path, kind, size })), deleted };
}

function mergeRecord({ written, deleted, conflicts, skipped, conflictDetails }: MergeResult): JsonObject {
  return {
    written,
    deleted,
    conflicts,
    skipped,
    ...(conflictDetails.length === 0
      ? {}
      : {
          conflict_details: conflictDetails.map(({ path, reason, hunks }) => ({
            path,
            reason,
            hunks: hunks.map(({ line, base, ours, theirs }) => ({ line, base, ours, theirs })),
          })),
        }),
  };
}
