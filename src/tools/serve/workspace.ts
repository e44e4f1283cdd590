import { randomBytes } from 'node:crypto';
import { quoted } from '../../core/internal.js';
import { type CreateSandboxOptions, createSandbox, type Sandbox } from '../../sandbox/index.js';
import { ToolFailure } from '../tool.js';
import { type ToolSet, toolSet } from '../tool-set.js';
import { toolsOfSandbox } from '../tools-of-sandbox.js';

/** A sandbox that can be named. */
export interface WorkspaceEntry {
  readonly handle: string;
  readonly sandbox: Sandbox;
  readonly tools: ToolSet;
  /** What it was forked from; null for the first. */
  readonly parent: WorkspaceEntry | null;
}

/** Forks that may be open at once. */
const MAX_FORKS = 32;

/** The handle of the sandbox that is there from the start. */
export const MAIN = 'main';

/**
 * The sandboxes of one server: the first one and its forks, by handle. Clients share them.
 */
export class Workspace {
  readonly main: WorkspaceEntry;
  readonly #entries: Map<string, WorkspaceEntry>;
  #count = 0;
  /** Forks that are being made. */
  #making = 0;

  private constructor(main: WorkspaceEntry) {
    this.main = main;
    this.#entries = new Map([[MAIN, main]]);
  }

  static async open(options: CreateSandboxOptions): Promise<Workspace> {
    return new Workspace(entryOf(MAIN, await createSandbox(options), null));
  }

  /** The first sandbox and its forks, in the order in which they were made. */
  get handles(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** @throws {ToolFailure} naming the handles there are. */
  get(handle: string): WorkspaceEntry {
    const entry = this.#entries.get(handle);
    if (entry !== undefined) return entry;
    throw new ToolFailure(`There is no sandbox ${quoted(handle)}. There are: ${this.handles.join(', ')}.`);
  }

  /** Forks a sandbox with its files, and with its variables where the engine can, and mints a handle for the fork. */
  async fork(handle: string): Promise<WorkspaceEntry & { readonly copiesVariables: boolean }> {
    const parent = this.get(handle);
    if (this.#entries.size + this.#making > MAX_FORKS) {
      throw new ToolFailure(`${MAX_FORKS} forks are open. Discard one first (discard_sandbox).`);
    }
    this.#making += 1;
    try {
      const name = `fork_${++this.#count}_${randomBytes(4).toString('hex')}`;
      const { dumpNamespace: copyNamespace } = await parent.sandbox.capabilities();
      const fork = entryOf(name, await parent.sandbox.fork({ copyNamespace }), parent);
      this.#entries.set(name, fork);
      return { ...fork, copiesVariables: copyNamespace };
    } finally {
      this.#making -= 1;
    }
  }

  /** Closes a fork, and the forks that were made of it. */
  async discard(handle: string): Promise<readonly string[]> {
    const entry = this.get(handle);
    if (entry.parent === null) throw new ToolFailure(`${MAIN} cannot be discarded.`);
    const gone = [...this.#entries.values()].filter((one) => isBelow(one, entry));
    for (const { handle: name } of gone) this.#entries.delete(name);
    await Promise.all(gone.map(({ sandbox }) => sandbox.close()));
    return gone.map(({ handle: name }) => name);
  }

  /** Closes every sandbox. */
  async close(): Promise<void> {
    const all = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(all.map(({ sandbox }) => sandbox.close()));
  }
}

function entryOf(handle: string, sandbox: Sandbox, parent: WorkspaceEntry | null): WorkspaceEntry {
  return { handle, sandbox, tools: toolSet(toolsOfSandbox(sandbox)), parent };
}

function isBelow(entry: WorkspaceEntry, above: WorkspaceEntry): boolean {
  for (let at: WorkspaceEntry | null = entry; at !== null; at = at.parent) if (at === above) return true;
  return false;
}
