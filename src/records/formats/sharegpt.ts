import type { OpenAIMessage, OpenAIToolCall } from '../openai-message.js';
import { openAITool } from '../to-messages.js';
import { argumentsOf, NO_OBJECT } from './call-arguments.js';
import { chatFormat } from './chat-format.js';
import type { TrajectoryFormat } from './trajectory-format.js';

interface Turn {
  readonly from: 'human' | 'gpt' | 'function_call' | 'observation';
  readonly value: string;
}

/**
 * ShareGPT with tools, as LLaMA-Factory reads it: `{conversations, tools, system}`. What is asked and observed alternates with what is
 * answered and called, so calls made at once are one list, and so are their results.
 */
export const sharegptJsonl: TrajectoryFormat = chatFormat(
  { name: 'sharegpt', description: 'ShareGPT conversations with tools, for LLaMA-Factory and its like' },
  ({ messages, tools }) => {
    const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
    const losses: string[] = [];
    const turns: Turn[] = [];
    let results: string[] = [];
    const takeResults = (): void => {
      const [only] = results;
      if (only !== undefined) {
        turns.push({ from: 'observation', value: results.length === 1 ? only : JSON.stringify(results) });
      }
      results = [];
    };
    for (const message of messages) {
      if (message.role === 'tool') results.push(message.content);
      if (message.role === 'tool' || message.role === 'system') continue;
      takeResults();
      const turn = turnOf(message, losses);
      if (turn === null) return { reason: NO_OBJECT };
      turns.push(turn);
    }
    takeResults();
    if (
      !turns.every(({ from }, index) => (from === 'gpt' || from === 'function_call') === (index % 2 === 1))
    ) {
      return { reason: 'what was asked and what was answered do not alternate' };
    }
    return {
      record: {
        conversations: turns,
        ...(tools.length === 0
          ? {}
          : { tools: JSON.stringify(tools.map((tool) => openAITool(tool).function)) }),
        ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
      },
      losses,
    };
  },
);

function turnOf(message: OpenAIMessage, losses: string[]): Turn | null {
  if (message.role !== 'assistant') return { from: 'human', value: message.content };
  if (message.reasoning_content !== undefined) losses.push('the format has no place for reasoning');
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) return { from: 'gpt', value: message.content ?? '' };
  if (message.content) losses.push('the format has no place for words beside a call');
  const written = calls.map(callOf);
  if (written.includes(null)) return null;
  return { from: 'function_call', value: JSON.stringify(written.length === 1 ? written[0] : written) };
}

function callOf(call: OpenAIToolCall): object | null {
  const given = argumentsOf(call);
  return given === null ? null : { name: call.function.name, arguments: given };
}
