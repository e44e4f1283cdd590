import { canonicalJson } from '../../core/index.js';
import { openAITool } from '../to-messages.js';
import type { Trajectory } from '../trajectory.js';
import { trajectoryLabels } from '../trajectory-labels.js';
import { toolNamesUsed } from '../trajectory-views.js';
import { NO_OBJECT } from './call-arguments.js';
import { conversationOf } from './conversation.js';
import type { UnwritableRecord, WrittenRecord } from './line-format.js';
import type { ParquetColumns } from './parquet-shape.js';
import { rewardOf } from './record-facts.js';
import { trlMessages } from './trl-messages.js';

/** The columns of a table of trajectories. */
export const TRAINING_COLUMNS: ParquetColumns = {
  id: 'text',
  task_id: 'text',
  category: 'text',
  environment: 'text',
  seed: 'integer',
  policy: 'text',
  model: 'text',
  split: 'text',
  fault: 'text',
  outcome: 'text',
  verification: 'text',
  reward: 'number',
  stop_reason: 'text',
  prompt: 'text',
  answer: 'text',
  steps: 'integer',
  tool_calls: { list: 'text' },
  input_tokens: 'integer',
  output_tokens: 'integer',
  dollars: 'number',
  messages: 'json',
  tools: 'json',
};

/** A trajectory as a row: what is known about it in columns, and its conversation as TRL's trainers read it. */
export function trainingRow(trajectory: Trajectory): WrittenRecord | UnwritableRecord {
  const { messages, tools, losses } = conversationOf(trajectory);
  const written = trlMessages(messages);
  if (written === null) return { reason: NO_OBJECT };
  const { id, task, environment, seed, policy, provenance, usage, finalAnswer, stopReason } = trajectory;
  return {
    record: {
      id,
      task_id: task.id,
      category: task.category,
      environment: environment.name,
      seed,
      policy: `${policy.name} ${policy.version}`,
      model: provenance?.model ?? null,
      ...trajectoryLabels(trajectory),
      reward: rewardOf(trajectory),
      stop_reason: stopReason,
      prompt: task.prompt,
      answer: finalAnswer === null ? null : canonicalJson(finalAnswer),
      steps: trajectory.steps.length,
      tool_calls: toolNamesUsed(trajectory),
      input_tokens: usage?.inputTokens ?? null,
      output_tokens: usage?.outputTokens ?? null,
      dollars: usage?.dollars ?? null,
      messages: written,
      tools: tools.map(openAITool),
    },
    losses,
  };
}
