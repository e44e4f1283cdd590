import type { JsonObject } from '../core/index.js';
import { defineOptions, option } from '../core/index.js';
import { type Sandbox, sandboxTools } from '../sandbox/index.js';
import { type Tool, ToolFailure, tool } from './tool.js';

const checkToolsOfSandboxOptions = defineOptions<{
  readonly timeoutSeconds?: number;
  readonly shell?: boolean;
}>()('toolsOfSandbox', { timeoutSeconds: option.limit, shell: option.boolean });

/**
 * The nine file and Python tools of a sandbox (`sandboxTools`) as {@link Tool}s. A result that is `{error}` and nothing
 * else is a fault whose text is that error.
 *
 * @param options.timeoutSeconds seconds for each call; Infinity by default, because the sandbox limits its runs itself. A run ends when the
 *   call is given up.
 * @param options.shell adds `run_shell`, for a sandbox with a shell; false by default.
 */
export function toolsOfSandbox(
  sandbox: Sandbox,
  options: { readonly timeoutSeconds?: number; readonly shell?: boolean } = {},
): readonly Tool[] {
  checkToolsOfSandboxOptions(options);
  return sandboxTools(sandbox, { shell: options.shell ?? false }).map(
    ({ name, description, parameters, call }) =>
      tool({
        name,
        description,
        parameters: parameters as unknown as JsonObject,
        timeoutSeconds: options.timeoutSeconds ?? Number.POSITIVE_INFINITY,
        execute: async (args, { signal }) => {
          const result = await call(args, { signal });
          if (typeof result.error === 'string' && Object.keys(result).length === 1)
            throw new ToolFailure(result.error);
          return result;
        },
      }),
  );
}
