import type { Sandbox } from '../contract.js';
import { runResult, runResultWithValue } from './run-result.js';
import { defineTool, fileError, type SandboxTool } from './sandbox-tool.js';

/**
 * `run_python_code(code)` → `{ok, error, value, stdout, stderr}`, in the sandbox's lasting namespace. `value` is that of
 * the last statement when it is an expression, as `pythonValueToJson` writes it; else null.
 */
export function runPythonCodeTool(sandbox: Pick<Sandbox, 'files' | 'run'>): SandboxTool {
  return defineTool({
    name: 'run_python_code',
    description:
      'Run Python code. Variables last between calls; print what you want to see. The value of a last expression is returned. What a run did to files stays, also where it is ended at a limit.',
    properties: { code: { type: 'string', description: 'the Python code' } },
    run: async ({ code }, context) => {
      const { files } = sandbox;
      const before = files.checkpoint();
      return runResultWithValue(await sandbox.run(code, context), { files, code, before });
    },
  });
}

/**
 * `run_python_file(path, args?, stdin?)` → `{ok, error, stdout, stderr}`: runs a file of the tree in the lasting namespace. The file
 * may import other files of the tree where the engine can: `capabilities().missing` says when it cannot.
 */
export function runPythonFileTool(sandbox: Pick<Sandbox, 'files' | 'run'>): SandboxTool {
  return defineTool({
    name: 'run_python_file',
    description:
      'Run a Python file of the file tree, with the variables of run_python_code. It may import other files of the tree; where that cannot be done the error says what to do.',
    properties: {
      path: { type: 'string', description: 'path of the file' },
      args: {
        type: 'array',
        items: { type: 'string' },
        description: 'arguments of the program: sys.argv after its first entry',
        default: [],
      },
      stdin: { type: 'string', description: 'what the program reads from standard input', default: '' },
    },
    run: async ({ path, args, stdin }, context) => {
      let code: string;
      try {
        code = sandbox.files.readText(path);
      } catch (error) {
        return fileError(error, path);
      }
      const given = { ...(args.length === 0 ? {} : { args }), ...(stdin === '' ? {} : { stdin }) };
      const before = sandbox.files.checkpoint();
      const result = await sandbox.run(code, { ...context, file: path, ...given });
      return runResult(result, { files: sandbox.files, code, before });
    },
  });
}
