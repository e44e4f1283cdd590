import type { MettleError } from '../core/index.js';
import type {
  AssistantMessage,
  ContentPart,
  MessageToolCall,
  ModelAnswer,
  Reply,
  ToolCall,
} from './message.js';

/** Makes the error for an answer that is none, from what was expected instead. */
type Refuse = (expected: string) => MettleError;

/** Parts of a message that are the model's thoughts, and no part of its answer. */
const THOUGHTS: readonly unknown[] = ['thinking', 'redacted_thinking', 'reasoning'];

/** The reply in a model's answer, whichever of the accepted shapes it has. Throws what `refuse` makes. */
export function readReply(answer: ModelAnswer, refuse: Refuse): Reply {
  if (typeof answer === 'string') return { text: answer };
  if (typeof answer !== 'object' || answer === null) throw refuse(SHAPES);
  if ('text' in answer) {
    if (typeof answer.text !== 'string') throw refuse(SHAPES);
    checkToolCalls(answer.toolCalls ?? [], refuse);
    return answer;
  }
  if (!('content' in answer) && !('tool_calls' in answer)) throw refuse(SHAPES);
  return readMessage(answer, refuse);
}

const SHAPES = 'a string, { text, toolCalls } or a message { content, tool_calls }';

/** What a reply says, for a conversation: its text, or the tool calls where there is none. */
export function replyWords({ text, toolCalls = [] }: Pick<Reply, 'text' | 'toolCalls'>): string {
  if (text.trim() !== '' || toolCalls.length === 0) return text;
  return toolCalls
    .map(
      ({ name, arguments: given, invalidArguments }) =>
        `${name}(${invalidArguments ?? JSON.stringify(given)})`,
    )
    .join('\n');
}

function checkToolCalls(calls: readonly ToolCall[], refuse: Refuse): void {
  const areCalls =
    Array.isArray(calls) && calls.every((call) => typeof call?.name === 'string' && isObject(call.arguments));
  if (!areCalls) throw refuse('tool calls as a list of { name, arguments }');
}

function readMessage({ content = null, tool_calls, refusal }: AssistantMessage, refuse: Refuse): Reply {
  const texts: string[] = [];
  const toolCalls: ToolCall[] = [];
  if (typeof content === 'string') texts.push(content);
  else if (Array.isArray(content)) for (const part of content) readPart(part, texts, toolCalls, refuse);
  else if (content !== null) throw refuse('content that is a text, a list of parts or null');
  if (!Array.isArray(tool_calls ?? [])) throw refuse('tool_calls as a list');
  for (const call of tool_calls ?? []) toolCalls.push(readCall(call, refuse));
  if (typeof refusal === 'string') texts.push(refusal);
  return { text: texts.join(''), ...(toolCalls.length === 0 ? {} : { toolCalls }) };
}

function readPart(part: ContentPart, texts: string[], toolCalls: ToolCall[], refuse: Refuse): void {
  const { type, text, refusal, name, input }: Readonly<Record<string, unknown>> = { ...part };
  if ((type === 'text' || type === 'output_text') && typeof text === 'string') texts.push(text);
  else if (type === 'refusal' && typeof refusal === 'string') texts.push(refusal);
  else if (type === 'tool_use' && typeof name === 'string' && isObject(input)) {
    toolCalls.push({ name, arguments: input });
  } else if (!THOUGHTS.includes(type)) {
    throw refuse(`parts of text, not one of the type ${JSON.stringify(type) ?? 'undefined'}`);
  }
}

function readCall(call: MessageToolCall, refuse: Refuse): ToolCall {
  const name: unknown = call?.function?.name;
  const written: unknown = call?.function?.arguments;
  if (typeof name !== 'string' || typeof written !== 'string') {
    throw refuse('tool_calls as a list of { function: { name, arguments } } with arguments as text');
  }
  try {
    // A call without arguments is written as nothing by some models.
    const value: unknown = written.trim() === '' ? {} : JSON.parse(written);
    if (isObject(value)) return { name, arguments: value };
  } catch {
    // What the model wrote is no JSON: told below.
  }
  return { name, arguments: {}, invalidArguments: written };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
