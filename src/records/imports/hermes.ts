import type { Json } from '../../core/index.js';
import { Losses } from './content-text.js';
import type { LoggedMessage, LoggedResult, ReplyPart } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import { areTurns, callsIn, decodeTurns, hasTags } from './sharegpt.js';
import type { TraceFormat } from './trace-format.js';

/** Conversations of Hermes models and those like them: tools, calls, results and reasoning in tags. */
export const hermesConversations: TraceFormat = {
  name: 'hermes',
  description: 'conversations of Hermes models, tools and calls in tags',
  recognises: (value) =>
    areTurns(value) && hasTags(value) ? 'it has conversations with <tools> or <tool_call> tags' : null,
  decode: (value) => {
    const losses = new Losses();
    const tools: Json[] = [];
    const read = decodeTurns(value, losses, (who, text) => {
      if (who === 'assistant') return [{ role: who, parts: replyOf(text) }];
      if (who === 'call') return 'a call stands in tags in a turn of gpt';
      if (who === 'system') {
        tools.push(...toolsIn(text));
        return [{ role: who, content: text }];
      }
      const results = resultsIn(text);
      if (results.length > 0) return results;
      const message: LoggedMessage =
        who === 'user' ? { role: who, content: text } : { role: who, callId: null, content: text };
      return [message];
    });
    if ('reason' in read) return read;
    const declared = declaredTools(tools, losses);
    return { ...read, tools: [...read.tools, ...declared], losses: losses.lines };
  },
};

/** What opens a part of a reply. */
const OPENING = /<(think|scratch_pad|tool_call)>/g;

/** The parts of a reply: reasoning, calls and text, from its tags. A tag that isn't closed is text. */
export function replyOf(text: string): readonly ReplyPart[] {
  const parts: ReplyPart[] = [];
  let end = 0;
  const addText = (written: string): void => {
    if (written.trim() !== '') parts.push({ type: 'text', text: written.trim() });
  };
  /** Tags that aren't closed any more. */
  const unclosed = new Set<string>();
  for (const { 0: opening, 1: tag = '', index } of text.matchAll(OPENING)) {
    if (index < end || unclosed.has(tag)) continue;
    const start = index + opening.length;
    const close = text.indexOf(`</${tag}>`, start);
    if (close < 0) {
      unclosed.add(tag);
      continue;
    }
    const inner = text.slice(start, close);
    const calls = tag === 'tool_call' ? callsIn(inner) : null;
    // What is no call stays where it is, as text.
    if (tag === 'tool_call' && calls === null) continue;
    addText(text.slice(end, index));
    parts.push(...(calls ?? [{ type: 'reasoning' as const, text: inner.trim() }]));
    end = close + `</${tag}>`.length;
  }
  addText(text.slice(end));
  return parts;
}

/** The tools between `<tools>` tags: a list of them, or one a line. */
function toolsIn(text: string): readonly Json[] {
  const inner = between(text, 'tools')[0]?.trim();
  if (inner === undefined) return [];
  const whole = jsonIn(inner);
  if (Array.isArray(whole)) return whole as readonly Json[];
  return inner.split('\n').flatMap((line) => {
    const tool = jsonIn(line);
    return tool === undefined ? [] : [tool];
  });
}

/** What calls gave: the `content` of each `<tool_response>`, or all of it. */
function resultsIn(text: string): readonly LoggedResult[] {
  return between(text, 'tool_response').map((inner) => {
    const value = jsonIn(inner);
    const { name, content } = isNamed(value) ? value : { name: undefined, content: inner.trim() };
    const tool = typeof name === 'string' && name !== '' ? { tool: name } : {};
    return {
      role: 'tool',
      callId: null,
      ...tool,
      content: typeof content === 'string' ? content : JSON.stringify(content),
    };
  });
}

function isNamed(value: Json | undefined): value is { readonly name?: Json; readonly content: Json } {
  return typeof value === 'object' && value !== null && 'content' in value;
}

/** What stands between the tags of a name. */
function between(text: string, tag: string): readonly string[] {
  return text
    .split(`<${tag}>`)
    .slice(1)
    .flatMap((part) => (part.includes(`</${tag}>`) ? [part.slice(0, part.indexOf(`</${tag}>`))] : []));
}

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
