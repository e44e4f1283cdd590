import { canonicalJson } from '../core/index.js';
import { answerText } from './answer-text.js';
import type { ModelTurn } from './model-turn.js';
import type { OpenAIMessage, OpenAIToolCall } from './openai-message.js';
import type { ToolDefinition } from './tool-definition.js';
import type { Trajectory } from './trajectory.js';
import {
  type CallStep,
  callInput,
  type FinalAnswerStep,
  isCallStep,
  type TrajectoryStep,
  type WithheldCallStep,
} from './trajectory-step.js';

/** A tool as OpenAI's chat format declares it. */
export interface OpenAITool {
  readonly type: 'function';
  readonly function: Pick<ToolDefinition, 'name' | 'description' | 'parameters'>;
}

/** A tool declaration. */
export function openAITool({ name, description, parameters }: ToolDefinition): OpenAITool {
  return { type: 'function', function: { name, description, parameters } };
}

/**
 * The conversation of a trajectory, exact for OpenAI's chat format. Where the record has the turns of one model in one
 * conversation, it's that conversation as it was sent and written, system message included. Else thoughts, plans, critiques
 * and the reports of subagents become the words of the assistant message that follows them; code executions are calls of
 * their tool, and calls made at once are those of one message; each observation answers its call by id, and a withheld call
 * is answered by the reason. A model's reasoning is `reasoning_content` of the message that follows it.
 */
export function toMessages(trajectory: Trajectory): readonly OpenAIMessage[] {
  return isOneConversation(trajectory) ? asItWas(trajectory) : inOneVoice(trajectory);
}

/** Whether one agent's model took all the turns, in one conversation, and no call was made before it was asked. */
export function isOneConversation({ turns, steps }: Trajectory): boolean {
  const [first, ...others] = turns ?? [];
  if (first === undefined || first.continues === true) return false;
  if (!others.every(({ continues, agent }) => continues === true && agent === first.agent)) return false;
  return steps.every((step, index) => !isCall(step) || (index >= first.step && step.agent === first.agent));
}

function asItWas({ turns, steps }: Trajectory): readonly OpenAIMessage[] {
  const messages: OpenAIMessage[] = [];
  /** What the calls of the turn before gave. */
  let results: readonly OpenAIMessage[] = [];
  for (const [index, turn] of (turns ?? []).entries()) {
    const own = steps.slice(turn.step, turns?.[index + 1]?.step);
    const sent = turn.sent ?? [];
    const given = sent.filter(({ role }) => role === 'tool');
    const isGivenAnew = turn.continues === true && given.length > 0;
    messages.push(...(isGivenAnew ? withIdsOf(given, results) : results));
    messages.push(...(isGivenAnew ? sent.filter(({ role }) => role !== 'tool') : sent));
    if (turn.text !== undefined) messages.push(replyOf(turn, own));
    results = own.filter(isCall).flatMap((call) => resultOf(call, own));
  }
  return [...messages, ...results];
}

/** Results as they were sent, under the ids that the record gives to their calls. */
function withIdsOf(
  given: readonly OpenAIMessage[],
  results: readonly OpenAIMessage[],
): readonly OpenAIMessage[] {
  return given.map((message, index) => {
    const result = results[index];
    return message.role === 'tool' && result?.role === 'tool'
      ? { ...message, tool_call_id: result.tool_call_id }
      : message;
  });
}

function replyOf(
  { text = '', answerStart, parts = [] }: ModelTurn,
  steps: readonly TrajectoryStep[],
): OpenAIMessage {
  const answer = text.slice(answerStart);
  const written = new Map(parts.flatMap((part) => ('call' in part ? [[part.call, part.arguments]] : [])));
  const end = steps.find((step) => step.type === 'final_answer');
  const calls = [
    ...steps.filter(isCall).map((step, index) => openAIToolCall(step, written.get(index))),
    ...submittedCall(end),
  ];
  const reasoning = steps.flatMap((step) => (isReasoning(step) ? [step.content] : [])).join('\n');
  const content = answer === '' && calls.length === 0 ? (end?.content ?? '') : answer;
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function resultOf(
  call: CallStep | WithheldCallStep,
  steps: readonly TrajectoryStep[],
): readonly OpenAIMessage[] {
  const { callId } = call;
  if (call.type === 'withheld_call') return [{ role: 'tool', tool_call_id: callId, content: call.reason }];
  return steps.flatMap((step) =>
    step.type === 'observation' && step.callId === callId
      ? [{ role: 'tool' as const, tool_call_id: callId, content: step.content }]
      : [],
  );
}

function inOneVoice(trajectory: Trajectory): readonly OpenAIMessage[] {
  const { prompt, instructions } = trajectory.task;
  const messages: OpenAIMessage[] = [
    ...(instructions === undefined ? [] : [{ role: 'system' as const, content: instructions }]),
    { role: 'user', content: prompt },
  ];
  let words: string[] = [];
  let reasoning: string[] = [];
  const takeWords = (): string | null => {
    const text = words.join('\n');
    words = [];
    return text === '' ? null : text;
  };
  const takeReasoning = (): { readonly reasoning_content?: string } => {
    const text = reasoning.join('\n');
    reasoning = [];
    return text === '' ? {} : { reasoning_content: text };
  };
  let atOnce: OpenAIToolCall[] = [];
  for (const [index, step] of trajectory.steps.entries()) {
    const previous = trajectory.steps[index - 1];
    if (step.type === 'observation') {
      messages.push({ role: 'tool', tool_call_id: step.callId, content: step.content });
    } else if (isCallStep(step) && previous !== undefined && isCallStep(previous)) {
      atOnce.push(openAIToolCall(step));
    } else if (isCall(step)) {
      atOnce = [openAIToolCall(step)];
      messages.push({ role: 'assistant', content: takeWords(), ...takeReasoning(), tool_calls: atOnce });
      if (step.type === 'withheld_call') messages.push(...resultOf(step, []));
    } else if (step.type === 'subagent') {
      words.push(`${step.agent}: ${answerText(step.report)}`);
    } else if (step.type === 'final_answer') {
      const calls = submittedCall(step);
      if (calls.length === 0) words.push(step.content);
      const content = takeWords() ?? (calls.length === 0 ? '' : null);
      messages.push({
        role: 'assistant',
        content,
        ...takeReasoning(),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      });
    } else {
      (step.reasoning === true ? reasoning : words).push(step.content);
    }
  }
  if (words.length + reasoning.length > 0) {
    messages.push({ role: 'assistant', content: takeWords() ?? '', ...takeReasoning() });
  }
  return messages;
}

/** The call that gave the answer; none where it was text. */
function submittedCall(step: FinalAnswerStep | undefined): readonly OpenAIToolCall[] {
  if (step?.submitted === undefined) return [];
  const { tool, arguments: given } = step.submitted;
  return [{ id: 'submitted', type: 'function', function: { name: tool, arguments: canonicalJson(given) } }];
}

function isCall(step: TrajectoryStep): step is CallStep | WithheldCallStep {
  return isCallStep(step) || step.type === 'withheld_call';
}

function isReasoning(step: TrajectoryStep): step is TrajectoryStep & { readonly content: string } {
  return step.type === 'thought' && step.reasoning === true;
}

/** @param written - the text of the arguments in the turn, which counts only if it says what the step says */
function openAIToolCall(step: CallStep | WithheldCallStep, written?: string): OpenAIToolCall {
  const input = callInput(step);
  const text = typeof input === 'string' ? input : canonicalJson(input);
  const isSame = written !== undefined && canonicalText(written) === text;
  return {
    id: step.callId,
    type: 'function',
    function: { name: step.tool, arguments: isSame ? written : text },
  };
}

/** The canonical JSON of a text; null where it is no JSON. */
function canonicalText(text: string): string | null {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return null;
  }
}
