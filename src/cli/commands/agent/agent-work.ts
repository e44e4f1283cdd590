import {
  type AgentSession,
  DeepAgent,
  type DeepAgentResult,
  openAgentSession,
} from '../../../agents/index.js';
import { MettleError } from '../../../core/index.js';
import type { FileTree } from '../../../filesystem/index.js';
import type { Budget, BudgetLimits, Model, ModelPrices } from '../../../models/index.js';
import { openSessionFolder, type SessionFacts } from '../../../pipelines/index.js';
import { openSpending, readSessionFacts } from '../../../pipelines/internal.js';
import type { CommandCall, CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { programsOption } from '../../run/programs-option.js';
import { showEvents } from './show-events.js';
import { AgentUsageCount } from './usage-count.js';

/** What a call of the agent came to, or an earlier one had come to. */
export interface AgentWork {
  readonly files: FileTree;
  readonly answer: unknown;
  readonly isAnswered: boolean;
  /** Null where the agent had answered already. */
  readonly result: DeepAgentResult | null;
  readonly usage: AgentUsageCount;
}

/** Where an agent works, and with what. */
export interface AgentPlace {
  readonly workdir: string;
  /** Where its steps are kept. */
  readonly folder: string;
  readonly model: (task: string) => Promise<Model>;
  readonly prices: ModelPrices | null;
}

/**
 * What the work that is kept on a folder is about; null where there is none.
 * @throws {MettleError} `cli/usage` if it can't be read.
 */
export async function keptWork(folder: string): Promise<SessionFacts | null> {
  return orUnreadable(() => readSessionFacts(folder));
}

/** Has an agent do a task, step by step kept. What was kept on the folder before is dropped. */
export async function beginWork(
  task: string,
  place: AgentPlace,
  call: CommandCall,
  io: CommandIo,
): Promise<AgentWork> {
  const { folder, workdir } = place;
  // Nothing is dropped for an agent that can't begin.
  const model = await place.model(task);
  await using steps = await openSessionFolder({ folder, task, workdir, onProblem: io.say });
  const session = await openAgentSession({ steps, workdir });
  return await work(session, task, { ...place, opened: model }, call, io);
}

/** Continues the work that is kept on a folder, unless the agent has answered. */
export async function resumeWork(place: AgentPlace, call: CommandCall, io: CommandIo): Promise<AgentWork> {
  const { folder, workdir } = place;
  await using steps = await openSessionFolder({ folder, onProblem: io.say });
  const session = await orUnreadable(() => openAgentSession({ steps, workdir }));
  if (session.end?.stopReason === 'answered') {
    const usage = usageOf(session, place.prices);
    return { files: session.files, answer: session.end.answer, isAnswered: true, result: null, usage };
  }
  for (const { agent, call: interrupted } of session.interrupted) {
    const who = agent === '' ? '' : `[${agent.replaceAll('/', ' ')}] `;
    io.say(
      `${who}${interrupted.toolName} was under way when the work ended; it begins again, with the files as they were before it.`,
    );
  }
  return await work(session, steps.task, { ...place, opened: await place.model(steps.task) }, call, io);
}

async function work(
  session: AgentSession,
  task: string,
  { workdir, folder, prices, opened }: AgentPlace & { readonly opened: Model },
  call: CommandCall,
  io: CommandIo,
): Promise<AgentWork> {
  const { options } = call;
  const usage = usageOf(session, prices);
  const programs = programsOption(call);
  const agent = new DeepAgent({
    model: opened,
    workdir,
    engine: options.engine as 'auto',
    ...(programs.programs === undefined ? {} : { ...programs, shell: true }),
    maxSubagentDepth: Number(options.subagents),
    maxIterations: Number(options.maxIterations),
  });
  const { messages } = session;
  const result = await agent.call(messages.length === 0 ? task : { messages: messages as never }, {
    signal: io.signal,
    onEvent: showEvents(io, usage),
    session,
    ...budgetOf(folder, options, prices),
  });
  if (result.error !== null && result.stopReason !== 'aborted') io.say(result.error.message);
  const { answer, stopReason, sandbox } = result;
  return { files: sandbox.files, answer, isAnswered: stopReason === 'answered', result, usage };
}

/** What the work used so far, in earlier processes. */
function usageOf({ exchanges }: AgentSession, prices: ModelPrices | null): AgentUsageCount {
  const usage = new AgentUsageCount(prices);
  for (const { model, exchange } of exchanges) usage.countEarlier(model, exchange);
  return usage;
}

/** The limits on the whole work: what earlier processes used is counted. */
function budgetOf(
  folder: string,
  { maxCost, maxTokens, maxSeconds }: CommandCall['options'],
  prices: ModelPrices | null,
): { readonly budget?: Budget; readonly prices?: ModelPrices } {
  const limits: BudgetLimits = {
    ...(maxCost === undefined ? {} : { cost: Number(maxCost) }),
    ...(maxTokens === undefined ? {} : { tokens: Number(maxTokens) }),
    ...(maxSeconds === undefined ? {} : { seconds: Number(maxSeconds) }),
  };
  const spending = openSpending(`${folder}/run`, { budget: limits, ...(prices === null ? {} : { prices }) });
  return { budget: spending.budget, ...(prices === null ? {} : { prices }) };
}

const UNREADABLE = ['agents/invalid_session', 'filesystem/invalid_snapshot', 'pipelines/no_agent_session'];

async function orUnreadable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!MettleError.isInstance(error) || !UNREADABLE.includes(error.code)) throw error;
    throw usageError(
      `The kept work can't be continued: ${error.message} To drop it, give a task with --discard.`,
    );
  }
}
