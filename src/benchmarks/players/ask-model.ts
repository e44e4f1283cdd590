import { isJsonObject } from '../../core/index.js';
import type { Model, ModelMessage, ModelRequest } from '../../models/index.js';
import { addUsage } from '../../records/internal.js';
import type { BfclCase, CallCase } from '../cases/benchmark-case.js';
import type { PredictedCall } from '../cases/expected-call.js';
import type { FirstCalls } from './first-calls.js';
import { plainTools } from './plain-names.js';

/**
 * Asks a model once and gives the calls of its reply.
 * @throws as the model.
 */
export async function askModel(
  model: Model,
  { query, instructions, tools }: CallCase | BfclCase,
  settings: Partial<ModelRequest>,
  signal: AbortSignal | undefined,
): Promise<FirstCalls> {
  const { tools: offered, nameOf } = plainTools(tools);
  const messages: ModelMessage[] = [
    ...(instructions === undefined ? [] : [{ role: 'system', content: instructions } as const]),
    { role: 'user', content: query },
  ];
  const { toolCalls, usage } = await model.call(
    { ...settings, messages, tools: offered },
    signal === undefined ? {} : { signal },
  );
  const calls = toolCalls.map(({ toolName, input, invalidInput }): PredictedCall => {
    const tool = nameOf(toolName);
    if (invalidInput !== undefined) return { tool, arguments: {}, invalidArguments: invalidInput };
    return isJsonObject(input)
      ? { tool, arguments: input }
      : { tool, arguments: {}, invalidArguments: JSON.stringify(input) };
  });
  return {
    calls,
    usage: addUsage(null, {
      modelCalls: 1,
      inputTokens: usage.inputTokens ?? 0,
      outputTokens: usage.outputTokens ?? 0,
    }),
  };
}
