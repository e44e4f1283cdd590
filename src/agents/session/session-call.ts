import { canonicalJson, type Json } from '../../core/index.js';
import { isConversation } from '../../models/index.js';
import { type AgentError, errorOf } from '../agent-error.js';
import { invalidOptions } from '../agent-options.js';
import type { AgentResult } from '../agent-result.js';
import type { AgentInputs } from '../function-calling-agent.js';
import type { AgentSession } from './agent-session.js';

/** Refuses a call that doesn't continue its session, or whose files aren't those of the session. */
export function checkSession(
  session: AgentSession,
  inputs: AgentInputs,
  { sandbox }: { readonly sandbox?: unknown },
): void {
  if (sandbox !== undefined) {
    throw invalidOptions(
      'A session has files of its own: leave out the sandbox of the agent, or the session.',
    );
  }
  const { messages } = session;
  if (messages.length === 0) return;
  const given = isConversation(inputs) ? inputs.messages.slice(0, messages.length) : [];
  if (canonicalJson(given as unknown as Json) === canonicalJson(messages as unknown as Json)) return;
  throw invalidOptions(
    'This session has begun: give { messages: session.messages }, with further messages behind them to say more.',
  );
}

/** A result, after its session has kept how the call ended. */
export async function endOf(result: AgentResult, session: AgentSession | undefined): Promise<AgentResult> {
  const { stopReason, answer } = result;
  try {
    await session?.root.end(stopReason, answer);
    return result;
  } catch (thrown) {
    const error: AgentError = result.error ?? errorOf(thrown);
    return { ...result, error };
  }
}
