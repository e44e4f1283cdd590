import { canonicalJson } from '../core/index.js';
import { answerText } from './answer-text.js';
import type { ToolDefinition } from './tool-definition.js';
import type { Trajectory } from './trajectory.js';
import { type CallStep, callInput, isCallStep } from './trajectory-step.js';

/** A call of a function as OpenAI's chat format holds it. */
export interface OpenAIToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON text, or what the agent wrote in its place. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of OpenAI's chat format. */
export type OpenAIMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      /** What the model thought before it wrote this: no part of OpenAI's own format, but of those that follow it. */
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly OpenAIToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

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
 * The conversation of a trajectory, exact for OpenAI's chat format. Thoughts, plans, critiques and the reports of subagents become the words of the
 * assistant message that follows them; code executions are calls of their tool, and calls made at once are those of one
 * message; each observation answers its call by id. A model's reasoning is `reasoning_content` of the message that follows it.
 */
export function toMessages(trajectory: Trajectory): readonly OpenAIMessage[] {
  const messages: OpenAIMessage[] = [{ role: 'user', content: trajectory.task.prompt }];
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
    } else if (isCallStep(step)) {
      atOnce = [openAIToolCall(step)];
      messages.push({ role: 'assistant', content: takeWords(), ...takeReasoning(), tool_calls: atOnce });
    } else if (step.type === 'subagent') {
      words.push(`${step.agent}: ${answerText(step.report)}`);
    } else if (step.type === 'final_answer') {
      words.push(step.content);
      messages.push({ role: 'assistant', content: takeWords() ?? '', ...takeReasoning() });
    } else {
      (step.reasoning === true ? reasoning : words).push(step.content);
    }
  }
  if (words.length + reasoning.length > 0) {
    messages.push({ role: 'assistant', content: takeWords() ?? '', ...takeReasoning() });
  }
  return messages;
}

function openAIToolCall(step: CallStep): OpenAIToolCall {
  const input = callInput(step);
  return {
    id: step.callId,
    type: 'function',
    function: { name: step.tool, arguments: typeof input === 'string' ? input : canonicalJson(input) },
  };
}
