import type { Json, JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { OpenAIMessage } from '../openai-message.js';
import { type Conversation, conversationOf } from './conversation.js';
import { jsonRows } from './json-rows.js';
import { lineFormat } from './line-format.js';
import { checkPackOptions, type PackedFormat } from './trajectory-format.js';

/**
 * The Session Trace Simple Format, which the Hugging Face Hub shows as conversations: a folder with a file of JSON lines for each trajectory,
 * named by its id, in folders named by the first two digits. Episodes without an answer are written, too.
 */
export const stsFolder: PackedFormat = {
  ...lineFormat(
    { name: 'sts', extension: '', description: 'a folder of sessions, as the Hugging Face Hub shows them' },
    (trajectory) => {
      const conversation = conversationOf(trajectory);
      const { id, task } = trajectory;
      return {
        record: {
          id,
          lines: [
            { type: 'session', harness: 'mettle', id, name: task.id },
            ...conversation.messages.map((message) => lineOf(message, conversation)),
          ],
        },
        losses: [
          ...conversation.losses,
          ...(conversation.tools.length > 0 ? ['the format has no place for the declarations of tools'] : []),
        ],
      };
    },
  ),
  prepare: async (path, options) => {
    checkPackOptions(options ?? {});
    const { checkNothingThere } = await import('./new-folder.js');
    await checkNothingThere(path);
  },
  pack: async (lines, path, options) => {
    checkPackOptions(options ?? {});
    const [{ openNewFolder }, { mkdir }, { join }, { writeFileAtomically }] = await Promise.all([
      import('./new-folder.js'),
      import('node:fs/promises'),
      import('node:path'),
      import('../../filesystem/index.js'),
    ]);
    await using folder = await openNewFolder(path);
    let records = 0;
    for await (const { row } of jsonRows(lines)) {
      const id = fileName(row);
      const part = join(folder.path, id.slice(0, 2));
      await mkdir(part, { recursive: true });
      const text = (row.lines as readonly Json[]).map((line) => `${JSON.stringify(line)}\n`).join('');
      await writeFileAtomically(join(part, `${id}.jsonl`), text);
      records += 1;
    }
    await folder.commit();
    return { records, repeated: 0 };
  },
};

/** An id is a hash, but a record may come from anywhere. */
function fileName({ id }: JsonObject): string {
  return startOf(String(id).replace(/[^A-Za-z0-9_-]/g, '_'), 128);
}

function lineOf(message: OpenAIMessage, { turnOf }: Conversation): JsonObject {
  return { type: 'message', message: messageOf(message, turnOf(message)?.model) };
}

function messageOf(message: OpenAIMessage, model: string | undefined): JsonObject {
  if (message.role === 'tool') {
    return { role: 'tool', content: message.content, toolCallId: message.tool_call_id };
  }
  if (message.role !== 'assistant') return { ...message };
  const { content, reasoning_content: reasoning, tool_calls: calls = [] } = message;
  return {
    role: 'assistant',
    content: content ?? '',
    ...(reasoning === undefined ? {} : { reasoningContent: reasoning }),
    ...(calls.length === 0
      ? {}
      : { toolCalls: calls.map(({ id, function: called }) => ({ id, function: { ...called } })) }),
    ...(model === undefined ? {} : { model }),
  };
}
