import { contentHash, type Json } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import type { OpenAIMessage } from '../openai-message.js';
import type { Trajectory } from '../trajectory.js';
import { taskRecord } from '../trajectory-record.js';
import { type Conversation, conversationOf, toolNamesByCall } from './conversation.js';
import { lineFormat } from './line-format.js';
import { recordFacts, rewardOf } from './record-facts.js';
import { sortedJson } from './sorted-json.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * An `Episode` of verifiers 0.4 and prime-rl a line, with one `Trace`. Only messages that the agent wrote are `sampled`, so nothing that the
 * world wrote is learnt. What nobody could score has the reward null. Arguments are the text that the agent wrote. Episodes without an
 * answer are written, too.
 */
export const verifiersJsonl: TrajectoryFormat = lineFormat(
  {
    name: 'verifiers',
    extension: '.jsonl',
    description: 'an Episode of verifiers with its Trace a line, as prime-rl reads it',
  },
  (trajectory) => {
    const conversation = conversationOf(trajectory);
    const { id, environment } = trajectory;
    const task = taskOf(trajectory);
    const standing = standingOf(trajectory);
    return {
      record: {
        id,
        env: { id: environment.name, name: environment.name },
        task,
        ...standing,
        traces: [
          {
            version: 1,
            id,
            verifiers: { version: `mettle ${packageVersion()}`, commit: null },
            task,
            agent: agentOf(trajectory),
            tools: conversation.tools.map((tool) => ({ type: 'function', ...tool })),
            nodes: nodesOf(conversation),
            calls: callsOf(conversation),
            rewards: { outcome: rewardsOf(trajectory) },
            metrics: { steps: trajectory.steps.length },
            info: recordFacts(trajectory),
            is_completed: true,
            ...standing,
            stop_condition: trajectory.stopReason,
          },
        ],
      },
      losses: conversation.losses,
    };
  },
);

function rewardsOf(trajectory: Trajectory) {
  const score = rewardOf(trajectory);
  return score === null ? null : { score, weight: 1 };
}

function taskOf({ task, seed }: Trajectory) {
  const data = sortedJson({
    id: task.id,
    prompt: task.prompt,
    ...(task.instructions === undefined ? {} : { system_prompt: task.instructions }),
    seed,
    expected: taskRecord(task).expected as Json,
    metadata: task.metadata,
  });
  return { type: 'MettleTask', data, key: `${task.id}/${seed}`, hash: contentHash(data) };
}

/** Whether the episode ran to an end, whatever came of it. */
function standingOf({ stopReason, stopDetail }: Trajectory) {
  const isBroken = stopReason === 'policy_error' || stopReason === 'world_error';
  return {
    ok: !isBroken,
    is_timeout: false,
    errors: isBroken ? [{ type: stopReason, message: stopDetail ?? '' }] : [],
  };
}

function agentOf({ policy, provenance }: Trajectory) {
  return {
    config: provenance?.model == null ? {} : { model: provenance.model },
    name: policy.name,
    trainable: true,
  };
}

function nodesOf({ messages, tools, isOwn }: Conversation) {
  const names = toolNamesByCall(messages);
  return messages.map((message, index) => ({
    parent: index === 0 ? null : index - 1,
    ...(index === 0 && tools.length > 0
      ? { tools: tools.map((tool) => ({ type: 'function', ...tool })) }
      : {}),
    message: messageOf(message, names),
    sampled: isOwn(message),
  }));
}

/** The requests whose use is known. Tokens from the cache are no prompt tokens there. */
function callsOf({ messages, turnOf }: Conversation) {
  return messages.flatMap((message, node) => {
    const turn = turnOf(message);
    if (turn === undefined) return [];
    const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens } = turn.usage ?? {};
    const { finishReason: finish } = turn;
    return [
      {
        node,
        model: turn.servedModel ?? turn.model,
        finish_reason: finish === 'stop' || finish === 'length' || finish === 'tool_calls' ? finish : null,
        ...(inputTokens === undefined || outputTokens === undefined
          ? {}
          : {
              usage: {
                prompt_tokens: Math.max(0, inputTokens - cachedInputTokens),
                completion_tokens: outputTokens,
                cached_input_tokens: cachedInputTokens,
                ...(reasoningTokens === undefined ? {} : { reasoning_tokens: reasoningTokens }),
              },
            }),
      },
    ];
  });
}

function messageOf(message: OpenAIMessage, names: ReadonlyMap<string, string>) {
  if (message.role === 'tool') return { ...message, name: names.get(message.tool_call_id) ?? null };
  if (message.role !== 'assistant' || message.tool_calls === undefined) return message;
  return {
    ...message,
    tool_calls: message.tool_calls.map(({ id, type, function: called }) => ({ id, type, ...called })),
  };
}
