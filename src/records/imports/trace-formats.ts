import type { Json } from '../../core/index.js';
import { aiSdkMessages } from './ai-sdk.js';
import { anthropicMessages } from './anthropic-messages.js';
import { atifTrajectory } from './atif.js';
import { claudeCodeSession } from './claude-code.js';
import { codexSession } from './codex.js';
import { hermesConversations } from './hermes.js';
import { inspectLog } from './inspect.js';
import { langfuseTraces } from './langfuse.js';
import { openAIChat } from './openai-chat.js';
import { openAIResponses } from './openai-responses.js';
import { piSession } from './pi.js';
import type { SessionFormat } from './session-format.js';
import { sharegptConversations } from './sharegpt.js';
import { openInferenceTraces, otelTraces } from './span-traces.js';
import type { TraceFormat } from './trace-format.js';

/** Every form of logs that is read, those first that are told by what no other has. */
export const traceFormats: readonly TraceFormat[] = [
  hermesConversations,
  sharegptConversations,
  inspectLog,
  atifTrajectory,
  aiSdkMessages,
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

/** Every form of logs in which a run has many lines. */
export const sessionFormats: readonly SessionFormat[] = [
  claudeCodeSession,
  codexSession,
  piSession,
  openInferenceTraces,
  otelTraces,
  langfuseTraces,
];

/** The form of the session that a line is of, and why; null for none that is known. */
export function recogniseSession(
  value: Json,
): { readonly format: SessionFormat; readonly because: string } | null {
  for (const format of sessionFormats) {
    const because = format.recognises(value);
    if (because !== null) return { format, because };
  }
  return null;
}
