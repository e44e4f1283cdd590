import { isJsonObject, type Json, type JsonObject, parseJsonText } from '../core/index.js';
import { jsonProblem, withoutFence } from '../core/internal.js';
import type { PlannedCall } from '../environments/index.js';
import { answerData, plannedCall } from '../generation/internal.js';
import type { SubmittedCall, ToolDefinition } from '../records/index.js';
import { replyParts } from '../records/internal.js';
import { ANSWER_TOOL } from './answer-tool.js';
import { gymError } from './error-codes.js';

/** What an agent said before or beside what it does. */
interface SaidThought {
  readonly text: string;
  readonly reasoning: boolean;
}

/** An action, read. */
export type ReadAction = { readonly thoughts: readonly SaidThought[] } & (
  | { readonly kind: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'answer'; readonly value: Json; readonly submitted?: SubmittedCall }
  | { readonly kind: 'wrong'; readonly reason: string; readonly written: JsonObject }
);

/** A call as somebody wrote it. */
interface WrittenCall {
  readonly tool: string;
  readonly given: Json | undefined;
}

/** A text that is longer isn't read as data: it holds the event loop for longer than it can be worth. */
const MOST_CHARACTERS = 200_000;

const WRONG =
  'This is no action: name a tool and its arguments, as {"tool", "arguments"}, or give an answer, as {"answer"}.';

/**
 * What an action says, whatever a model wrote in it.
 * @throws {MettleError} `gym/invalid_action` for what is neither a text nor an object: the caller is wrong, not the agent.
 */
export function readAction(action: unknown, tools: readonly ToolDefinition[]): ReadAction {
  if (typeof action === 'string') return readText(action, tools);
  if (!isJsonObject(action)) {
    throw gymError(
      'invalid_action',
      `An action is a text or an object, such as { tool, arguments } or { answer }; got ${action === null ? 'null' : Array.isArray(action) ? 'an array' : typeof action}.`,
    );
  }
  const problem = jsonProblem(action);
  if (problem !== undefined) return wrong(`The action can't be read: it ${problem}.`, {});
  return readObject(action, tools) ?? wrong(WRONG, action);
}

function wrong(reason: string, written: JsonObject, thoughts: readonly SaidThought[] = []): ReadAction {
  return { kind: 'wrong', thoughts, reason, written };
}

function readText(text: string, tools: readonly ToolDefinition[]): ReadAction {
  const parts = replyParts(text);
  const thoughts: SaidThought[] = [];
  const calls: WrittenCall[] = [];
  for (const part of parts) {
    if (part.type === 'call') calls.push({ tool: part.tool, given: part.invalid ?? part.arguments });
    else thoughts.push({ text: part.text, reasoning: part.type === 'reasoning' });
  }
  if (calls.length > 0) return acted(calls, thoughts, tools);
  const reasoning = thoughts.filter((thought) => thought.reasoning);
  const said =
    reasoning.length === 0
      ? text
      : thoughts.flatMap((each) => (each.reasoning ? [] : [each.text])).join('\n');
  const written = objectIn(said);
  if (written === null) return { kind: 'answer', thoughts: reasoning, value: asData(said) };
  const read = readObject(written, tools);
  return read === null
    ? { kind: 'answer', thoughts: reasoning, value: written }
    : { ...read, thoughts: [...reasoning, ...read.thoughts] };
}

/** The object that a text consists of, also in a fence; null where it's something else. */
function objectIn(text: string): JsonObject | null {
  if (text.length > MOST_CHARACTERS) return null;
  const source = withoutFence(text).trim();
  if (!source.startsWith('{')) return null;
  try {
    const value = parseJsonText(source, { subject: 'The action' });
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null for an object that is no action. */
function readObject(action: JsonObject, tools: readonly ToolDefinition[]): ReadAction | null {
  if (action.role === 'assistant') return readMessage(action, tools);
  const named = nameOf(action);
  const { answer } = action;
  if (answer !== undefined && (answer !== null || named === null)) {
    return { kind: 'answer', thoughts: [], value: asData(answer) };
  }
  return named === null ? null : acted([named], [], tools);
}

function readMessage(message: JsonObject, tools: readonly ToolDefinition[]): ReadAction {
  const { content, tool_calls: written } = message;
  const calls = Array.isArray(written) ? (written as readonly Json[]) : [];
  const text = typeof content === 'string' ? content : '';
  const { reasoning_content: reasoned } = message;
  const reasoning: SaidThought[] =
    typeof reasoned === 'string' && reasoned.trim() !== '' ? [{ text: reasoned, reasoning: true }] : [];
  if (calls.length === 0) {
    const read = readText(text, tools);
    return { ...read, thoughts: [...reasoning, ...read.thoughts] };
  }
  const said = text.trim() === '' ? [] : [{ text, reasoning: false }];
  const named = calls.map((call) => (isJsonObject(call) ? nameOf(call) : null));
  return named.every((call) => call !== null)
    ? acted(named, [...reasoning, ...said], tools)
    : wrong(WRONG, { tool_calls: calls }, [...reasoning, ...said]);
}

/** The tool that an object names, and what it gives it; null where it names none. */
function nameOf(action: JsonObject): WrittenCall | null {
  if (isJsonObject(action.function)) {
    const { name, arguments: given } = action.function;
    return typeof name === 'string' ? { tool: name, given: argumentsIn(given) } : null;
  }
  const tool = action.tool ?? action.tool_name;
  const given = action.arguments ?? action.args;
  if (typeof tool === 'string') return { tool, given: argumentsIn(given) };
  const { name } = action;
  const parameters = given ?? action.parameters;
  return typeof name === 'string' && parameters !== undefined
    ? { tool: name, given: argumentsIn(parameters) }
    : null;
}

/** Arguments that were written as a JSON text are read; what is no object stays as it is. */
function argumentsIn(given: Json | undefined): Json | undefined {
  return typeof given === 'string' ? (objectIn(given) ?? given) : given;
}

function acted(
  written: readonly WrittenCall[],
  thoughts: readonly SaidThought[],
  tools: readonly ToolDefinition[],
): ReadAction {
  const answered = written.find(
    ({ tool }) => tool === ANSWER_TOOL.name && !tools.some(({ name }) => name === tool),
  );
  if (answered !== undefined) {
    const { given } = answered;
    const submitted = { tool: answered.tool, arguments: isJsonObject(given) ? given : {} };
    const value = isJsonObject(given) && given.answer !== undefined ? given.answer : (given ?? null);
    return { kind: 'answer', thoughts, value: asData(value), submitted };
  }
  return { kind: 'calls', thoughts, calls: written.map((call) => callOf(call, tools)) };
}

/** A text that reads like data is data, however it was handed over. */
function asData(value: Json): Json {
  return typeof value === 'string' && value.length <= MOST_CHARACTERS ? answerData(value) : value;
}

function callOf({ tool, given }: WrittenCall, tools: readonly ToolDefinition[]): PlannedCall {
  const definition = tools.find(({ name }) => name === tool);
  const input = given ?? {};
  return plannedCall(
    typeof input === 'string'
      ? { toolName: tool, input: {}, invalidInput: input }
      : { toolName: tool, input },
    definition,
  );
}
