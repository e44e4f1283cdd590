import { inTurns } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import type { PythonValue } from '../python-value.js';
import type { LaunchSetup, SharedFolder } from './confinement.js';
import { FileMirror, type WorkspaceStart } from './file-mirror.js';
import type { SupervisorProcess } from './supervisor-process.js';
import { writeWorkspace } from './write-workspace.js';

/** Files and folders from which on sharing them costs less than writing them into each workspace. */
const FEWEST_ENTRIES = 500;

/** Sessions on forks of one tree from which on the first that runs something shares its files already. */
const SEVERAL = 3;

/** Bytes that a file or folder takes on a disk beside its content, at most. */
const ENTRY_BYTES = 5 * 1024;

/** Bytes of the largest tree that is shared. */
const MOST_BYTES = 128 * 2 ** 20;

/** Differences from the shared files from which on a session gets a workspace of its own. */
const MOST_CHANGES = 5_000;

/** Files in a folder that workspaces can begin with. */
export interface SharedFiles {
  readonly start: WorkspaceStart;
  readonly folder: SharedFolder;
}

/** How shared files are kept, and used. */
export interface SharedFilesOptions {
  /** Starts a confined process that runs nothing and keeps a folder for files, which take so many bytes there. */
  readonly startKeeper: (bytes: number) => Promise<SupervisorProcess>;
  /** Starts a process with such a setup, to be the next one that a session with it gets. */
  readonly startFirst: (setup: LaunchSetup) => Promise<void>;
  /** Ends the processes that are kept ready for workspaces with these files. */
  readonly endSpares: (folder: SharedFolder) => Promise<void>;
}

interface Family {
  members: number;
  /** Sessions that have asked for shared files. */
  asked: number;
  kept: Promise<Kept | null> | null;
}

interface Kept extends SharedFiles {
  readonly keeper: SupervisorProcess;
  /** Whether what a host folder had then is what it has at the time of asking. */
  readonly isCurrent: () => Promise<boolean>;
}

/** One session's part in the files of its family. */
export interface FamilyMember {
  /** Files to begin with: null for one that is alone so far, and where sharing is of no use or not possible. */
  find(setup: LaunchSetup): Promise<SharedFiles | null>;
  /** Says that the session is closed. */
  leave(): Promise<void>;
}

/**
 * The files of large trees, kept once for all sessions on forks of one tree: where there are several, they begin with
 * those, and are sent only what differs. They lie in the workspace of a confined process that runs nothing, and are gone
 * with the last session of the family.
 */
export class SharedFileFamilies {
  readonly #options: SharedFilesOptions;
  readonly #families = new Map<object, Family>();
  /** Whether this machine was seen to refuse. */
  #isRefused = false;

  constructor(options: SharedFilesOptions) {
    this.#options = options;
  }

  /** Lets the session on a tree take part. */
  join(files: FileTree): FamilyMember {
    const key = files.family;
    const family = this.#families.get(key) ?? { members: 0, asked: 0, kept: null };
    this.#families.set(key, family);
    family.members += 1;
    let hasLeft = false;
    return {
      find: async (setup) => {
        family.asked += 1;
        const isAlone = family.asked < 2 && family.members < SEVERAL;
        if (isAlone || hasLeft || this.#isRefused) return null;
        family.kept ??= this.#keep(files.fork(), setup);
        const kept = await family.kept;
        if (kept === null || kept.keeper.ended !== null || !(await kept.isCurrent())) return null;
        return files.changesFrom(kept.start.tree).length > MOST_CHANGES ? null : kept;
      },
      leave: async () => {
        if (hasLeft) return;
        hasLeft = true;
        family.members -= 1;
        if (family.members > 0) return;
        this.#families.delete(key);
        const kept = await family.kept;
        if (kept === null) return;
        await this.#options.endSpares(kept.folder);
        await kept.keeper.close();
      },
    };
  }

  async #keep(tree: FileTree, setup: LaunchSetup): Promise<Kept | null> {
    const read = await readTree(tree).catch(() => null);
    if (read === null) return null;
    const { mirror, operations, isCurrent } = read;
    let keeper: SupervisorProcess | null = null;
    try {
      keeper = await this.#options.startKeeper(mirror.bytes + operations.length * ENTRY_BYTES);
      const complaint = await writeWorkspace(keeper, operations);
      if (complaint !== null) throw new Error(complaint);
      const { user, settings } = keeper.plan;
      const folder = { folder: settings.workspace, bytes: mirror.bytes, user };
      await this.#options.startFirst({ ...setup, shared: folder });
      return { start: mirror.start(), folder, keeper, isCurrent };
    } catch {
      // Every session can have a workspace of its own instead.
      this.#isRefused = true;
      await keeper?.close();
      return null;
    }
  }
}

/** What is to be shared of a tree; null where that is of no use. */
async function readTree(tree: FileTree): Promise<{
  readonly mirror: FileMirror;
  readonly operations: readonly PythonValue[];
  readonly isCurrent: Kept['isCurrent'];
} | null> {
  const fingerprint = await tree.hostFingerprint();
  const mirror = new FileMirror(tree, MOST_BYTES);
  const operations = await inTurns(mirror.delta());
  if (operations.length < FEWEST_ENTRIES || mirror.bytes > MOST_BYTES) return null;
  const isCurrent = askedAfter(() =>
    tree.hostFingerprint().then(
      (now) => now === fingerprint,
      () => false,
    ),
  );
  return { mirror, operations, isCurrent };
}

/** A question that many ask at a time: each gets an answer that was looked for after it had asked. */
function askedAfter<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const answer = ask();
      running = answer;
      return answer;
    });
    return next;
  };
}
