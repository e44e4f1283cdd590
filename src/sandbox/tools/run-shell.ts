import type { Sandbox } from '../contract.js';
import { runResult } from './run-result.js';
import { defineTool, type SandboxTool } from './sandbox-tool.js';

/**
 * `run_shell(command, cwd?, stdin?)` → `{ok, error, stdout, stderr, exit_code}`: a line of the shell on the files of the
 * tree. An exit code other than 0 is no error: `error` says why a line was ended or could not start.
 */
export function runShellTool(sandbox: Pick<Sandbox, 'files' | 'shell'>): SandboxTool {
  return defineTool({
    name: 'run_shell',
    description:
      'Run a command line with sh on the file tree: pipes, loops, and programs such as ls, grep, sed, sort and python3. Nothing that it starts outlives it; there is no network.',
    properties: {
      command: { type: 'string', description: 'the command line, or several lines' },
      cwd: { type: 'string', description: 'folder of the file tree to start in', default: '' },
      stdin: { type: 'string', description: 'what it reads from standard input', default: '' },
    },
    run: async ({ command, cwd, stdin }, context) => {
      const given = stdin === '' ? {} : { stdin };
      const { exitCode, ...result } = await sandbox.shell(command, { ...context, cwd, ...given });
      return { ...runResult(result, { files: sandbox.files }), exit_code: exitCode };
    },
  });
}
