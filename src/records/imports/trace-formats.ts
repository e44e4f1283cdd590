import type { Json } from '../../core/index.js';
import { anthropicMessages } from './anthropic-messages.js';
import { hermesConversations } from './hermes.js';
import { openAIChat } from './openai-chat.js';
import { openAIResponses } from './openai-responses.js';
import { sharegptConversations } from './sharegpt.js';
import type { TraceFormat } from './trace-format.js';

/** Every form of logs that is read, those first that are told by what no other has. */
export const traceFormats: readonly TraceFormat[] = [
  hermesConversations,
  sharegptConversations,
  openAIResponses,
  anthropicMessages,
  openAIChat,
];

/** The form that a record is in, and why; null for none that is known. */
export function recogniseTrace(
  value: Json,
): { readonly format: TraceFormat; readonly because: string } | null {
  for (const format of traceFormats) {
    const because = format.recognises(value);
    if (because !== null) return { format, because };
  }
  return null;
}
