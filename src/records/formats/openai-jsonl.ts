import { canonicalJson } from '../../core/index.js';
import type { OpenAIMessage } from '../openai-message.js';
import { isOneConversation, openAITool, toMessages } from '../to-messages.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { Trajectory } from '../trajectory.js';
import type { TrajectoryStep } from '../trajectory-step.js';
import type { SkippedTrajectory, TrajectoryFormat } from './trajectory-format.js';

/**
 * OpenAI's fine-tuning JSON lines: `{messages, tools, parallel_tool_calls}`. An episode without an answer is left
 * out, since a conversation to learn from ends with the assistant. The service takes no reasoning, so records that have some
 * are in `reduced`.
 *
 * @example
 * ```ts
 * import { openAIJsonl, readTrajectoryFile, writeTrajectoryFile } from 'mettle/records';
 *
 * await writeTrajectoryFile('runs.jsonl', []);
 * const { trajectories } = await readTrajectoryFile('runs.jsonl');
 * const { records, skipped } = openAIJsonl.encode(trajectories);
 * console.log(records, skipped); // → 0 []
 * ```
 */
export const openAIJsonl: TrajectoryFormat = {
  name: 'openai',
  extension: '.jsonl',
  description: 'chat messages with tool calls, for fine-tuning',
  encode: (trajectories) => {
    const skipped: SkippedTrajectory[] = [];
    const reduced: SkippedTrajectory[] = [];
    const lines: string[] = [];
    for (const trajectory of trajectories) {
      const reason = whyNoConversation(trajectory);
      if (reason !== null) skipped.push({ id: trajectory.id, reason });
      else {
        lines.push(`${JSON.stringify(openAIRecord(trajectory))}\n`);
        const { id, steps } = trajectory;
        if (steps.some(isReasoning)) reduced.push({ id, reason: 'the format has no place for reasoning' });
        if (trajectory.turns !== null && !isOneConversation(trajectory)) {
          reduced.push({ id, reason: 'several conversations are joined into one' });
        }
      }
    }
    return {
      text: lines.join(''),
      records: lines.length,
      skipped,
      ...(reduced.length === 0 ? {} : { reduced }),
    };
  },
};

function openAIRecord(trajectory: Trajectory): unknown {
  const messages = toMessages(trajectory).map(withoutReasoning);
  const declared = declaredTools(trajectory);
  if (declared.length === 0) return { messages };
  const parallel = messages.some(
    (message) => message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 1,
  );
  // A schema may come with its members in any order.
  const tools = JSON.parse(canonicalJson(declared.map(openAITool)));
  return { messages, tools, parallel_tool_calls: parallel };
}

/** The tools of the world, and what else the model could call, such as `submit`. */
export function declaredTools({ tools, turns }: Trajectory): readonly ToolDefinition[] {
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  for (const tool of (turns ?? []).flatMap((turn) => turn.tools ?? [])) {
    if (typeof tool !== 'string' && !known.has(tool.name)) known.set(tool.name, tool);
  }
  return [...known.values()];
}

function withoutReasoning(message: OpenAIMessage): OpenAIMessage {
  if (message.role !== 'assistant') return message;
  const { reasoning_content: _, ...rest } = message;
  return rest;
}

function isReasoning(step: TrajectoryStep): boolean {
  return step.type === 'thought' && step.reasoning === true;
}

/** Why a trajectory is no conversation to learn from; null where it is. */
export function whyNoConversation(trajectory: Trajectory): string | null {
  if (trajectory.stopReason !== 'answered')
    return `the episode ended without an answer (${trajectory.stopReason})`;
  return trajectory.task.prompt.trim() === '' ? 'the prompt is empty' : null;
}
