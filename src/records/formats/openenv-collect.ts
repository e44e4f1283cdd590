import type { Json, JsonObject } from '../../core/index.js';
import { openAITool } from '../to-messages.js';
import type { Trajectory } from '../trajectory.js';
import { taskRecord } from '../trajectory-record.js';
import { callArguments, isCallStep } from '../trajectory-step.js';
import { NO_OBJECT } from './call-arguments.js';
import { conversationOf } from './conversation.js';
import { lineFormat } from './line-format.js';
import { recordFacts, rewardOf } from './record-facts.js';
import { sortedJson } from './sorted-json.js';
import type { TrajectoryFormat } from './trajectory-format.js';
import { trlMessages } from './trl-messages.js';

/**
 * The lines of `results.jsonl` that OpenEnv's `openenv collect` writes: messages, reward, and each call with its result. The column
 * `messages` feeds TRL's `SFTTrainer` as it is. The reward is null where nobody could score. Episodes without an answer are written, too.
 */
export const openenvCollect: TrajectoryFormat = lineFormat(
  {
    name: 'openenv-collect',
    extension: '.jsonl',
    description: 'episodes as openenv collect writes them: messages, reward and a trace of the calls',
  },
  (trajectory) => {
    const { messages, tools, losses } = conversationOf(trajectory);
    const written = trlMessages(messages);
    if (written === null) return { reason: NO_OBJECT };
    const { id, task, outcome, steps, stopReason } = trajectory;
    const trace = traceOf(trajectory);
    return {
      record: {
        episode_id: id,
        messages: written,
        reward: rewardOf(trajectory),
        done: stopReason === 'answered' || stopReason === 'call_limit',
        tool_trace: trace,
        metrics: { steps: steps.length, tool_calls: trace.length },
        verify_metrics: { verdict: outcome?.verdict ?? 'not_checked', reason: outcome?.reason ?? '' },
        artifacts: {},
        task: sortedJson(taskRecord(task)),
        extra: { ...recordFacts(trajectory), tools: tools.map(openAITool) },
      },
      losses,
    };
  },
);

/** The calls that were answered, in order, each with its result. */
function traceOf({ steps }: Trajectory): readonly JsonObject[] {
  const results = new Map(
    steps.flatMap((step) => (step.type === 'observation' ? [[step.callId, step] as const] : [])),
  );
  return steps.filter(isCallStep).flatMap((call) => {
    const result = results.get(call.callId);
    if (result === undefined) return [];
    const { content, data, error, status } = result;
    return [
      {
        tool_name: call.tool,
        arguments: sortedJson(callArguments(call)),
        result: {
          data: sortedJson(data ?? content) as Json,
          done: false,
          metadata: { status, content },
          error: error === null ? null : { error_type: error.type, message: error.message },
        },
      },
    ];
  });
}
