import type { Task, ToolDefinition } from '../../records/index.js';
import type { TaskBrief } from './policy.js';

/** What an agent is told about a task. */
export function briefOf(
  { prompt, instructions }: Task,
  tools: readonly ToolDefinition[],
  signal?: AbortSignal,
): TaskBrief {
  return {
    prompt,
    ...(instructions === undefined ? {} : { instructions }),
    tools,
    ...(signal === undefined ? {} : { signal }),
  };
}
