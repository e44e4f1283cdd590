import { isJsonObject, type Json } from '../../core/index.js';
import { atOnce } from '../../core/internal.js';
import { Losses } from './content-text.js';
import type { Conversation, LoggedCall, LoggedMessage, UnusableRecord } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import { parseExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, someText, textOrNull } from './read-value.js';
import type { TraceFormat } from './trace-format.js';

/** Who speaks, by the names in use. */
const WHO: Readonly<Record<string, 'system' | 'user' | 'assistant' | 'call' | 'tool'>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  assistant: 'assistant',
  model: 'assistant',
  function_call: 'call',
  tool_call: 'call',
  observation: 'tool',
  tool: 'tool',
  tool_response: 'tool',
  function_response: 'tool',
};

/** ShareGPT: `{conversations: [{from, value}], tools, system}`, calls as turns of their own. */
export const sharegptConversations: TraceFormat = {
  name: 'sharegpt',
  description: 'ShareGPT conversations, calls as turns of their own',
  recognises: (value) =>
    areTurns(value) && !hasTags(value) ? 'it has conversations of turns with from and value' : null,
  decode: (value) => {
    const losses = new Losses();
    let calledAtOnce = 1;
    return decodeTurns(value, losses, (who, text) => {
      if (who === 'system' || who === 'user') return [{ role: who, content: text }];
      if (who === 'assistant') return [{ role: who, parts: [{ type: 'text', text }] }];
      if (who === 'tool') {
        return resultsIn(text, calledAtOnce).map((content) => ({ role: who, callId: null, content }));
      }
      const calls = callsIn(text);
      if (calls === null) return 'it holds no call as JSON: {"name", "arguments"}';
      calledAtOnce = calls.length;
      return [{ role: 'assistant', parts: calls }];
    });
  },
};

/** Whether a record has turns of ShareGPT. */
export function areTurns(value: Json): boolean {
  const turns = turnsOf(value);
  return turns.length > 0 && turns.every((turn) => isJsonObject(turn) && 'from' in turn && 'value' in turn);
}

/** Whether its turns have calls or tools in tags. */
export function hasTags(value: Json): boolean {
  return turnsOf(value).some((turn) => {
    const { value: text } = objectOf(turn);
    return typeof text === 'string' && /<(?:tool_call|tool_response|tools)>/.test(text);
  });
}

/** The messages of a turn, or what is wrong with it. */
type ReadTurn = (
  who: 'system' | 'user' | 'assistant' | 'call' | 'tool',
  text: string,
) => readonly LoggedMessage[] | string;

/** The conversation of a record that has turns of ShareGPT. */
export function decodeTurns(value: Json, losses: Losses, readTurn: ReadTurn): Conversation | UnusableRecord {
  const record = objectOf(value);
  const system = someText(record.system);
  const messages: LoggedMessage[] = system === undefined ? [] : [{ role: 'system', content: system }];
  for (const [index, turn] of turnsOf(value).entries()) {
    const { from, value: text } = objectOf(turn);
    const name = typeof from === 'string' ? from : '';
    const who = Object.hasOwn(WHO, name) ? WHO[name] : undefined;
    if (who === undefined)
      return { reason: `conversations[${index}]: nobody is called ${JSON.stringify(from ?? null)}` };
    const read = typeof text === 'string' ? readTurn(who, text) : 'its value is no text';
    if (typeof read === 'string') return { reason: `conversations[${index}]: ${read}` };
    messages.push(...read);
  }
  const model = someText(record.model);
  const id = someText(record.id);
  return {
    messages,
    tools: declaredTools(record.tools, losses),
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { sourceId: id }),
    losses: losses.lines,
  };
}

function turnsOf(value: Json): readonly Json[] {
  const { conversations } = objectOf(value);
  return Array.isArray(conversations) ? (conversations as readonly Json[]) : [];
}

/** One call as JSON, or a list of calls made at once; null where the text is neither. */
export function callsIn(text: string): readonly LoggedCall[] | null {
  const exact = atOnce(parseExactJson(text));
  if ('reason' in exact) return null;
  const { value } = exact;
  const calls = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const read = calls.map((call) => {
    const { id, name, arguments: given, parameters } = objectOf(call);
    if (typeof name !== 'string') return null;
    return loggedCall({ id: textOrNull(id), tool: name }, given ?? parameters, exact);
  });
  return read.length === 0 ? null : read.every((call) => call !== null) ? read : null;
}

/** What calls made at once gave: a list of as many texts; else the text is one result. */
function resultsIn(text: string, calls: number): readonly string[] {
  if (calls === 1) return [text];
  try {
    const value = JSON.parse(text) as Json;
    if (Array.isArray(value) && value.length === calls) {
      return (value as readonly Json[]).map((item) =>
        typeof item === 'string' ? item : JSON.stringify(item),
      );
    }
  } catch {
    // It is the text of one result.
  }
  return [text];
}
