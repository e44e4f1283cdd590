import type { AgentEvent, AgentEventListener } from '../../../agents/index.js';
import { isJsonObject, type Json } from '../../../core/index.js';
import { shortened } from '../../../core/internal.js';
import type { CommandIo } from '../../command.js';
import type { AgentUsageCount } from './usage-count.js';

/** Shows what an agent does, line by line, and counts what it uses, subagents included. */
export function showEvents(
  io: Pick<CommandIo, 'say' | 'progress'>,
  usage: AgentUsageCount,
): AgentEventListener {
  return (event) => {
    const { inner, path, task } = unwrap(event);
    if (inner.type === 'model-request') {
      const note = [...path, usage.spent()].join(' ').trim();
      io.progress({ stage: 'ask the model', done: usage.modelCalls, note });
    }
    if (inner.type === 'model-reply') {
      usage.countReply(inner.response);
    }
    if (inner.type === 'tool-call') usage.countToolCall();
    const line = task === null ? lineOf(inner) : (subagentLine(inner, task) ?? lineOf(inner));
    if (line !== null) io.say(path.length === 0 ? line : `[${path.join(' ')}] ${line}`);
  };
}

/** The event itself, the handles of the subagents that it happened in, and the task of the innermost; null for none. */
function unwrap(event: AgentEvent): {
  readonly inner: AgentEvent;
  readonly path: readonly string[];
  readonly task: string | null;
} {
  const path: string[] = [];
  let task: string | null = null;
  let inner = event;
  for (; inner.type === 'subagent'; inner = inner.event) {
    path.push(inner.handle);
    task = inner.task;
  }
  return { inner, path, task };
}

/** A line on how a subagent begins and ends, which nothing else shows. */
function subagentLine(event: AgentEvent, task: string): string | null {
  if (event.type === 'model-request' && event.round === 0) return `begins: ${firstLine(task)}`;
  if (event.type !== 'end') return null;
  const { stopReason, answer, error } = event;
  if (stopReason !== 'answered') return `stopped: ${error === null ? stopReason : firstLine(error.message)}`;
  return `done: ${firstLine(typeof answer === 'string' ? answer : JSON.stringify(answer))}`;
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
  return shortened(text.trim().split('\n')[0] ?? '', LONGEST_LINE);
}
