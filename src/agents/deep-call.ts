import type { Json, JsonObject } from '../core/index.js';
import type { FileTree } from '../filesystem/index.js';
import { isConversation, type ModelMessage } from '../models/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { readAgentsMd, toolsOfSandbox } from '../tools/index.js';
import type { AgentEvent, AgentEventListener } from './agent-event.js';
import type { AgentResult } from './agent-result.js';
import { Branches } from './branches.js';
import type { AgentInputs } from './function-calling-agent.js';
import { saveInputs } from './inputs-file.js';
import { subagentInstructions, subagentToolsGuidance } from './instructions.js';
import { type AgentSettings, type CallLimits, conversationOf, runAgent } from './run-agent.js';
import { loopSession } from './session/loop-session.js';
import type { SessionAgent } from './session/session-agent.js';
import { type SubagentCall, type SubagentTools, subagentTools } from './subagent-tools.js';

/** What all calls of a deep agent and of its subagents share. */
export interface DeepSettings {
  /** Of the agent itself. */
  readonly agent: AgentSettings;
  /** Of its subagents: the same with another model, for instance. */
  readonly subagent: AgentSettings;
  readonly maxSubagentDepth: number;
  readonly subagentConcurrency: number;
  /** Whether `AGENTS.md` of the files is shown to the model. */
  readonly agentsMd: boolean;
  /** Whether the model gets a shell where there is one. */
  readonly shell: boolean;
}

/** One call of a deep agent, or of a subagent. */
export interface DeepCall {
  readonly inputs: AgentInputs;
  /** What the call works in. Whoever opened it closes it. */
  readonly sandbox: Sandbox;
  /** 0 for the agent itself. */
  readonly depth: number;
  readonly instructions: string;
  readonly limits: CallLimits;
  readonly emit: AgentEventListener;
  /** What is kept of the call; null where nothing is. */
  readonly session: SessionAgent | null;
  /** Opens a sandbox on files. */
  readonly open: (files: FileTree) => Promise<Sandbox>;
}

const CONVERSATION_SCHEMA: JsonObject = {
  type: 'object',
  properties: { messages: { type: 'array', items: { type: 'object' } } },
  required: ['messages'],
};

const SUMMARY_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          type: { type: 'string' },
          size: { type: 'integer' },
          preview: {},
          truncated: { type: 'boolean' },
        },
      },
    },
    inputs_file: { type: 'string', description: 'the file that holds the complete inputs as JSON' },
  },
};

/** Runs one call in a sandbox, with the tools on it and, where it may go deeper, those of subagents. */
export async function runDeepCall(deep: DeepSettings, call: DeepCall): Promise<AgentResult> {
  const settings = call.depth === 0 ? deep.agent : deep.subagent;
  const { sandbox, limits } = call;
  const { emit, release } = endLast(call.emit);
  const subagents = call.depth < deep.maxSubagentDepth ? subagentsOf(deep, call) : null;
  const resumed = call.session?.messages ?? [];
  const given = givenInputs(sandbox.files, call.inputs);
  if (given.inputsFile !== null) call.session?.noteInputs(given.inputsFile);
  const shell = deep.shell && (await sandbox.capabilities()).programs.length > 0;
  try {
    const own = [...toolsOfSandbox(sandbox, { shell }), ...(subagents?.tools ?? [])];
    return await runAgent(settings, {
      instructions:
        subagents === null ? call.instructions : `${call.instructions}\n\n${subagentToolsGuidance()}`,
      agentsMd: deep.agentsMd ? readAgentsMd(sandbox.files) : null,
      tools: [...own, ...settings.tools],
      messages: given.messages,
      inputsSchema: given.isData ? SUMMARY_SCHEMA : CONVERSATION_SCHEMA,
      limits,
      emit,
      session:
        call.session === null ? null : loopSession(call.session, { own, given: settings.tools, resumed }),
    });
  } finally {
    await subagents?.settled();
    release();
  }
}

/** Keeps the end of a call back until its subagents, which may outlast a loop that was stopped, have ended too. */
function endLast(emit: AgentEventListener): {
  readonly emit: AgentEventListener;
  readonly release: () => void;
} {
  let end: AgentEvent | null = null;
  return {
    emit: (event) => {
      if (event.type === 'end') end = event;
      else emit(event);
    },
    release: () => {
      if (end !== null) emit(end);
    },
  };
}

function subagentsOf(
  deep: DeepSettings,
  { sandbox, depth, emit, limits, session, open }: DeepCall,
): SubagentTools {
  const run = ({
    handle,
    task,
    sandbox: branch,
    session: kept,
    ...rest
  }: SubagentCall): Promise<AgentResult> => {
    const { signal, budget } = rest;
    const messages = kept?.messages ?? [];
    return runDeepCall(deep, {
      inputs: messages.length === 0 ? task : { messages: messages as unknown as Json },
      session: kept,
      open,
      sandbox: branch,
      depth: depth + 1,
      instructions: subagentInstructions(),
      limits: { ...limits, signal, ...(budget === undefined ? {} : { budget }) },
      emit: (event) => emit({ type: 'subagent', handle, task, event }),
    });
  };
  const branches = new Branches(sandbox, { session });
  const kept = session === null ? null : { session, open };
  const { subagentConcurrency: concurrency } = deep;
  return subagentTools({ branches, run, concurrency, budget: limits.budget, kept });
}

/** The first message: a conversation as it is, a task as it is, data by a summary and a file that holds all of it. */
function givenInputs(
  files: FileTree,
  inputs: AgentInputs,
): {
  readonly messages: readonly ModelMessage[];
  readonly isData: boolean;
  readonly inputsFile: string | null;
} {
  if (typeof inputs === 'string' || isConversation(inputs)) {
    return { messages: conversationOf(inputs as Json), isData: false, inputsFile: null };
  }
  const summary = saveInputs(files, inputs as JsonObject);
  return { messages: conversationOf(summary), isData: true, inputsFile: summary.inputs_file };
}
