import type { Json } from '../../core/index.js';
import { isConversation } from '../../models/index.js';
import type { AgentStopReason } from '../agent-event.js';
import type { Exchange } from '../agent-result.js';
import { agentError } from '../error-codes.js';
import type { SessionAgent } from './session-agent.js';
import { readSessionStep, type SessionSteps } from './session-steps.js';

/** What the steps of earlier processes came to, beside the agents themselves. */
export interface ReplayedSession {
  /** How the last call ended; null if it didn't. */
  readonly end: { readonly stopReason: AgentStopReason; readonly answer: Json } | null;
  readonly exchanges: readonly { readonly model: string | null; readonly exchange: Exchange }[];
}

/**
 * Brings the agents of a session to where the last step left them: steps are taken over in the order in which they were made, each by the
 * agent that made it, so that branches leave from, and are merged into, the same files as they were.
 * @throws {MettleError} `agents/invalid_session`.
 */
export async function replaySession(root: SessionAgent, { earlier }: SessionSteps): Promise<ReplayedSession> {
  const agents = new Map([[root.path, root]]);
  const exchanges: { readonly model: string | null; readonly exchange: Exchange }[] = [];
  let end: ReplayedSession['end'] = null;
  for (const [index, value] of earlier.entries()) {
    const step = readSessionStep(value);
    if (step === null) throw invalid(index, 'it is no step of a session');
    end = null;
    if (step.kind === 'end') {
      end = { stopReason: step.stop_reason, answer: step.answer };
      root.given = null;
      continue;
    }
    const agent = agents.get(step.agent);
    if (agent === undefined) throw invalid(index, `no agent is named ${JSON.stringify(step.agent)}`);
    if (step.kind === 'fork') {
      const subagent = agent.addSubagent(step.handle, { task: step.task, files: agent.files.fork() });
      agents.set(subagent.path, subagent);
    } else if (step.kind === 'ended') {
      const subagent = agent.subagents.get(step.handle);
      if (subagent !== undefined) subagent.answer = step.answer;
    } else {
      if (step.messages.length > 0 && !isConversation({ messages: step.messages }))
        throw invalid(index, 'its messages are no conversation');
      await agent.replay(step);
      if (step.exchange !== null) exchanges.push({ model: step.model, exchange: step.exchange });
    }
  }
  return { end, exchanges };
}

function invalid(index: number, why: string): Error {
  return agentError('invalid_session', `Step ${index} of this session can't be read: ${why}.`);
}
