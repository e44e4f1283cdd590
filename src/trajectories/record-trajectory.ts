import {
  canonicalJson,
  errorMessage,
  type Json,
  type JsonObject,
  MettleError,
  orAborted,
} from '../core/index.js';
import type { Environment, Observation, ToolCallResult, World } from '../environments/index.js';
import type { ActingAgent, Actor, Policy } from './policy.js';
import type { EpisodeStates } from './score-outcome.js';
import type { Task } from './task.js';
import type { StopReason, Trajectory } from './trajectory.js';
import { createTrajectory } from './trajectory-id.js';
import { type CallStep, callArguments, type TrajectoryStep } from './trajectory-step.js';

/** What {@link recordTrajectory} needs. */
export interface RecordTrajectoryOptions {
  readonly environment: Environment;
  readonly policy: Policy;
  readonly task: Task;
  /** Opens the world; a replay opens it again with the same one. */
  readonly seed: number;
  /** Tool calls that the agent may make. Default 50. */
  readonly maxCalls?: number;
  /** Gives the episode up: it then rejects with the signal's reason, and its world is closed. */
  readonly signal?: AbortSignal;
}

/**
 * Plays one episode in a fresh world and records all of it. What the agent or the world throws ends the episode
 * and is its stop reason.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment } from 'mettle/environments';
 * import { recordTrajectory } from 'mettle/trajectories';
 *
 * const trajectory = await recordTrajectory({
 *   environment: await createSqlEnvironment({ content: { tables: [] } }),
 *   task: { id: 'sum', category: 'sum', prompt: 'What is 2 + 2?', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   policy: {
 *     name: 'by SQL',
 *     version: '1',
 *     play: async (_, actor) => {
 *       const { data } = await actor.call('sql_query', { sql: 'SELECT 2 + 2' });
 *       actor.answer((data as { rows: number[][] }).rows[0]?.[0] ?? null);
 *     },
 *   },
 *   seed: 0,
 * });
 * console.log(trajectory.finalAnswer, trajectory.steps.map(({ type }) => type).join(' ')); // → 4 tool_call observation final_answer
 * ```
 * @throws whatever opening the world throws, and the signal's reason.
 */
export async function recordTrajectory(options: RecordTrajectoryOptions): Promise<Trajectory> {
  return (await playEpisode(options)).trajectory;
}

/** An episode, and what the world was at its start and at its end. */
export interface PlayedEpisode extends EpisodeStates {
  readonly trajectory: Trajectory;
}

/**
 * Plays and records an episode as {@link recordTrajectory} does, and gives the states with it: what `scoreOutcome`
 * needs for goals and invariants.
 *
 * @throws whatever opening the world throws, and the signal's reason.
 */
export async function playEpisode(options: RecordTrajectoryOptions): Promise<PlayedEpisode> {
  const { environment, policy, task, seed, maxCalls = 50, signal } = options;
  const world = await environment.open({ seed, ...(signal === undefined ? {} : { signal }) });
  try {
    const initial = world.state();
    const initialStateDigest = world.stateDigest();
    const recorder = new EpisodeRecorder(world, maxCalls, signal);
    const stop = await orAborted(play(policy, task, environment, recorder, signal), signal);
    signal?.throwIfAborted();
    const trajectory = createTrajectory({
      task,
      environment: { name: environment.name, fingerprint: environment.fingerprint },
      policy: { name: policy.name, version: policy.version },
      seed,
      tools: environment.tools,
      steps: recorder.steps,
      finalAnswer: recorder.finalAnswer,
      initialStateDigest,
      finalStateDigest: world.stateDigest(),
      stopReason: stop.reason,
      stopDetail: stop.detail,
    });
    return { trajectory, initial, final: world.state() };
  } finally {
    await world.close();
  }
}

interface Stop {
  readonly reason: StopReason;
  readonly detail: string | null;
}

async function play(
  policy: Policy,
  task: Task,
  environment: Environment,
  recorder: EpisodeRecorder,
  signal: AbortSignal | undefined,
): Promise<Stop> {
  try {
    const brief = { prompt: task.prompt, tools: environment.tools };
    await policy.play(signal === undefined ? brief : { ...brief, signal }, recorder);
  } catch (error) {
    await recorder.end();
    if (recorder.broken !== null) return { reason: 'world_error', detail: recorder.broken };
    if (!MettleError.isInstance(error) || !error.code.startsWith('trajectories/episode_')) {
      return { reason: 'policy_error', detail: errorMessage(error) };
    }
  }
  await recorder.end();
  if (recorder.broken !== null) return { reason: 'world_error', detail: recorder.broken };
  if (recorder.answered) return { reason: 'answered', detail: null };
  return { reason: recorder.outOfCalls ? 'call_limit' : 'no_answer', detail: null };
}

/** Turns what an agent does into steps. */
class EpisodeRecorder implements Actor {
  readonly steps: TrajectoryStep[] = [];
  finalAnswer: Json = null;
  answered = false;
  outOfCalls = false;
  /** What the world threw, if it did. */
  broken: string | null = null;
  readonly #world: World;
  readonly #maxCalls: number;
  readonly #signal: AbortSignal | undefined;
  #lastCall: Promise<unknown> = Promise.resolve();
  #calls = 0;
  #pending = 0;
  #ended = false;

  constructor(world: World, maxCalls: number, signal: AbortSignal | undefined) {
    this.#world = world;
    this.#maxCalls = maxCalls;
    this.#signal = signal;
  }

  think(content: string, by: ActingAgent = {}): void {
    this.#add({ type: 'thought', ...named(by), content });
  }

  plan(content: string, by: ActingAgent = {}): void {
    this.#add({ type: 'plan', ...named(by), content });
  }

  criticise(content: string, by: ActingAgent = {}): void {
    this.#add({ type: 'critique', ...named(by), content });
  }

  call(tool: string, argumentValues: JsonObject, by: ActingAgent = {}): Promise<Observation> {
    const given = plainCopy(argumentValues);
    return this.#enqueue((callId) => ({ type: 'tool_call', ...named(by), callId, tool, arguments: given }));
  }

  runCode(code: string, tool = 'python', by: ActingAgent = {}): Promise<Observation> {
    return this.#enqueue((callId) => ({ type: 'code_execution', ...named(by), callId, tool, code }));
  }

  answer(value: Json, by: ActingAgent = {}): void {
    if (this.#pending > 0) {
      throw new MettleError({
        code: 'trajectories/call_pending',
        message: 'The answer came while a call was under way. Await every call before answering.',
      });
    }
    const given = plainCopy(value);
    const content = typeof given === 'string' ? given : canonicalJson(given);
    this.#add({ type: 'final_answer', ...named(by), content, value: given });
    this.finalAnswer = given;
    this.answered = true;
    this.#ended = true;
  }

  /** Lets nothing more begin, and waits for the call that is under way: what it did is a part of the episode. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#lastCall;
  }

  /** Calls wait for each other, so that each observation directly follows its call. */
  #enqueue(stepOf: (callId: string) => CallStep): Promise<Observation> {
    this.#pending += 1;
    const observation = this.#lastCall.then(async () => {
      try {
        return await this.#call(stepOf(this.#nextCallId()));
      } finally {
        this.#pending -= 1;
      }
    });
    this.#lastCall = observation.catch(() => undefined);
    return observation;
  }

  async #call(step: CallStep): Promise<Observation> {
    this.#add(step);
    const { observation, stateDigest, changes } = await this.#askWorld(step);
    this.steps.push({ type: 'observation', callId: step.callId, ...observation, stateDigest, changes });
    return observation;
  }

  async #askWorld(step: CallStep): Promise<ToolCallResult> {
    try {
      return await this.#world.call(
        step.tool,
        callArguments(step),
        this.#signal === undefined ? {} : { signal: this.#signal },
      );
    } catch (error) {
      this.broken = errorMessage(error);
      this.#ended = true;
      throw error;
    }
  }

  #nextCallId(): string {
    if (this.#calls >= this.#maxCalls) {
      this.outOfCalls = true;
      throw new MettleError({
        code: 'trajectories/episode_out_of_calls',
        message: `This episode may make ${this.#maxCalls} tool calls.`,
      });
    }
    this.#calls += 1;
    return `call_${this.#calls}`;
  }

  #add(step: TrajectoryStep): void {
    if (this.#ended) {
      throw new MettleError({
        code: 'trajectories/episode_ended',
        message: 'The episode has ended; nothing more can be done in it.',
      });
    }
    this.steps.push(step);
  }
}

/** What a policy handed over, as it was then: it may change its own objects later. Throws for what is no JSON. */
function plainCopy<T extends Json>(value: T): T {
  return JSON.parse(canonicalJson(value)) as T;
}

/** The agent's name as a member of a step; nothing where there is none. */
function named({ agent }: ActingAgent): ActingAgent {
  return agent === undefined ? {} : { agent };
}
