import { contentHash, type JsonObject } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import { IMPORTED_FINGERPRINT, NOT_EXECUTED, UNKNOWN_STATE } from '../imported-environment.js';
import type { ModelTurn } from '../model-turn.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { Trajectory } from '../trajectory.js';
import { createTrajectory } from '../trajectory-id.js';
import type { EpisodeUsage } from '../usage.js';
import type { Conversation, LoggedMessage, SentMessage, UnusableRecord } from './conversation.js';
import { LoggedTurns, UNKNOWN_MODEL } from './logged-turns.js';

/** A run that was imported, and what of it the log has and the record doesn't. */
export interface ImportedRun {
  readonly trajectory: Trajectory;
  readonly losses: readonly string[];
}

/**
 * The record of a logged conversation. Its turns hold the conversation as it was, so `toMessages` gives it back. Nothing that the log
 * says was executed by Mettle: the environment says so, states are unknown and nothing is verified.
 */
export function buildTrajectory(conversation: Conversation, format: string): ImportedRun | UnusableRecord {
  const { messages, tools, sourceId, metadata } = conversation;
  const asked = firstAsked(messages);
  if (!messages.some(({ role }) => role === 'assistant')) {
    return { reason: 'it holds no reply of a model, so there is no run in it' };
  }
  const logged = new LoggedTurns(conversation);
  for (const message of messages) logged.add(message);
  const { steps, turns, answer, losses } = logged.end(tools.map(({ name }) => name));
  const before = messages.slice(
    0,
    messages.findIndex(({ role }) => role !== 'system'),
  );
  const instructions = before.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const prompt = asked?.content ?? '';
  const told = instructions.length === 0 ? {} : { instructions: instructions.join('\n\n') };
  const model = turns.find((turn) => turn.model !== UNKNOWN_MODEL)?.model ?? null;
  const named = new Set(tools.map(({ name }) => name));
  const inferred = [...logged.tools].filter((name) => !named.has(name));
  return {
    trajectory: {
      ...createTrajectory({
        task: {
          id: `imported-${contentHash({ prompt, ...told }).slice(0, 16)}`,
          category: 'imported',
          prompt,
          ...told,
          expected: { answer: null, stateDigest: null },
          metadata: {
            imported: {
              format,
              ...(sourceId === undefined ? {} : { id: sourceId }),
              ...(inferred.length === 0 ? {} : { undeclared_tools: inferred }),
              ...metadata,
            } as JsonObject,
          },
        },
        environment: { name: `imported:${format}`, fingerprint: IMPORTED_FINGERPRINT },
        policy: { name: `import:${format}`, version: model ?? UNKNOWN_MODEL },
        seed: 0,
        tools: [...tools, ...inferred.map(undeclared)],
        steps,
        finalAnswer: answer?.value ?? null,
        initialStateDigest: UNKNOWN_STATE,
        finalStateDigest: UNKNOWN_STATE,
        stopReason: answer === null ? 'no_answer' : 'answered',
        stopDetail: null,
      }),
      usage: usageOf(turns, conversation),
      turns,
      provenance: { mettle: packageVersion(), model },
      verification: NOT_EXECUTED,
    },
    losses: [...new Set([...conversation.losses, ...losses])],
  };
}

/** A tool of which only the name is known. */
function undeclared(name: string): ToolDefinition {
  return { name, description: '', parameters: { type: 'object', properties: {}, required: [] } };
}

/** The message that says what is to be done: the first of a person, else the first of the client. */
function firstAsked(messages: readonly LoggedMessage[]): SentMessage | undefined {
  const sent = messages.filter((message): message is SentMessage => message.role === 'user');
  return sent.find(({ isContext, agent }) => isContext !== true && agent === undefined) ?? sent[0];
}

/** What the turns add up to; null where none of them was counted. */
function usageOf(turns: readonly ModelTurn[], { usage: all }: Conversation): EpisodeUsage | null {
  if (all !== undefined) return { modelCalls: turns.length, ...all, dollars: null };
  if (!turns.some(({ usage }) => usage !== undefined)) return null;
  const sum = (name: 'inputTokens' | 'outputTokens'): number =>
    turns.reduce((total, { usage }) => total + (usage?.[name] ?? 0), 0);
  return {
    modelCalls: turns.length,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    dollars: null,
  };
}
