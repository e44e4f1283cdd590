import { type CodeModeOptions, codeModeTool } from '../agents/index.js';
import { defineOptions, option } from '../core/index.js';
import { coreError } from '../core/internal.js';
import type { Sandbox } from '../sandbox/index.js';
import { type Tool, toolSet, toolsOfSandbox } from '../tools/index.js';
import { type AiSdkTool, aiSdkTool } from './ai-sdk-tool.js';

/** What {@link mettleTools} adds to the tools of the sandbox. */
export interface MettleToolsOptions {
  /** Tools of your own. */
  readonly tools?: readonly Tool[];
  /**
   * Whether the model gets code mode: one tool, `run_python_program`, in which `tools` are functions, in place of `tools` and
   * `run_python_code`. Default false.
   */
  readonly codeMode?: boolean;
  /** With code mode: names of those of `tools` that programs may call. Default: all. */
  readonly allow?: CodeModeOptions['allow'];
  /** With code mode: decides on each call of a program. Default: every call is made. */
  readonly approve?: CodeModeOptions['approve'];
}

const checkMettleToolsOptions = defineOptions<MettleToolsOptions>()('mettleTools', {
  tools: option.list(),
  codeMode: option.boolean,
  allow: option.any,
  approve: option.any,
});

/**
 * The tools of a sandbox for the AI SDK, by shape: `tools: mettleTools(sandbox)`. What they change is in
 * `sandbox.files`; nothing reaches a host folder until you commit it.
 *
 * @example
 * ```ts
 * import { generateText, stepCountIs } from 'ai';
 * import { mettleTools } from 'mettle/ai-sdk';
 * import { createSandbox } from 'mettle/sandbox';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const sandbox = await createSandbox();
 * // In place of a real one, such as 'openai/gpt-5-mini'.
 * const script = scriptedModel([
 *   { toolCalls: [{ name: 'write_file', input: { path: 'a.txt', content: 'a' } }] },
 *   'Written.',
 * ]);
 * const { text } = await generateText({
 *   model: script.aiSdkModel,
 *   tools: mettleTools(sandbox),
 *   stopWhen: stepCountIs(5),
 *   prompt: 'Write a.txt.',
 * });
 * console.log(text, sandbox.files.files()); // → Written. [ 'a.txt' ]
 * await sandbox.close();
 * ```
 * @throws {MettleError} as `codeModeTool`; `core/invalid_option` for `allow` or `approve` without code mode, where
 *   nothing would keep to them; `tools/duplicate_name` for a tool that is named as one of the sandbox.
 */
export function mettleTools(sandbox: Sandbox, options: MettleToolsOptions = {}): Record<string, AiSdkTool> {
  checkMettleToolsOptions(options);
  const { tools = [], codeMode = false, allow, approve } = options;
  if (!codeMode && (allow !== undefined || approve !== undefined)) {
    throw coreError(
      'invalid_option',
      'allow and approve guard the calls of programs: give them with codeMode: true, or leave them out.',
    );
  }
  const own = toolsOfSandbox(sandbox);
  const all = codeMode
    ? [
        ...own.filter(({ name }) => name !== 'run_python_code'),
        codeModeTool({
          sandbox,
          tools,
          ...(allow === undefined ? {} : { allow }),
          ...(approve === undefined ? {} : { approve }),
        }),
      ]
    : [...own, ...tools];
  return Object.fromEntries(Array.from(toolSet(all), (tool) => [tool.name, aiSdkTool(tool)]));
}
