import { canonicalJson, type Json } from '../../core/index.js';
import type { OpenAIMessage } from '../openai-message.js';
import { isOneConversation, toMessages } from '../to-messages.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { Trajectory } from '../trajectory.js';
import { declaredTools, whyNoConversation } from './openai-jsonl.js';
import type { SkippedTrajectory, TrajectoryFormat } from './trajectory-format.js';

/** A trajectory as a conversation to write. */
export interface Conversation {
  readonly messages: readonly OpenAIMessage[];
  /** Sorted as canonical JSON: a schema may come with its members in any order. */
  readonly tools: readonly ToolDefinition[];
  /** The ids of calls whose answer is an error. */
  readonly failed: ReadonlySet<string>;
}

/** A conversation in a foreign form, and what of it the form has no place for. */
export interface WrittenConversation {
  readonly record: unknown;
  readonly losses: readonly string[];
}

/** A conversation that a form can't hold at all, and why. */
export interface UnwritableConversation {
  readonly reason: string;
}

/**
 * A format of JSON lines, a conversation each. An episode without an answer is left out, since a conversation to learn from ends with
 * the assistant. What the form has no place for is named in `reduced`; no call and no result is ever dropped from a conversation.
 */
export function chatFormat(
  about: Pick<TrajectoryFormat, 'name' | 'description'>,
  write: (conversation: Conversation) => WrittenConversation | UnwritableConversation,
): TrajectoryFormat {
  return {
    ...about,
    extension: '.jsonl',
    encode: (trajectories) => {
      const skipped: SkippedTrajectory[] = [];
      const reduced: SkippedTrajectory[] = [];
      const lines: string[] = [];
      for (const trajectory of trajectories) {
        const { id } = trajectory;
        const why = whyNoConversation(trajectory);
        const written = why === null ? write(conversationOf(trajectory)) : { reason: why };
        if ('reason' in written) {
          skipped.push({ id, reason: written.reason });
          continue;
        }
        lines.push(`${JSON.stringify(written.record)}\n`);
        const joined =
          trajectory.turns !== null && !isOneConversation(trajectory)
            ? ['several conversations are joined into one']
            : [];
        for (const reason of [...new Set([...written.losses, ...joined])]) reduced.push({ id, reason });
      }
      return {
        text: lines.join(''),
        records: lines.length,
        skipped,
        ...(reduced.length === 0 ? {} : { reduced }),
      };
    },
  };
}

function conversationOf(trajectory: Trajectory): Conversation {
  const failed = trajectory.steps.flatMap((step) =>
    (step.type === 'observation' && step.status === 'error') || step.type === 'withheld_call'
      ? [step.callId]
      : [],
  );
  return {
    messages: toMessages(trajectory),
    tools: JSON.parse(
      canonicalJson(declaredTools(trajectory) as unknown as Json),
    ) as readonly ToolDefinition[],
    failed: new Set(failed),
  };
}
