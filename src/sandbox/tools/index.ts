import { defineOptions, option } from '../../core/index.js';
import type { Sandbox } from '../contract.js';
import { deleteFileTool } from './delete-file.js';
import { editFileTool } from './edit-file.js';
import { listFilesTool } from './list-files.js';
import { moveFileTool } from './move-file.js';
import { readFileTool } from './read-file.js';
import { runPythonCodeTool, runPythonFileTool } from './run-python.js';
import { runShellTool } from './run-shell.js';
import type { SandboxTool } from './sandbox-tool.js';
import { searchFilesTool } from './search-files.js';
import { writeFileTool } from './write-file.js';

/** The names of the {@link sandboxTools}, in their order. */
export const SANDBOX_TOOL_NAMES: readonly string[] = [
  'list_files',
  'read_file',
  'search_files',
  'write_file',
  'edit_file',
  'move_file',
  'delete_file',
  'run_python_code',
  'run_python_file',
];

/** What {@link sandboxTools} takes beside the sandbox. */
export interface SandboxToolsOptions {
  /** Adds `run_shell`, for a sandbox with a shell (`capabilities().programs` has `sh`). Default false. */
  readonly shell?: boolean;
}

const checkSandboxToolsOptions = defineOptions<SandboxToolsOptions>()('sandboxTools', {
  shell: option.boolean,
});

/** The name of the tool that {@link SandboxToolsOptions.shell} adds. */
export const SHELL_TOOL_NAME = 'run_shell';

/**
 * The nine tools over a sandbox: list, read, search, write, edit, move and delete files, run code, run a file. With `shell`,
 * a tenth runs lines of the shell.
 *
 * @example
 * ```ts
 * import { createSandbox, sandboxTools } from 'mettle';
 *
 * const sandbox = await createSandbox({ files: { 'a.txt': 'one' } });
 * const tools = sandboxTools(sandbox);
 * const read = tools.find(({ name }) => name === 'read_file');
 * console.log(tools.length, JSON.stringify(await read?.call({ path: 'a.txt' })));
 * // → 9 {"content":"one","start_line":1,"end_line":1,"total_lines":1,"truncated":false}
 * await sandbox.close();
 * ```
 */
export function sandboxTools(sandbox: Pick<Sandbox, 'files' | 'run'>): readonly SandboxTool[];
export function sandboxTools(
  sandbox: Pick<Sandbox, 'files' | 'run' | 'shell'>,
  options: SandboxToolsOptions,
): readonly SandboxTool[];
export function sandboxTools(
  sandbox: Pick<Sandbox, 'files' | 'run'> & Partial<Pick<Sandbox, 'shell'>>,
  options: SandboxToolsOptions = {},
): readonly SandboxTool[] {
  const { shell = false } = checkSandboxToolsOptions(options);
  return [
    listFilesTool(sandbox.files),
    readFileTool(sandbox.files),
    searchFilesTool(sandbox.files),
    writeFileTool(sandbox.files),
    editFileTool(sandbox.files),
    moveFileTool(sandbox.files),
    deleteFileTool(sandbox.files),
    runPythonCodeTool(sandbox),
    runPythonFileTool(sandbox),
    ...(shell ? [runShellTool(sandbox as Pick<Sandbox, 'files' | 'shell'>)] : []),
  ];
}

export { runResultWithValue } from './run-result.js';
export type { SandboxTool, ToolParameter, ToolParameters, ToolResult } from './sandbox-tool.js';
