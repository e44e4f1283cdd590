import type { Json, JsonObject } from '../core/index.js';
import { wellFormed } from '../core/internal.js';
import type { Tool } from '../tools/index.js';

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

/** A tool of ours as one of the AI SDK. */
export function aiSdkTool(tool: Tool): AiSdkTool {
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
      // What a tool gives goes to a provider as it is.
      if (outcome.ok) return wellFormed(outcome.value);
      throw new Error(outcome.error.toWellFormed());
    },
  };
}
