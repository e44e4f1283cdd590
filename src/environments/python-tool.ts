import { canonicalJson, type JsonObject, sha256 } from '../core/index.js';
import type { Observation, ToolDefinition } from '../records/index.js';
import { pythonValueToJson, type RunResult, type Sandbox } from '../sandbox/index.js';
import { environmentError } from './error-codes.js';

/** The tool that runs Python in a sandbox. The namespace lasts through an episode. */
export const pythonTool: ToolDefinition = {
  name: 'python',
  description:
    'Runs Python. Names last from call to call. Answers with what was printed and the value of the last ' +
    'expression. There is no network and no file of the host.',
  parameters: {
    type: 'object',
    properties: { code: { type: 'string', description: 'Python source', minLength: 1 } },
    required: ['code'],
    additionalProperties: false,
  },
};

/**
 * Runs code in the sandbox and reports it as an observation without anything that differs from run to run.
 * @throws {MettleError} `environments/world_broken` when the engine failed, which is not the code's fault.
 */
export async function callPythonTool(
  sandbox: Sandbox,
  code: string,
  signal?: AbortSignal,
): Promise<Observation> {
  const result = await sandbox.run(code, signal === undefined ? {} : { signal });
  signal?.throwIfAborted();
  if (result.error?.kind === 'infrastructure') {
    throw environmentError(
      'world_broken',
      `The Python engine failed: ${result.error.message}. Run the episode again.`,
    );
  }
  return pythonObservation(result);
}

/** What a run answered, without anything that differs from run to run. */
export function pythonObservation(result: RunResult): Observation {
  const value = pythonValueToJson(result.value);
  const data: JsonObject = {
    value,
    stdout: result.stdout,
    stderr: result.stderr,
    line: result.error?.line ?? null,
  };
  const printed = result.stdout + result.stderr;
  if (result.error === null) {
    const shown = value === null ? '' : JSON.stringify(value);
    return {
      status: 'ok',
      content: [printed.trimEnd(), shown].filter(Boolean).join('\n') || '(no output)',
      data,
      error: null,
    };
  }
  const { type, message, line } = result.error;
  const where = line === null ? '' : ` (line ${line})`;
  return {
    status: 'error',
    content: [printed.trimEnd(), `${type}: ${message}${where}`].filter(Boolean).join('\n'),
    data,
    error: { type, message },
  };
}

/** The identity of what code answered, without the addresses of objects, which differ from process to process. */
export function pythonAnswerDigest({ status, content, data }: Observation): string {
  return sha256(canonicalJson([status, content, data]).replace(/0x[0-9a-f]{2,}/g, '0x'));
}
