import { canonicalJson, contentHash, type Json, type JsonObject } from '../../core/index.js';
import type { ActingAgent, Actor, Policy } from '../../environments/index.js';
import { playEpisode } from '../../environments/index.js';
import { ActorThrough } from '../../environments/internal.js';
import { compareAnswers, type HiddenTests, scoreOutcomeInSandbox } from '../../evaluation/index.js';
import type { Observation, Outcome, StateChange } from '../../records/index.js';
import type { TaskInWorld } from '../tasks/task-in-world.js';
import { type Attempt, type AttemptedCall, beginAttempt } from './attempt.js';

/** Changes when the critic judges otherwise. */
const OFFLINE_TEAM_VERSION = 2;

/** What {@link offlineTeam} needs to judge. */
export interface OfflineTeamOptions {
  readonly work: Pick<TaskInWorld, 'task' | 'environment' | 'seed'>;
  readonly hiddenTests: HiddenTests;
}

/**
 * A planner, executors and a critic that are programs. The critic objects to work without a call; everything else it judges by
 * what the task expects, in a fresh world where it makes the calls again. An objection sends the work to the next executor, in
 * the world as the one before left it: what was done well there isn't done again. After the last one its answer is given.
 */
export function offlineTeam(executors: readonly Policy[], options: OfflineTeamOptions): Policy {
  return {
    name: `team(${executors.map(({ name }) => name).join(', ')})`,
    version: contentHash({
      version: OFFLINE_TEAM_VERSION,
      executors: executors.map(({ name, version }) => ({ name, version })),
    }),
    async play(brief, actor) {
      const calls: AttemptedCall[] = [];
      let judgement: Judgement = { objection: null, changes: [] };
      for (const [round, executor] of executors.entries()) {
        const names = brief.tools.map(({ name }) => name);
        actor.plan(planOf(names, judgement.objection), { agent: 'planner' });
        const attempt = beginAttempt(actor, { agent: 'executor' });
        await executor.play(brief, new ThriftyActor(attempt.actor, calls, judgement.changes));
        calls.push(...attempt.calls);
        judgement = await judge(attempt, calls, options);
        actor.criticise(judgement.objection ?? 'The work is what the task asks for, as far as it says.', {
          agent: 'critic',
        });
        if (judgement.objection !== null && round < executors.length - 1) continue;
        const answer = attempt.answer();
        if (answer !== null) actor.answer(answer.value, { agent: 'executor' });
        return;
      }
    },
  };
}

function planOf(tools: readonly string[], objection: string | null): string {
  const how = `Use ${tools.join(', ')}; answer only with what comes back.`;
  return objection === null ? how : `Do it again: ${objection} ${how}`;
}

/** What the critic says. */
interface Judgement {
  /** Null where nothing is wrong that can be checked. */
  readonly objection: string | null;
  /** What each call changed; empty where the world can't be replayed. */
  readonly changes: readonly (readonly StateChange[])[];
}

async function judge(
  attempt: Attempt,
  calls: readonly AttemptedCall[],
  { work, hiddenTests }: OfflineTeamOptions,
): Promise<Judgement> {
  if (calls.length === 0) return { objection: 'No tool was called, so nothing is known.', changes: [] };
  const answer = attempt.answer();
  const { task, environment, seed } = work;
  if (environment.capabilities.replay !== true) {
    const { answer: expected } = task.expected;
    const isWrong = expected !== null && compareAnswers(expected, answer?.value ?? null) !== null;
    return { objection: isWrong ? objectionTo('answer', answer) : null, changes: [] };
  }
  const { trajectory, ...states } = await playEpisode({
    environment,
    task,
    seed,
    maxCalls: calls.length,
    policy: { name: 'replay', version: '1', play: (_, actor) => replay(actor, calls, answer) },
  });
  const outcome = await scoreOutcomeInSandbox(trajectory, states, hiddenTests);
  const failed = outcome.checks.find(({ verdict }) => verdict === 'fail');
  return {
    objection: failed === undefined ? null : objectionTo(failed.name, answer),
    changes: trajectory.steps.flatMap((step) => (step.type === 'observation' ? [step.changes] : [])),
  };
}

async function replay(
  actor: Actor,
  calls: readonly AttemptedCall[],
  answer: { readonly value: Json } | null,
): Promise<void> {
  for (const { tool, arguments: given } of calls) {
    if (typeof given !== 'string') await actor.call(tool, given);
    else await actor.callAll([{ tool, arguments: {}, invalidArguments: given }]);
  }
  if (answer !== null) actor.answer(answer.value);
}

/** In words that don't give away what is expected. */
function objectionTo(
  check: Outcome['checks'][number]['name'],
  answer: { readonly value: Json } | null,
): string {
  if (check !== 'answer') return 'The world is not as the task asks for.';
  return answer === null ? 'There is no answer.' : 'The answer is not what the task asks for.';
}

/** Makes no call again that an earlier attempt made with the same arguments and that still holds. */
class ThriftyActor extends ActorThrough {
  readonly #known = new Map<string, Observation>();

  constructor(actor: Actor, calls: readonly AttemptedCall[], changes: readonly (readonly StateChange[])[]) {
    super(actor);
    const lastChange = changes.findLastIndex((made) => made.length > 0);
    for (const [index, { tool, arguments: given, observation }] of calls.entries()) {
      const made = changes[index];
      if (made === undefined || observation.status === 'error') continue;
      // What was read before the last change may be otherwise by now.
      if (made.length > 0 || index > lastChange) this.#known.set(canonicalJson([tool, given]), observation);
    }
  }

  async call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation> {
    return (
      this.#known.get(canonicalJson([tool, argumentValues])) ?? this.actor.call(tool, argumentValues, by)
    );
  }

  async runCode(code: string, tool = 'python', by?: ActingAgent): Promise<Observation> {
    return this.#known.get(canonicalJson([tool, { code }])) ?? this.actor.runCode(code, tool, by);
  }

  answer(value: Json, by?: ActingAgent): void {
    this.actor.answer(value, by);
  }
}
