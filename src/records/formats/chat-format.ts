import { type Conversation, conversationOf, whyNoConversation } from './conversation.js';
import { lineFormat, type UnwritableRecord, type WrittenRecord } from './line-format.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * A format of JSON lines, a conversation each. An episode without an answer is left out, since a conversation to learn from ends with
 * the assistant. What the form has no place for is named in `reduced`; no call and no result is ever dropped from a conversation.
 */
export function chatFormat(
  about: Pick<TrajectoryFormat, 'name' | 'description'>,
  write: (conversation: Conversation) => WrittenRecord | UnwritableRecord,
): TrajectoryFormat {
  return lineFormat({ ...about, extension: '.jsonl' }, (trajectory) => {
    const reason = whyNoConversation(trajectory);
    if (reason !== null) return { reason };
    const conversation = conversationOf(trajectory);
    const written = write(conversation);
    if ('reason' in written) return written;
    return { record: written.record, losses: [...written.losses, ...conversation.losses] };
  });
}
