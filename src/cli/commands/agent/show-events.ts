import type { AgentEvent, AgentEventListener } from '../../../agents/index.js';
import { isJsonObject, type Json } from '../../../core/index.js';
import type { CommandIo } from '../../command.js';
import type { AgentUsageCount } from './usage-count.js';

/** Shows what an agent does, line by line, and counts what it uses, subagents included. */
export function showEvents(
  io: Pick<CommandIo, 'say' | 'progress'>,
  usage: AgentUsageCount,
): AgentEventListener {
  return (event) => {
    const { inner, path } = unwrap(event);
    if (inner.type === 'model-request') {
      const note = [...path, usage.spent()].join(' ').trim();
      io.progress({ stage: 'ask the model', done: usage.modelCalls, note });
    }
    if (inner.type === 'model-reply') {
      usage.countReply(inner.response);
    }
    if (inner.type === 'tool-call') usage.countToolCall();
    const line = lineOf(inner);
    if (line !== null) io.say(path.length === 0 ? line : `[${path.join(' ')}] ${line}`);
  };
}

/** The event itself, and the handles of the subagents that it happened in. */
function unwrap(event: AgentEvent): { readonly inner: AgentEvent; readonly path: readonly string[] } {
  const path: string[] = [];
  let inner = event;
  for (; inner.type === 'subagent'; inner = inner.event) path.push(inner.handle);
  return { inner, path };
}

/** One line for a person; null for what needs none. */
function lineOf(event: AgentEvent): string | null {
  switch (event.type) {
    case 'model-reply': {
      const { text, toolCalls } = event.response;
      return text.trim() === '' || toolCalls.length === 0 ? null : firstLine(text);
    }
    case 'tool-call':
      return `→ ${event.call.toolName} ${subjectOf(event.call.input)}`.trimEnd();
    case 'tool-result':
      return event.isError ? `  ✗ ${event.call.toolName}: ${firstLine(String(event.output.value))}` : null;
    case 'end':
      return event.stopReason === 'answered' ? null : `stopped: ${event.stopReason}`;
    default:
      return null;
  }
}

/** The argument that says most about a call. */
function subjectOf(input: Json): string {
  if (!isJsonObject(input)) return '';
  if (Array.isArray(input.tasks)) return `(${input.tasks.length})`;
  const { path, pattern, handle, code } = input;
  return firstLine(String(path ?? pattern ?? handle ?? code ?? ''));
}

const LONGEST_LINE = 100;

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}
