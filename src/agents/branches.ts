import { type JsonObject, MettleError } from '../core/index.js';
import { shortened } from '../core/internal.js';
import type { FileTree, FileTreeDiff, MergeResult } from '../filesystem/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { SessionAgent } from './session/session-agent.js';

/** How {@link Branches} begin. */
interface BranchesOptions {
  /** Whether a branch has the caller's variables. */
  readonly copyNamespace?: boolean;
  /** Whose branches of earlier processes are good still. */
  readonly session?: SessionAgent | null;
}

/**
 * The branches of one call: what was forked for subagents, by the handle that the model knows it by. The files of a branch
 * outlive the subagent that worked on them; its sandbox does where branches have the caller's variables, to be adopted.
 */
export class Branches {
  readonly #copyNamespace: boolean;
  readonly #branches = new Map<string, FileTree>();
  readonly #open = new Map<string, Sandbox>();
  /** Those whose subagent has ended. */
  readonly #ended = new Set<string>();
  /** What was adopted. A run may still be under way in those that it took the place of. */
  readonly #adopted: Sandbox[] = [];
  readonly #first: Sandbox;
  #count = 0;

  /** @param sandbox - what branches are forked from until one is adopted. Whoever opened it closes it. */
  constructor(sandbox: Sandbox, { copyNamespace = false, session = null }: BranchesOptions = {}) {
    this.#first = sandbox;
    this.#copyNamespace = copyNamespace;
    this.#count = session?.started ?? 0;
    for (const [handle, { files, answer }] of session?.subagents ?? []) {
      if (answer === null) continue;
      this.#branches.set(handle, files);
      this.#ended.add(handle);
    }
  }

  /** What the caller works in: the sandbox that was given, or the one that was adopted last. */
  get sandbox(): Sandbox {
    return this.#adopted.at(-1) ?? this.#first;
  }

  /** A handle for the next branch: `subagent_0`, `subagent_1`, …. */
  reserve(): string {
    return `subagent_${this.#count++}`;
  }

  /** Forks the sandbox as it is now, which costs the same whatever the files are. {@link ended} closes the fork. */
  async fork(handle: string): Promise<Sandbox> {
    const sandbox = await this.sandbox.fork({ copyNamespace: this.#copyNamespace });
    this.#branches.set(handle, sandbox.files);
    this.#open.set(handle, sandbox);
    return sandbox;
  }

  /** Takes over a branch of an earlier process, in a sandbox that was opened on its files. */
  restore(handle: string, sandbox: Sandbox): void {
    this.#branches.set(handle, sandbox.files);
    this.#open.set(handle, sandbox);
  }

  /** Says that the subagent of a branch has ended. */
  async ended(handle: string): Promise<void> {
    this.#ended.add(handle);
    if (!this.#copyNamespace) await this.#closeBranch(handle);
  }

  /** Puts the variables and the files of a branch in the place of the caller's. */
  adopt(handle: string): JsonObject {
    const sandbox = this.#open.get(handle);
    if (sandbox === undefined) return this.#unknown(handle);
    if (!this.#ended.has(handle)) return atWork(handle);
    this.#open.delete(handle);
    this.#branches.delete(handle);
    this.#adopted.push(sandbox);
    return { adopted: handle };
  }

  /** Closes every sandbox that was forked. */
  async close(): Promise<void> {
    for (const handle of [...this.#open.keys()]) await this.#closeBranch(handle);
    for (const sandbox of this.#adopted.splice(0)) await sandbox.close();
  }

  async #closeBranch(handle: string): Promise<void> {
    const sandbox = this.#open.get(handle);
    this.#open.delete(handle);
    await sandbox?.close();
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
    if (!this.#ended.has(handle)) return atWork(handle);
    try {
      const { files } = this.sandbox;
      const theirs = branch.copy();
      return mergeRecord(await files.merge(branch, options), files, theirs);
    } catch (error) {
      if (MettleError.isInstance(error)) return { error: error.instructions() };
      throw error;
    }
  }

  /** Drops a branch without taking anything over. */
  async discard(handle: string): Promise<JsonObject> {
    if (!this.#branches.has(handle)) return this.#unknown(handle);
    if (!this.#ended.has(handle)) return atWork(handle);
    this.#branches.delete(handle);
    await this.#closeBranch(handle);
    return { discarded: handle };
  }

  #unknown(handle: string): JsonObject {
    const known = [...this.#branches.keys()];
    const hint = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
    return { error: `unknown subagent handle: ${JSON.stringify(handle)}; ${hint}` };
  }
}

/** What a subagent does before it has ended is neither taken over nor dropped: nobody knows what it has come to. */
function atWork(handle: string): JsonObject {
  return { error: `${handle} is still at work: wait for the answer of spawn_subagents` };
}

function diffRecord({ written, deleted }: FileTreeDiff): JsonObject {
  return { written: written.map(({ path, kind, size }) => ({ path, kind, size })), deleted };
}

/**
 * What a merge did, as a model reads it: for each conflict the lines that differ, or both versions where they have no lines
 * in common. It has no other way to see what a branch holds.
 */
function mergeRecord(
  { written, deleted, conflicts, skipped, conflictDetails }: MergeResult,
  ours: FileTree,
  theirs: FileTree,
): JsonObject {
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
            hunks: hunks.map((hunk) => ({ ...hunk })),
            ...(hunks.length > 0 || !skipped.includes(path)
              ? {}
              : { ours: textIn(ours, path), theirs: textIn(theirs, path) }),
          })),
        }),
  };
}

/** Characters of a version that a conflict shows. */
const MAX_VERSION = 20_000;

/** A file's text; null for what is not there or is none. */
function textIn(files: FileTree, path: string): string | null {
  if (!files.exists(path) || files.stat(path).kind !== 'file') return null;
  try {
    return shortened(files.readText(path), MAX_VERSION, {
      mark: (left) => `\n[${left} more characters are not shown]`,
    });
  } catch {
    return null;
  }
}
