import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import { errorMessage, inParallel, shortened } from '../core/internal.js';
import type { FileTree } from '../filesystem/index.js';
import type { Budget, BudgetLimits } from '../models/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { type Tool, tool } from '../tools/index.js';
import type { AgentResult } from './agent-result.js';
import type { Branches } from './branches.js';
import type { SessionAgent } from './session/session-agent.js';

/** Subagents that one call of `spawn_subagents` may ask for. */
const MAX_TASKS = 128;

/** What a subagent is started with. */
export interface SubagentCall {
  readonly handle: string;
  readonly task: string;
  /** Its own branch. */
  readonly sandbox: Sandbox;
  /** Its share of the caller's budget, where there is one. */
  readonly budget: Budget | undefined;
  readonly signal: AbortSignal;
  /** What is kept of it; null where nothing is. */
  readonly session: SessionAgent | null;
}

/** What the tools of subagents need. */
export interface SubagentToolsOptions {
  readonly branches: Branches;
  readonly run: (call: SubagentCall) => Promise<AgentResult>;
  readonly concurrency: number;
  /** What the caller and its subagents may use together. */
  readonly budget: Budget | undefined;
  /** Keeps what subagents do, and has those that another process began. Default: nothing is kept. */
  readonly kept?: KeptSubagents | null;
}

/** Where subagents are kept. */
interface KeptSubagents {
  readonly session: SessionAgent;
  /** Opens a sandbox on the files of a branch that another process began. */
  readonly open: (files: FileTree) => Promise<Sandbox>;
}

/** The tools by which an agent runs subagents, and what its call must wait for before it closes its sandbox. */
export interface SubagentTools {
  readonly tools: readonly Tool[];
  /** Settles when no subagent runs any more. */
  readonly settled: () => Promise<void>;
}

const HANDLE = { type: 'string', description: 'a handle that spawn_subagents answered with' } as const;

/** Makes `adopt_subagent`, for branches that have the caller's variables. */
export function adoptTool(branches: Branches): Tool {
  return tool({
    name: 'adopt_subagent',
    description:
      "Go on in a subagent's place: its variables and files take the place of yours, and what you did since it was spawned is gone. Answers {adopted}.",
    parameters: {
      type: 'object',
      properties: { handle: HANDLE },
      required: ['handle'],
      additionalProperties: false,
    },
    execute: ({ handle }) => branches.adopt(String(handle)),
  });
}

/** Makes `spawn_subagents`, `merge_subagent` and `discard_subagent` for one call. */
export function subagentTools(options: SubagentToolsOptions): SubagentTools {
  const { branches } = options;
  const session = options.kept?.session ?? null;
  const running = new Set<Promise<JsonObject>>();
  const given = new Set<Budget>();
  const tools = [
    tool({
      name: 'spawn_subagents',
      description:
        'Run subagents at the same time, one for each task, each on its own branch of the files as they are now. Answers {subagents: [{handle, task, result, diff} or {handle, task, error}]}. Nothing is merged by itself.',
      parameters: {
        type: 'object',
        properties: {
          tasks: {
            type: 'array',
            maxItems: MAX_TASKS,
            items: { anyOf: [{ type: 'string' }, { type: 'object' }] },
            description:
              'what each subagent has to do: a text that says all it needs, or an object with such a "task"',
          },
        },
        required: ['tasks'],
        additionalProperties: false,
      },
      timeoutSeconds: Number.POSITIVE_INFINITY,
      execute: ({ tasks }, { signal }) => {
        const work = spawn((tasks as readonly Json[]).map(taskText), options, given, signal);
        running.add(work);
        work.then(
          () => running.delete(work),
          () => running.delete(work),
        );
        return work;
      },
    }),
    tool({
      name: 'merge_subagent',
      description:
        'Merge the changes of a subagent into your files. Answers {written, deleted, conflicts, skipped}; for each conflict also both versions (null if there is no text). Edit your file to resolve a conflict. The handle stays valid.',
      parameters: {
        type: 'object',
        properties: {
          handle: HANDLE,
          paths: {
            type: ['array', 'null'],
            items: { type: 'string' },
            description: 'only these files or folders; leave it out for everything',
          },
          force: {
            type: 'boolean',
            description: "take the subagent's version where both changed the same; default false",
          },
        },
        required: ['handle'],
        additionalProperties: false,
      },
      timeoutSeconds: Number.POSITIVE_INFINITY,
      execute: async ({ handle, paths, force }) => {
        const [merge, some] = [String(handle), Array.isArray(paths) ? (paths as readonly string[]) : null];
        const options = { ...(some === null ? {} : { paths: some }), force: force === true };
        const merged = await branches.merge(merge, options);
        if (!('error' in merged)) session?.note({ merge, paths: some, force: options.force });
        return merged;
      },
    }),
    tool({
      name: 'discard_subagent',
      description: "Drop a subagent's branch without merging anything. Answers {discarded}.",
      parameters: {
        type: 'object',
        properties: { handle: HANDLE },
        required: ['handle'],
        additionalProperties: false,
      },
      execute: async ({ handle }) => {
        const discarded = await branches.discard(String(handle));
        if (!('error' in discarded)) session?.note({ discard: String(handle) });
        return discarded;
      },
    }),
  ];
  return {
    tools,
    settled: async () => {
      await Promise.allSettled(running);
    },
  };
}

async function spawn(
  tasks: readonly string[],
  options: SubagentToolsOptions,
  given: Set<Budget>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { branches } = options;
  if (tasks.length === 0) return { error: 'no tasks provided' };
  const { together, shares } = sharesOf(options.budget, tasks.length, given);
  const named = tasks.map((task) => {
    const earlier = options.kept?.session.takeInterrupted(task) ?? null;
    return { handle: earlier?.path.split('/').at(-1) ?? branches.reserve(), task, earlier };
  });
  // All branches leave from the same state of the files, whatever the order in which the subagents end.
  const begun = await Promise.allSettled(named.map((one) => begin(one, options)));
  const work = async (index: number): Promise<JsonObject> => {
    const { handle, task } = named[index] as { readonly handle: string; readonly task: string };
    const start = begun[index] as PromiseSettledResult<BegunSubagent>;
    if (start.status === 'rejected') return { handle, task, error: errorMessage(start.reason) };
    const { sandbox, session } = start.value;
    try {
      const result = await options.run({ handle, task, sandbox, session, budget: shares[index], signal });
      const problem = problemOf(result);
      if (problem !== null && result.answer === null) return { handle, task, error: problem };
      const error = problem === null ? {} : { error: problem };
      return { handle, task, ...error, result: result.answer, diff: branches.diff(handle) };
    } catch (thrown) {
      return { handle, task, error: errorMessage(thrown) };
    } finally {
      await branches.ended(handle);
    }
  };
  const subagents = await inParallel(options.concurrency, named, async ({ handle, earlier }, index) => {
    if (earlier?.answer !== null && earlier !== null) return earlier.answer;
    const answer = await work(index);
    // What a stopped call has of them is not what they came to: another process goes on with them.
    if (!signal.aborted) await options.kept?.session.ended(handle, answer);
    return answer;
  });
  if (together !== null) given.delete(together);
  return { subagents };
}

interface BegunSubagent {
  readonly sandbox: Sandbox;
  readonly session: SessionAgent | null;
}

/** Forks the sandbox for a subagent, or opens one on the branch that another process began. */
async function begin(
  { handle, task, earlier }: { handle: string; task: string; earlier: SessionAgent | null },
  { branches, kept = null }: SubagentToolsOptions,
): Promise<BegunSubagent> {
  if (earlier !== null && kept !== null) {
    earlier.resume();
    const sandbox = await kept.open(earlier.files);
    branches.restore(handle, sandbox);
    return { sandbox, session: earlier };
  }
  const sandbox = await branches.fork(handle);
  const session = (await kept?.session.forked(handle, { task, files: sandbox.files })) ?? null;
  return { sandbox, session };
}

/**
 * Equal shares of what is left, one of which stays with the caller: a subagent that runs away takes nothing from the
 * others, nor the calls that the caller needs to go on with their results. `given`: what others, spawned in the same turn,
 * may still use together; the new ones' is added.
 */
function sharesOf(
  budget: Budget | undefined,
  count: number,
  given: Set<Budget>,
): { readonly together: Budget | null; readonly shares: readonly Budget[] } {
  if (budget === undefined) return { together: null, shares: [] };
  const [all, others] = [budget.left(), [...given].map((one) => one.left())];
  const [whole, each]: [BudgetLimits, BudgetLimits] = [{}, {}];
  for (const what of ['calls', 'tokens', 'cost'] as const) {
    if (!Number.isFinite(all[what])) continue;
    const left = Math.max(0, all[what] - others.reduce((sum, other) => sum + other[what], 0));
    const share = left / (count + 1);
    const own = what === 'cost' ? share : Math.max(1, Math.floor(share));
    Object.assign(whole, { [what]: Math.max(0, left - own) });
    Object.assign(each, { [what]: own });
  }
  const together = budget.child(whole);
  given.add(together);
  return { together, shares: Array.from({ length: count }, () => together.child(each)) };
}

/** A task as text: of an object its `task`, `instructions` or `prompt`, else all of it. */
function taskText(task: Json): string {
  if (typeof task === 'string') return task;
  if (!isJsonObject(task)) return String(task);
  const text = task.task || task.instructions || task.prompt;
  return typeof text === 'string' ? text : JSON.stringify(task);
}

/** Why a subagent did not come to its end; null when it did. What it has written is on its branch all the same. */
function problemOf({ stopReason, answer, error, text }: AgentResult): string | null {
  if (stopReason === 'answered') return null;
  const why = error === null ? '' : `: ${error.message}`;
  const last = text === '' || answer !== null ? '' : `. Its last words: ${shortened(text, 500)}`;
  return `${stopReason}${why}${last}`;
}
