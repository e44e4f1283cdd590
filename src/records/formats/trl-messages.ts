import type { JsonObject } from '../../core/index.js';
import type { OpenAIMessage } from '../openai-message.js';
import { argumentsOf } from './call-arguments.js';

/** A message as TRL's trainers and the chat templates of models read it. */
export type TrlMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly type: 'function';
        readonly function: { readonly name: string; readonly arguments: JsonObject };
      }[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly name: string; readonly content: string };

/**
 * Messages for TRL. Templates print what they are given, so content is always text, `''` beside a call, and arguments are objects. A result
 * names its tool, since TRL's own have no ids.
 *
 * @returns null if the arguments of a call are no JSON object: templates would print them as text of another kind.
 */
export function trlMessages(messages: readonly OpenAIMessage[]): readonly TrlMessage[] | null {
  const names = new Map<string, string>();
  const written: TrlMessage[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const { role, tool_call_id: id, content } = message;
      written.push({ role, tool_call_id: id, name: names.get(id) ?? '', content });
      continue;
    }
    if (message.role !== 'assistant') {
      written.push(message);
      continue;
    }
    const { role, content, reasoning_content: reasoning, tool_calls: made = [] } = message;
    const calls = [];
    for (const call of made) {
      const given = argumentsOf(call);
      if (given === null) return null;
      names.set(call.id, call.function.name);
      calls.push({ ...call, function: { name: call.function.name, arguments: given } });
    }
    written.push({
      role,
      content: content ?? '',
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    });
  }
  return written;
}
