import { type CodeModeOptions, codeModeTool } from '../agents/index.js';
import { type Json, type JsonObject, MettleError } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { type Tool, toolSet, toolsOfSandbox } from '../tools/index.js';

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

/** A tool as the AI SDK takes it, described by its shape: no version of `ai` is imported. */
export interface AiSdkTool {
  readonly description: string;
  /** Standard Schema with JSON Schema. Arguments are checked by the tool itself, which tells the model what is wrong. */
  readonly inputSchema: {
    readonly '~standard': {
      readonly version: 1;
      readonly vendor: string;
      readonly validate: (value: unknown) => { readonly value: JsonObject };
      readonly jsonSchema: {
        readonly input: () => Record<string, unknown>;
        readonly output: () => Record<string, unknown>;
      };
      readonly types?: { readonly input: JsonObject; readonly output: JsonObject };
    };
  };
  /** Rejects with words for the model when the call can't be made or fails. */
  readonly execute: (
    args: JsonObject,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<Json>;
}

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
 * @throws {MettleError} as `codeModeTool`; `agents/invalid_options` for `allow` or `approve` without code mode, where
 *   nothing would keep to them; `tools/duplicate_name` for a tool that is named as one of the sandbox.
 */
export function mettleTools(sandbox: Sandbox, options: MettleToolsOptions = {}): Record<string, AiSdkTool> {
  const { tools = [], codeMode = false, allow, approve } = options;
  if (!codeMode && (allow !== undefined || approve !== undefined)) {
    throw new MettleError({
      code: 'agents/invalid_options',
      message:
        'allow and approve guard the calls of programs: give them with codeMode: true, or leave them out.',
    });
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

function aiSdkTool(tool: Tool): AiSdkTool {
  const schema = (): Record<string, unknown> => structuredClone(tool.parameters) as Record<string, unknown>;
  return {
    description: tool.description,
    inputSchema: {
      '~standard': {
        version: 1,
        vendor: 'mettle',
        validate: (value) => ({ value: value as JsonObject }),
        jsonSchema: { input: schema, output: schema },
      },
    },
    execute: async (args, { abortSignal }) => {
      const outcome = await tool.call(args, { signal: abortSignal });
      if (outcome.ok) return outcome.value;
      throw new Error(outcome.error);
    },
  };
}
