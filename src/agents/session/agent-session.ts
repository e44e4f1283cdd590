import { defineOptions, type Json, option } from '../../core/index.js';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import type { ModelMessage, ToolCallPart } from '../../models/index.js';
import type { AgentStopReason } from '../agent-event.js';
import type { Exchange } from '../agent-result.js';
import { pendingCalls } from '../conversation.js';
import { replaySession } from './replay-session.js';
import { SessionAgent } from './session-agent.js';
import type { SessionSteps } from './session-steps.js';

/** What {@link openAgentSession} takes. */
export interface AgentSessionOptions {
  /** Where the steps are kept. */
  readonly steps: SessionSteps;
  /** The folder that the agent works on a copy of. Default: no files. */
  readonly workdir?: string;
}

const checkOptions = defineOptions<AgentSessionOptions>()('openAgentSession', {
  steps: option.required(option.object),
  workdir: option.text,
});

/** A call that was under way when the process ended, and of which agent. */
export interface InterruptedCall {
  /** The handles that lead to the subagent; empty for the agent itself. */
  readonly agent: string;
  readonly call: ToolCallPart;
}

/**
 * The work of a `DeepAgent`, kept step by step: its conversation, files, exchanges with models, and those of its subagents. Made by
 * {@link openAgentSession}, and given to `call` as `session`.
 */
export interface AgentSession {
  /** Whether there is anything to continue. */
  readonly isBegun: boolean;
  /** The conversation so far: give it to `call` as `{ messages }` to continue. */
  readonly messages: readonly ModelMessage[];
  /** The files as the last step left them. */
  readonly files: FileTree;
  /** How the last call ended; null if it didn't, because its process was killed. */
  readonly end: { readonly stopReason: AgentStopReason; readonly answer: Json } | null;
  /** Every exchange with a model, those of subagents included, with the model's name as prices have it. */
  readonly exchanges: readonly { readonly model: string | null; readonly exchange: Exchange }[];
  /** Calls of tools that had begun when the process ended. */
  readonly interrupted: readonly InterruptedCall[];
  /** @internal */
  readonly root: SessionAgent;
}

/**
 * Opens the session of a `DeepAgent`, which keeps each step before the next begins. After any end of the process, `kill -9` and a power cut
 * included, another one continues with the step that was under way. Variables of Python are gone then, and the model is told so. Calls of
 * tools that were under way run again if nothing of them is left: those of the sandbox, whose files are as they were before, and
 * idempotent ones. Of others, the model is told that they may have had their effect.
 *
 * @example
 * ```ts
 * import { DeepAgent, openAgentSession } from 'mettle/agents';
 * import { openSessionFolder } from 'mettle/pipelines';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const folder = 'greeting';
 * const write = { toolCalls: [{ name: 'write_file', input: { path: 'hello.txt', content: 'Hello' } }] };
 * // The first process ends after its first step.
 * const first = await openSessionFolder({ folder, task: 'Write a greeting.' });
 * const failing = new DeepAgent({ model: scriptedModel([write]) });
 * await failing.call('Write a greeting.', { session: await openAgentSession({ steps: first }) });
 * await first.close();
 * // Another one continues.
 * const steps = await openSessionFolder({ folder });
 * const session = await openAgentSession({ steps });
 * const agent = new DeepAgent({ model: scriptedModel(['Written.']) });
 * const { answer, sandbox } = await agent.call({ messages: session.messages }, { session });
 * await steps.close();
 * console.log(answer, sandbox.files.readText('hello.txt')); // → Written. Hello
 * ```
 * @throws {MettleError} `agents/invalid_session` for steps that are none; `filesystem/invalid_snapshot`; as `createFileTree`.
 */
export async function openAgentSession(options: AgentSessionOptions): Promise<AgentSession> {
  const { steps, workdir } = checkOptions(options);
  const tree = createFileTree(workdir === undefined ? {} : { base: workdir });
  const root = new SessionAgent({ path: '', task: '', files: tree, steps });
  const { end, exchanges } = await replaySession(root, steps);
  return {
    isBegun: steps.earlier.length > 0,
    get messages() {
      return root.messages;
    },
    files: root.files,
    end,
    exchanges,
    interrupted: end === null || end.stopReason === 'aborted' ? interruptedCalls(root) : [],
    root,
  };
}

function interruptedCalls(agent: SessionAgent): readonly InterruptedCall[] {
  const own = pendingCalls(agent.messages).map((call) => ({ agent: agent.path, call }));
  return [...own, ...agent.atWork().flatMap(interruptedCalls)];
}
