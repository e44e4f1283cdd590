import type { JsonObject } from '../../core/index.js';
import type { FileTree } from '../../filesystem/index.js';
import type { Observation } from '../../records/index.js';
import type { CodingLine, CodingLineResult, CodingShell } from './coding-shell.js';
import type { ObservationMasks } from './observation-masks.js';
import type { SessionPaths } from './session-paths.js';

/** What a tool answered, before it is an observation. */
export interface ToolAnswer {
  readonly content: string;
  /** What kind of failure it is, in snake_case. Default: none. */
  readonly failure?: string;
  readonly data: JsonObject;
}

/** What the tools of one episode work on. */
export interface CodingWorkspace {
  readonly files: FileTree;
  readonly paths: SessionPaths;
  readonly masks: ObservationMasks;
  /** The folder that the shell is in, absolute, as the records name it. */
  cwd: string;
  readonly shell: CodingShell;
}

/** What a call gets beside its arguments. */
export interface ToolContext {
  readonly workspace: CodingWorkspace;
  readonly signal: AbortSignal | undefined;
}

/** A tool of a client on a {@link CodingWorkspace}. */
export type CodingTool = (given: JsonObject, context: ToolContext) => ToolAnswer | Promise<ToolAnswer>;

/** A failure that a client tells its model in these words. */
export function failed(failure: string, content: string, data: JsonObject = {}): ToolAnswer {
  return { content, failure, data: { kind: 'failure', ...data } };
}

/** As a record has it. */
export function observationOf({ content, failure, data }: ToolAnswer): Observation {
  return failure === undefined
    ? { status: 'ok', content, data, error: null }
    : { status: 'error', content, data, error: { type: failure, message: content } };
}

/** The key of a file that a tool names, or the failure that says why it can't be had. */
export function fileKey({ workspace }: ToolContext, path: unknown): string | ToolAnswer {
  const text = typeof path === 'string' ? path : '';
  const key = workspace.paths.keyOf(text, workspace.cwd);
  return key ?? failed('outside', `${text} lies outside of ${workspace.paths.root}, where this world ends.`);
}

/** The text of a file, or the failure that says why it can't be had. */
export function textAt(files: FileTree, key: string, missing: string): string | ToolAnswer {
  if (!files.exists(key)) return failed('missing_file', missing);
  if (files.stat(key).kind === 'directory') {
    return failed('is_directory', 'EISDIR: illegal operation on a directory, read');
  }
  const bytes = files.readBytes(key);
  if (bytes.subarray(0, 8_192).includes(0)) return failed('binary', 'The file is binary.');
  return files.readText(key, { invalid: 'replace' });
}

/** Runs a shell line in the episode's folder, and says in data what of it does not change from run to run. */
export async function runLine(
  { workspace, signal }: ToolContext,
  line: Omit<CodingLine, 'signal'>,
): Promise<CodingLineResult & { readonly data: JsonObject }> {
  const result = await workspace.shell.run({ ...line, signal });
  const { exitCode, stdout, stderr, ended } = result;
  const masked = (text: string): string => workspace.masks.apply(text, line.command).text;
  return {
    ...result,
    data: { kind: 'shell', exit_code: exitCode, stdout: masked(stdout), stderr: masked(stderr), ended },
  };
}
