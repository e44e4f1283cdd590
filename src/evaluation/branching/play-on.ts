import { canonicalJson, defineOptions, type Json, option } from '../../core/index.js';
import type { ActingAgent, Actor, Environment, Policy, World, WorldState } from '../../environments/index.js';
import { type PlayedEpisode, playEpisode } from '../../environments/index.js';
import { TurnLog } from '../../environments/internal.js';
import type { ModelTurn, Trajectory } from '../../records/index.js';
import { type CallStep, isCallStep, type TrajectoryStep } from '../../records/index.js';
import type { Branch } from './branch.js';
import { type CallPlan, CommittedActor, type LiveAction, type NotedExchange } from './committed-actor.js';

/** An episode that was played on from a branch: the kept steps and what was done after them, as one record. */
export interface PlayedBranch extends PlayedEpisode {
  /** What was done after the kept steps. */
  readonly live: readonly LiveAction[];
}

/** How {@link playOn} plays. */
export interface PlayOnOptions {
  /** Tool calls that the episode may have, those that are kept included. Default: as many as the record, at least 50. */
  readonly maxCalls?: number;
  /** Which kept calls stand for which calls of the policy. Default: those that are the same, else those of the same tool in turn. */
  readonly plan?: CallPlan;
  /** Calls of the policy, by their ordinals, that are not made: it goes on as if they had been. Default: none. */
  readonly withheld?: ReadonlySet<number>;
  /** Gives the episode up: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

const checkOptions = defineOptions<PlayOnOptions>()('playOn', {
  maxCalls: option.wholeNumber(0),
  plan: option.any,
  withheld: option.object,
  signal: option.signal,
});

/**
 * Lets a policy play a branch to its end, and closes the branch. A policy knows nothing of branches: it plays from the start,
 * and until it is where the branch is, it reads the answers of the record, also where its own call would have been another.
 * From there on its calls are really made. The policy that made the record gives the same record again from every branch.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 * import { branch, playOn } from 'mettle/evaluation';
 *
 * const policy = (sql) => ({
 *   name: sql,
 *   version: '1',
 *   play: async (_, actor) => {
 *     await actor.call('sql_query', { sql });
 *     const { data } = await actor.call('sql_query', { sql: 'SELECT 2' });
 *     actor.answer(data.rows[0]?.[0] ?? null);
 *   },
 * });
 * const environment = await createSqlEnvironment({ content: { tables: [] } });
 * const task = { id: 'two', category: 'two', prompt: 'Two?', expected: { answer: null, stateDigest: null }, metadata: {} };
 * const record = await recordTrajectory({ environment, task, policy: policy('SELECT 1'), seed: 0 });
 * const same = await playOn(await branch(record, 2, { environment }), policy('SELECT 1'));
 * console.log(same.trajectory.id === record.id); // → true
 * const other = await playOn(await branch(record, 2, { environment }), policy('SELECT 3'));
 * console.log(other.live.length, other.trajectory.finalAnswer); // → 2 2
 * ```
 */
export async function playOn(
  branch: Branch,
  policy: Policy,
  options: PlayOnOptions = {},
): Promise<PlayedBranch> {
  checkOptions(options);
  const { record, environment, kept } = branch;
  const { maxCalls = callsAllowed(record), plan, withheld, signal } = options;
  const world = new BranchWorld(branch);
  let actor: CommittedActor | undefined;
  const played = await playEpisode({
    ...(signal === undefined ? {} : { signal }),
    environment: withWorld(environment, record, world),
    task: record.task,
    seed: record.seed,
    maxCalls,
    policy: {
      name: policy.name,
      version: policy.version,
      play: async (brief, recorder) => {
        await repeat(keptSteps(branch), recorder);
        actor = new CommittedActor(recorder, { kept, plan, withheld });
        await policy.play(brief, actor);
      },
    },
  });
  const turns = turnsOf(branch, played.trajectory, actor);
  const trajectory = turns.length === 0 ? played.trajectory : { ...played.trajectory, turns };
  return { ...played, trajectory, live: actor?.live ?? [] };
}

/**
 * The turns of a played branch: those of the kept steps, and those that were taken. Where the policy had the recorded conversation
 * with its model up to the branch, its turns go on with that; else the first holds all that was sent.
 */
function turnsOf(
  branch: Branch,
  { tools, steps, turns }: Trajectory,
  actor: CommittedActor | undefined,
): readonly ModelTurn[] {
  const kept = turnsBefore(branch);
  const taken = turns ?? [];
  if (actor?.isRepeating !== true) return [...kept, ...taken];
  const { exchanges } = actor;
  const log = new TurnLog(tools);
  const note = ({ exchange, by }: NotedExchange, step: number): void =>
    log.note(exchange, by, steps.slice(0, step), step);
  const repeated = exchanges.filter(({ isKept }) => isKept);
  for (const [index, each] of repeated.entries()) note(each, kept[index]?.step ?? 0);
  const isSame = canonicalJson(log.turns as unknown as Json) === canonicalJson(kept as unknown as Json);
  if (!isSame) return [...kept, ...taken];
  for (const [index, each] of exchanges.filter(({ isKept }) => !isKept).entries()) {
    note(each, taken[index]?.step ?? steps.length);
  }
  return log.turns;
}

/** What models were asked for the kept steps, as the record of the played branch counts these. */
function turnsBefore(branch: Branch): readonly ModelTurn[] {
  const { turns, steps } = branch.record;
  return (turns ?? [])
    .filter(({ step }) => step < branch.step)
    .map((turn) => ({ ...turn, step: steps.slice(0, turn.step).filter(isKeptBy(branch)).length }));
}

/** The environment as it was for a record, with one world, which is open already. */
function withWorld(environment: Environment, { tools }: Trajectory, world: World): Environment {
  const { name, fingerprint, capabilities } = environment;
  const close = async (): Promise<void> => {};
  return {
    name,
    tools,
    fingerprint,
    capabilities,
    open: async () => world,
    sampleArguments: (tool, options) => environment.sampleArguments(tool, options),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function callsAllowed(record: Trajectory): number {
  const calls = record.steps.filter(isCallStep).length;
  return record.stopReason === 'call_limit' ? calls : Math.max(calls, 50);
}

/** The steps before a branch, without calls that are answered after it. */
function keptSteps(branch: Branch): readonly TrajectoryStep[] {
  return branch.record.steps.filter(isKeptBy(branch));
}

function isKeptBy({ kept, step }: Branch): (each: TrajectoryStep, index: number) => boolean {
  const calls = new Set(kept.map(({ index }) => index));
  return (each, index) => index < step && (!isCallStep(each) || calls.has(index));
}

/** Does again what a record did; calls that were made at once are made at once. */
async function repeat(steps: readonly TrajectoryStep[], actor: Actor): Promise<void> {
  let together: CallStep[] = [];
  for (const step of steps) {
    if (isCallStep(step)) {
      together.push(step);
      continue;
    }
    if (together.length > 0) await actor.callAll(together, by(together[0]));
    together = [];
    if (step.type === 'thought') {
      actor.think(step.content, { ...by(step), reasoning: step.reasoning === true });
    } else if (step.type === 'plan') actor.plan(step.content, by(step));
    else if (step.type === 'critique') actor.criticise(step.content, by(step));
    else if (step.type === 'withheld_call') actor.withhold(step, step.reason, by(step));
    else if (step.type === 'subagent') await actor.subagent(step, async (hands) => hands.answer(step.report));
  }
  if (together.length > 0) await actor.callAll(together, by(together[0]));
}

function by(step: { readonly agent?: string } | undefined): ActingAgent {
  return step?.agent === undefined ? {} : { agent: step.agent };
}

/** The world of a branch, which answers the kept calls from the record: it has made them already. */
class BranchWorld implements World {
  readonly #branch: Branch;
  #told = 0;

  constructor(branch: Branch) {
    this.#branch = branch;
  }

  call: World['call'] = async (tool, argumentValues, options) => {
    const { kept, world } = this.#branch;
    const recorded = kept[this.#told];
    if (recorded === undefined) return world.call(tool, argumentValues, options);
    this.#told += 1;
    const { status, content, data, error, stateDigest, changes } = recorded.observation;
    return { observation: { status, content, data, error }, stateDigest, changes, seconds: 0 };
  };

  state(): WorldState {
    return this.#isAtStart ? this.#branch.initialState : this.#branch.world.state();
  }

  stateDigest(): string {
    return this.#isAtStart ? this.#branch.record.initialStateDigest : this.#branch.world.stateDigest();
  }

  reset: World['reset'] = (seed) => this.#branch.world.reset(seed);
  fork: World['fork'] = () => this.#branch.world.fork();
  snapshot: World['snapshot'] = () => this.#branch.world.snapshot();
  restore: World['restore'] = (snapshot) => this.#branch.world.restore(snapshot);

  close(): Promise<void> {
    return this.#branch.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #isAtStart(): boolean {
    return this.#told === 0 && this.#branch.kept.length > 0;
  }
}
