import { contentHash, isJsonObject, type Json } from '../../core/index.js';
import {
  type Environment,
  type PlayedEpisode,
  type Policy,
  playEpisode,
  type World,
} from '../../environments/index.js';
import { compareLogged, type ObservationMasks } from '../../environments/internal.js';
import type { Observation, Task } from '../../records/index.js';
import { isCall, type SessionCall, type SessionPlan } from './plan-session.js';

/** What came of a call of a session. */
export type ReplayedCall = {
  readonly call: SessionCall;
  /** Its place among the calls that were run; null where it wasn't. */
  readonly place: number | null;
} & (
  | { readonly result: 'same'; readonly masks: readonly string[] }
  | { readonly result: 'different' | 'not_run'; readonly reason: string }
);

/** A session that was run again. */
export interface ReplayedSession {
  readonly calls: readonly ReplayedCall[];
  readonly episode: PlayedEpisode;
  /** What each call that was run gave, as far as it must be the same each time. */
  readonly answers: readonly string[];
}

/** How a session is run again. */
export interface ReplayOptions {
  readonly environment: Environment;
  readonly masks: ObservationMasks;
  readonly task: Task;
  /** Ids of calls that are not to be run, and why. */
  readonly withheld: ReadonlyMap<string, string>;
  /** Seconds that all calls may take together; those that are left then aren't run. */
  readonly sessionTimeoutSeconds: number;
  /** Milliseconds since any moment. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** Runs the calls of a session in a fresh world, in their order, and compares what each gives with what the log says. */
export async function replaySession(plan: SessionPlan, options: ReplayOptions): Promise<ReplayedSession> {
  const { environment, task, signal, sessionTimeoutSeconds, now } = options;
  let world: World | undefined;
  const watched: Environment = {
    ...environment,
    open: async (opening) => {
      world = await environment.open(opening);
      return world;
    },
  };
  const calls: ReplayedCall[] = [];
  const answers: string[] = [];
  const read = new Set<string>();
  const began = now();
  const policy: Policy = {
    name: `session:${plan.client}`,
    version: contentHash(plan.steps.filter(isCall).map(({ tool, arguments: given }) => [tool, given])).slice(
      0,
      16,
    ),
    play: async (_, actor) => {
      for (const step of plan.steps) {
        if (!isCall(step)) {
          actor.think(step.thought);
          continue;
        }
        const isLate = now() - began > sessionTimeoutSeconds * 1000;
        const reason =
          options.withheld.get(step.callId) ??
          step.notRun ??
          (isLate ? 'the time of the session is over' : null);
        const unread = step.isUnread ? unreadFinding(step, read) : null;
        notePath(step, read);
        if (reason !== null || unread !== null) {
          actor.withhold(
            { tool: step.tool, arguments: step.arguments },
            reason ?? 'the client refused it: the file had not been read',
          );
          calls.push({ call: step, place: null, ...(unread ?? { result: 'not_run', reason: reason ?? '' }) });
          continue;
        }
        const answer = await actor.call(step.tool, step.arguments);
        calls.push({ call: step, place: answers.length, ...found(step, answer, { plan, options, world }) });
        answers.push(contentHash([answer.status, answer.data]));
      }
      if (plan.answer !== null) actor.answer(plan.answer);
    },
  };
  const maxCalls = plan.steps.length + 1;
  const episode = await playEpisode({
    environment: watched,
    policy,
    task,
    seed: 0,
    maxCalls,
    ...(signal === undefined ? {} : { signal }),
  });
  return { calls, episode, answers };
}

type Found =
  | { readonly result: 'same'; readonly masks: readonly string[] }
  | { readonly result: 'different' | 'not_run'; readonly reason: string };

function found(
  { command, logged }: SessionCall,
  answer: Observation,
  {
    plan,
    options,
    world,
  }: { readonly plan: SessionPlan; readonly options: ReplayOptions; readonly world: World | undefined },
): Found {
  if (logged === null || world === undefined)
    return { result: 'not_run', reason: 'the log has no result of it' };
  const type = answer.error?.type;
  if (type === 'outside' || type === 'unsupported' || type === 'invalid_arguments') {
    return { result: 'not_run', reason: answer.error?.message ?? '' };
  }
  const comparison = compareLogged({
    client: plan.client,
    logged,
    answer,
    command,
    root: plan.root,
    state: world.state(),
    masks: options.masks,
  });
  if (comparison.isSame) return { result: 'same', masks: comparison.masks };
  const missing = missingProgram(answer.data);
  const isMissedThere = /command not found|: not found/.test(logged.content);
  return missing !== null && !isMissedThere
    ? { result: 'not_run', reason: `the program ${missing} isn't there` }
    : { result: 'different', reason: comparison.reason };
}

function missingProgram(data: Json): string | null {
  const stderr = isJsonObject(data) ? String(data.stderr ?? '') : '';
  return /(?:^|: )([\w.+-]{1,100}): (?:command not found|not found)$/m.exec(stderr)?.[1] ?? null;
}

/** A client that refuses what was not read before: that it was not is what the log shows. */
function unreadFinding({ arguments: given }: SessionCall, read: ReadonlySet<string>): Found {
  const path = String(given.file_path ?? given.notebook_path ?? '');
  return read.has(path)
    ? { result: 'different', reason: 'the log says that the file had not been read, but it had' }
    : { result: 'same', masks: [] };
}

function notePath({ tool, arguments: given, isUnread }: SessionCall, read: Set<string>): void {
  if (isUnread) return;
  if (/^(?:Read|Write|Edit|MultiEdit|NotebookEdit)$/.test(tool))
    read.add(String(given.file_path ?? given.notebook_path ?? ''));
}
