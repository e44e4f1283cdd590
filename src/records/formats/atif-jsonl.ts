import type { ModelTurn } from '../model-turn.js';
import type { OpenAIMessage, OpenAIToolCall } from '../openai-message.js';
import { openAITool } from '../to-messages.js';
import { argumentsOf } from './call-arguments.js';
import { type Conversation, conversationOf } from './conversation.js';
import { lineFormat } from './line-format.js';
import { recordFacts } from './record-facts.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * The Agent Trajectory Interchange Format of Harbor, version 1.8, a trajectory a line: each is what a `trajectory.json` holds. It has no
 * member for rewards and forbids unknown ones, so verdicts are in `extra`. Episodes without an answer are written, too.
 */
export const atifJsonl: TrajectoryFormat = lineFormat(
  {
    name: 'atif',
    extension: '.jsonl',
    description: 'the Agent Trajectory Interchange Format 1.8, one trajectory a line',
  },
  (trajectory) => {
    const conversation = conversationOf(trajectory);
    const { policy, id, usage, provenance } = trajectory;
    const steps = stepsOf(conversation);
    return {
      record: {
        schema_version: 'ATIF-v1.8',
        session_id: id,
        trajectory_id: id,
        agent: {
          name: policy.name,
          version: policy.version,
          ...(provenance?.model == null ? {} : { model_name: provenance.model }),
          tool_definitions: conversation.tools.map(openAITool),
        },
        steps,
        final_metrics: {
          ...(usage === null
            ? {}
            : {
                total_prompt_tokens: usage.inputTokens,
                total_completion_tokens: usage.outputTokens,
                ...(usage.dollars === null ? {} : { total_cost_usd: usage.dollars }),
              }),
          total_steps: steps.length,
        },
        extra: recordFacts(trajectory),
      },
      losses: conversation.losses,
    };
  },
);

interface Step {
  readonly step_id: number;
  readonly source: string;
  readonly message: string;
  readonly tool_calls?: readonly { readonly tool_call_id: string }[];
  observation?: { readonly results: readonly unknown[] };
}

function stepsOf({ messages, failed, turnOf, isOwn }: Conversation): readonly Step[] {
  const steps: Step[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const { tool_call_id: id, content } = message;
      const asking = steps.findLast(({ tool_calls: calls }) =>
        calls?.some((call) => call.tool_call_id === id),
      );
      const extra = failed.has(id) ? { extra: { is_error: true } } : {};
      const step = asking ?? steps.at(-1);
      // A result may name no call of another step.
      const result = { ...(asking === undefined ? {} : { source_call_id: id }), content, ...extra };
      if (step !== undefined) step.observation = { results: [...(step.observation?.results ?? []), result] };
      continue;
    }
    const step_id = steps.length + 1;
    if (message.role === 'assistant') {
      // What was sent as an example is not for training.
      const copied = isOwn(message) ? {} : { is_copied_context: true };
      steps.push({ step_id, ...agentStep(message, turnOf(message)), ...copied });
    } else steps.push({ step_id, source: message.role, message: message.content });
  }
  return steps;
}

function agentStep(
  message: Extract<OpenAIMessage, { readonly role: 'assistant' }>,
  turn: ModelTurn | undefined,
): Omit<Step, 'step_id'> {
  const { content, reasoning_content: reasoning, tool_calls: calls = [] } = message;
  const { inputTokens, outputTokens, cachedInputTokens } = turn?.usage ?? {};
  const metrics = {
    ...(inputTokens === undefined ? {} : { prompt_tokens: inputTokens }),
    ...(outputTokens === undefined ? {} : { completion_tokens: outputTokens }),
    ...(cachedInputTokens === undefined ? {} : { cached_tokens: cachedInputTokens }),
  };
  return {
    source: 'agent',
    ...(turn === undefined ? {} : { model_name: turn.servedModel ?? turn.model }),
    message: content ?? '',
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
    ...(Object.keys(metrics).length === 0 ? {} : { metrics }),
  };
}

/** A call. Text that is no JSON object has a place of its own: `arguments` has to be one. */
function callOf(call: OpenAIToolCall) {
  const {
    id,
    function: { name, arguments: text },
  } = call;
  const given = argumentsOf(call);
  return {
    tool_call_id: id,
    function_name: name,
    arguments: given ?? {},
    ...(given === null ? { extra: { invalid_arguments: text } } : {}),
  };
}
