import type { Json, JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import { type Tool, ToolFailure, tool } from '../tool.js';
import { MAIN, type Workspace, type WorkspaceEntry } from './workspace.js';

/** Characters of a patch that one answer holds. */
const MAX_PATCH = 100_000;

const SANDBOX = {
  type: 'string',
  description: 'handle of the sandbox, as fork_sandbox gave it; without it, the main one',
};
const NO_TIMEOUT = Number.POSITIVE_INFINITY;

/** The nine tools of a sandbox, with a handle that says which, and those that fork, show, merge and discard. */
export function workspaceTools(workspace: Workspace): readonly Tool[] {
  return [
    ...[...workspace.main.tools].map((own) => forEachSandbox(workspace, own)),
    tool({
      name: 'fork_sandbox',
      description:
        'Make a copy of a sandbox to try something in. It costs nothing, whatever the files are. Work in it by its handle, then merge or discard it.',
      parameters: objectOf({ sandbox: SANDBOX }),
      timeoutSeconds: NO_TIMEOUT,
      execute: async ({ sandbox }) => {
        const { handle, parent, copiesVariables } = await workspace.fork(handleOf(sandbox));
        return { sandbox: handle, forked_from: parent?.handle ?? MAIN, variables_copied: copiesVariables };
      },
    }),
    tool({
      name: 'show_changes',
      description:
        'Show what a sandbox has changed: the main one against the folder, a fork against what it was forked from. Nothing is written to the folder before commit.',
      parameters: objectOf({
        sandbox: SANDBOX,
        patch: { type: 'boolean', description: 'with the patch itself' },
      }),
      timeoutSeconds: NO_TIMEOUT,
      execute: async ({ sandbox, patch }) =>
        changesOf(workspace.get(handleOf(sandbox)).sandbox.files, patch === true),
    }),
    tool({
      name: 'merge_sandbox',
      description:
        'Merge the changes of a fork into the sandbox it was forked from, with a three-way merge. Paths that both changed are conflicts and stay as they are, unless force is true.',
      parameters: {
        ...objectOf({
          sandbox: { type: 'string', description: 'handle of the fork' },
          paths: { type: 'array', items: { type: 'string' }, description: 'only these paths' },
          force: { type: 'boolean', description: 'in conflicts, the fork wins' },
        }),
        required: ['sandbox'],
      },
      timeoutSeconds: NO_TIMEOUT,
      execute: async ({ sandbox, paths, force }) =>
        merge(workspace.get(handleOf(sandbox)), paths, force === true),
    }),
    tool({
      name: 'discard_sandbox',
      description: 'Drop a fork, and the forks made of it, without merging anything.',
      parameters: {
        ...objectOf({ sandbox: { type: 'string', description: 'handle of the fork' } }),
        required: ['sandbox'],
      },
      timeoutSeconds: NO_TIMEOUT,
      execute: async ({ sandbox }) => ({ discarded: await workspace.discard(handleOf(sandbox)) }),
    }),
  ];
}

function objectOf(properties: JsonObject): JsonObject {
  return { type: 'object', properties, additionalProperties: false };
}

function handleOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : MAIN;
}

function forEachSandbox(workspace: Workspace, own: Tool): Tool {
  const { name, description, parameters } = own;
  return tool({
    name,
    description,
    parameters: { ...parameters, properties: { ...(parameters.properties as JsonObject), sandbox: SANDBOX } },
    timeoutSeconds: NO_TIMEOUT,
    execute: async ({ sandbox, ...args }, { signal }) => {
      const outcome = await workspace.get(handleOf(sandbox)).tools.call(name, args, { signal });
      if (!outcome.ok) throw new ToolFailure(outcome.error, { cause: outcome.cause });
      return outcome.value;
    },
  });
}

async function changesOf(files: FileTree, withPatch: boolean): Promise<JsonObject> {
  const { written, deleted } = files.changes();
  if (!withPatch) return { written, deleted };
  const patch = await files.patch();
  const cut = patch.length > MAX_PATCH;
  return { written, deleted, patch: cut ? startOf(patch, MAX_PATCH) : patch, patch_cut_off: cut };
}

async function merge(entry: WorkspaceEntry, paths: Json | undefined, force: boolean): Promise<JsonObject> {
  if (entry.parent === null) throw new ToolFailure(`${MAIN} is not a fork. To write to the folder, commit.`);
  const result = await entry.parent.sandbox.files.merge(entry.sandbox.files, {
    force,
    ...(Array.isArray(paths) ? { paths: paths.map(String) } : {}),
  });
  return {
    merged_into: entry.parent.handle,
    written: result.written,
    deleted: result.deleted,
    skipped: result.skipped,
    conflicts: result.conflictDetails.map(({ path, reason, hunks }) => ({
      path,
      reason,
      hunks: hunks.map(({ line, base, ours, theirs }) => ({ line, base, ours, theirs })),
    })),
  };
}
