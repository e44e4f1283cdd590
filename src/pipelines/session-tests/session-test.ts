import { contentHash, defineOptions, type JsonObject, option } from '../../core/index.js';
import {
  createCodingEnvironment,
  DEFAULT_OBSERVATION_MASKS,
  type ObservationMask,
} from '../../environments/index.js';
import { ObservationMasks } from '../../environments/internal.js';
import { scoreOutcome } from '../../evaluation/index.js';
import type { EnvironmentConfig, Task, Trajectory } from '../../records/index.js';
import { endStateOf } from './end-state.js';
import { planSession } from './plan-session.js';
import { type ReplayedCall, type ReplayedSession, replaySession } from './replay-session.js';
import { usualPrograms } from './usual-programs.js';

/** How a session is made a test. */
export interface SessionTestOptions {
  /** The folder with the files that the session began with. It is read and never written. Default: it began with none. */
  readonly workdir?: string;
  /** Files over those of the folder, by their paths from it. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What differs from run to run beside {@link DEFAULT_OBSERVATION_MASKS}. Default: nothing. */
  readonly masks?: readonly ObservationMask[];
  /**
   * Programs of this machine that shell lines may start beside the usual small ones. Default: those of `git`, `jq`, `make`, `perl` and `rg` that
   * they name, as far as they are there.
   */
  readonly programs?: readonly string[];
  /** A folder of this machine, or several, to import Python packages from. Default: none. */
  readonly packages?: string | readonly string[];
  /** Seconds that a shell line may take. Default 20. */
  readonly timeoutSeconds?: number;
  /** Seconds that all calls of the session may take. Default 120. */
  readonly sessionTimeoutSeconds?: number;
  /** Milliseconds since any moment. Default: the process's clock. */
  readonly now?: () => number;
  readonly signal?: AbortSignal;
}

const checkOptions = defineOptions<SessionTestOptions>()('testFromSession', {
  workdir: option.text,
  files: option.record,
  masks: option.list(option.object),
  programs: option.list(option.string),
  packages: option.either(option.string, option.list(option.string)),
  timeoutSeconds: option.positive,
  sessionTimeoutSeconds: option.positive,
  now: option.callback,
  signal: option.signal,
});

/** A call that did not hold, and why. */
export interface SessionFinding {
  /** As the log has it. */
  readonly callId: string;
  readonly tool: string;
  readonly reason: string;
}

/** Of the calls of one kind, how many re-executed alike. */
export interface SessionShare {
  readonly calls: number;
  readonly same: number;
}

/** A session as a test. */
export interface SessionTest {
  /** Calls of the session. */
  readonly steps: number;
  /** Those whose observation still holds. */
  readonly same: number;
  /** Of these, those that hold but for what masks leave out. */
  readonly masked: number;
  /** How often each mask was needed. */
  readonly masks: Readonly<Record<string, number>>;
  readonly different: readonly SessionFinding[];
  readonly notRun: readonly SessionFinding[];
  readonly byKind: Readonly<Record<'file' | 'shell' | 'other', SessionShare>>;
  /** Files that the session changed and that the check leaves out, and why. */
  readonly unchecked: Readonly<Record<string, string>>;
  /** The task, or why the session makes none. */
  readonly task: Task | null;
  readonly reason: string | null;
  /** The session as it was run again: the task's proof. Null where there is no task. */
  readonly trajectory: Trajectory | null;
  /** The world, without its files. */
  readonly world: EnvironmentConfig;
}

/** Times that a session is run again until all that it runs gives the same each time. */
const MOST_ATTEMPTS = 4;

/**
 * Makes a test of an agent's session: runs its calls on files and the shell again, on a copy of the folder that no network and nothing else
 * of this machine is in, says which of its observations still hold, and makes a task of the end state that they lead to. The session is run
 * twice at least: what gives something else the second time proves nothing and is named.
 *
 * @param trajectory - a session of Claude Code, Codex or Pi, as `importTraces` gives it.
 *
 * @example
 * ```ts needs=cpython
 * import { testFromSession } from 'mettle/pipelines';
 * import { importTraces } from 'mettle/records';
 *
 * const call = { type: 'toolCall', id: 'a', name: 'bash', arguments: { command: 'sed -i s/1/2/ price.py; cat price.py' } };
 * const lines = [
 *   { type: 'session', id: 's', version: 3, cwd: '/home/me/shop' },
 *   { type: 'message', message: { role: 'user', content: 'Make it 2.' } },
 *   { type: 'message', message: { role: 'assistant', content: [call] } },
 *   { type: 'message', message: { role: 'toolResult', toolCallId: 'a', toolName: 'bash', content: [{ type: 'text', text: 'price = 2\n' }] } },
 * ];
 * const { trajectories } = await importTraces(lines.map((line) => JSON.stringify(line)).join('\n'));
 * const test = await testFromSession(trajectories[0], { files: { 'price.py': 'price = 1\n' } });
 * console.log(test.same, test.task?.expected.goals?.length); // → 1 1
 * ```
 * @throws {MettleError} `pipelines/no_session`; `environments/python_unavailable` where nothing on this machine confines a shell; `core/invalid_option`, and
 *   what `createCodingEnvironment` throws for the folder.
 */
export async function testFromSession(
  trajectory: Trajectory,
  options: SessionTestOptions = {},
): Promise<SessionTest> {
  const checked = checkOptions(options);
  const plan = planSession(trajectory);
  const { masks: own = [], packages = [], timeoutSeconds = 20, sessionTimeoutSeconds = 120 } = checked;
  const { now = () => performance.now(), signal, workdir, files } = checked;
  const masks = [...DEFAULT_OBSERVATION_MASKS, ...own];
  const programs = checked.programs ?? (await usualPrograms(plan));
  const config = {
    client: plan.client,
    root: plan.root,
    masks,
    limits: { timeoutSeconds, deadlineSeconds: Math.max(60, timeoutSeconds), memoryMegabytes: 1024 },
    programs,
    ...(packages.length === 0 ? {} : { packages }),
  };
  await using environment = await createCodingEnvironment({
    ...config,
    ...(workdir === undefined ? {} : { folder: workdir }),
    ...(files === undefined ? {} : { files }),
  });
  const compiled = new ObservationMasks(masks, 'testFromSession');
  const withheld = new Map<string, string>();
  const run = (task: Task): Promise<ReplayedSession> =>
    replaySession(plan, { environment, masks: compiled, task, withheld, sessionTimeoutSeconds, now, signal });
  const draft: Task = {
    id: `session_${contentHash([trajectory.id, environment.fingerprint]).slice(0, 16)}`,
    category: 'session',
    prompt: plan.prompt.trim() === '' ? 'Do what the session did.' : plan.prompt,
    expected: { answer: null, stateDigest: null },
    metadata: { imported: trajectory.task.metadata.imported ?? null },
  };
  let before = await run(draft);
  for (let attempt = 1; ; attempt++) {
    const { expected, unchecked } = endStateOf(before);
    const task: Task = { ...draft, expected };
    const again = await run(task);
    const unstable = unstableCalls(before, again);
    if (unstable.length > 0 && attempt < MOST_ATTEMPTS) {
      for (const id of unstable) withheld.set(id, 'it gives something else each time');
      before = await run(draft);
      continue;
    }
    const outcome = scoreOutcome(again.episode.trajectory, again.episode);
    const reason = whyNoTask(expected.goals?.length ?? 0, unstable.length, outcome);
    const record = { ...again.episode.trajectory, outcome };
    return {
      ...countsOf(again.calls),
      unchecked: Object.fromEntries(unchecked),
      task: reason === null ? task : null,
      reason,
      trajectory: reason === null ? record : null,
      world: { type: 'coding', ...(config as unknown as JsonObject) },
    };
  }
}

function whyNoTask(
  goals: number,
  unstable: number,
  { verdict, reason }: { readonly verdict: string; readonly reason: string },
): string | null {
  if (unstable > 0) return `${unstable} of its calls give something else each time`;
  if (goals === 0) return 'no file that it changed can be checked';
  return verdict === 'pass' ? null : `its own end state does not pass: ${reason}`;
}

/** The calls that gave something else the second time. */
function unstableCalls(first: ReplayedSession, second: ReplayedSession): readonly string[] {
  return second.calls.flatMap(({ call, place }) =>
    place !== null && first.answers[place] !== second.answers[place] ? [call.callId] : [],
  );
}

function countsOf(
  calls: readonly ReplayedCall[],
): Pick<SessionTest, 'steps' | 'same' | 'masked' | 'masks' | 'different' | 'notRun' | 'byKind'> {
  const masks = new Map<string, number>();
  let same = 0;
  let masked = 0;
  const byKind = { file: { calls: 0, same: 0 }, shell: { calls: 0, same: 0 }, other: { calls: 0, same: 0 } };
  for (const each of calls) {
    byKind[each.call.kind].calls += 1;
    if (each.result !== 'same') continue;
    same += 1;
    byKind[each.call.kind].same += 1;
    if (each.masks.length > 0) masked += 1;
    for (const name of each.masks) masks.set(name, (masks.get(name) ?? 0) + 1);
  }
  const findings = (result: 'different' | 'not_run'): readonly SessionFinding[] =>
    calls.flatMap((each) =>
      each.result === result ? [{ callId: each.call.callId, tool: each.call.tool, reason: each.reason }] : [],
    );
  return {
    steps: calls.length,
    same,
    masked,
    masks: Object.fromEntries([...masks].sort()),
    different: findings('different'),
    notRun: findings('not_run'),
    byKind,
  };
}
