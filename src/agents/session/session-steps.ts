import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { FileTreeDelta } from '../../filesystem/index.js';
import type { ModelMessage } from '../../models/index.js';
import type { AgentStopReason } from '../agent-event.js';
import type { Exchange } from '../agent-result.js';

/** Where the steps of a session are kept, such as `openSessionFolder` of `mettle/pipelines`. */
export interface SessionSteps {
  /** The steps of earlier processes, in order. */
  readonly earlier: readonly Json[];
  /** Keeps a step. It's safe once this settles. */
  append(step: JsonObject): Promise<void>;
}

/** What an agent did to a subagent's branch. */
export type BranchStep =
  | { readonly merge: string; readonly paths: readonly string[] | null; readonly force: boolean }
  | { readonly discard: string };

/** A step of a session. Agents are named by the handles that lead to them: `''`, `subagent_0`, `subagent_0/subagent_1`. */
export type SessionStep =
  /** What came since the last step of this agent: messages, the exchange with the model, and what it did to its files. */
  | {
      readonly kind: 'step';
      readonly agent: string;
      readonly messages: readonly ModelMessage[];
      readonly exchange: Exchange | null;
      /** Who answered, as prices name it. */
      readonly model: string | null;
      readonly branches: readonly BranchStep[];
      /** The file that the agent's inputs were written to, which is no change. */
      readonly inputs_file: { readonly name: string; readonly text: string } | null;
      readonly files: FileTreeDelta | null;
    }
  /** An agent started a subagent on a branch of its files. */
  | { readonly kind: 'fork'; readonly agent: string; readonly handle: string; readonly task: string }
  /** A subagent ended: what `spawn_subagents` answers for it. */
  | { readonly kind: 'ended'; readonly agent: string; readonly handle: string; readonly answer: JsonObject }
  /** A call of the agent itself ended. */
  | { readonly kind: 'end'; readonly stop_reason: AgentStopReason; readonly answer: Json };

/** The name of a subagent of an agent. */
export function subagentPath(agent: string, handle: string): string {
  return agent === '' ? handle : `${agent}/${handle}`;
}

/** Reads a step; null for what is none. Deltas of files are checked where they are applied. */
export function readSessionStep(value: Json): SessionStep | null {
  if (!isJsonObject(value)) return null;
  const { kind, agent } = value;
  if (kind === 'end') return typeof value.stop_reason === 'string' ? (value as unknown as SessionStep) : null;
  if (typeof agent !== 'string') return null;
  const isWhole =
    (kind === 'step' && Array.isArray(value.messages) && Array.isArray(value.branches)) ||
    (kind === 'fork' && typeof value.handle === 'string' && typeof value.task === 'string') ||
    (kind === 'ended' && typeof value.handle === 'string' && isJsonObject(value.answer ?? null));
  return isWhole ? (value as unknown as SessionStep) : null;
}
