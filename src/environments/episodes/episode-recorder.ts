import { canonicalJson, type Json, type JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type {
  CallStep,
  EpisodeUsage,
  ModelTurn,
  Observation,
  SubmittedCall,
  ToolDefinition,
  TrajectoryStep,
} from '../../records/index.js';
import { addUsage, answerText, callInput, readCallText } from '../../records/internal.js';
import type { ToolCallResult, World } from '../environment.js';
import { environmentError } from '../error-codes.js';
import type {
  ActingAgent,
  Actor,
  GivenAnswer,
  ModelExchange,
  NotedThought,
  PlannedCall,
  Subagent,
} from './policy.js';
import { SubagentActor } from './subagent-actor.js';
import { TurnLog } from './turn-log.js';

/** Turns what an agent does into steps. */
export class EpisodeRecorder implements Actor {
  readonly steps: TrajectoryStep[] = [];
  /** Seconds that each observed call took, in their order. */
  readonly callSeconds: number[] = [];
  finalAnswer: Json = null;
  answered = false;
  outOfCalls = false;
  /** What the world threw, if it did. */
  broken: string | null = null;
  /** What the policy told of its use; null where it told nothing. */
  usage: EpisodeUsage | null = null;
  #turns: TurnLog;
  readonly #world: World;
  readonly #maxCalls: number;
  readonly #signal: AbortSignal | undefined;
  #lastCall: Promise<unknown> = Promise.resolve();
  #calls = 0;
  #withheld = 0;
  /** Calls asked for when none was left. */
  #beyond = 0;
  #pending = 0;
  #ended = false;
  /** Where the calls that are under way begin among the steps; null where none are. */
  #turnAt: number | null = null;

  constructor(
    world: World,
    maxCalls: number,
    tools: readonly ToolDefinition[],
    signal: AbortSignal | undefined,
  ) {
    this.#turns = new TurnLog(tools);
    this.#world = world;
    this.#maxCalls = maxCalls;
    this.#signal = signal;
  }

  /** One that has recorded the same in another world, and goes on from here. No call may be under way. */
  onto(world: World, signal: AbortSignal | undefined = this.#signal): EpisodeRecorder {
    const copy = new EpisodeRecorder(world, this.#maxCalls, [], signal);
    copy.steps.push(...this.steps);
    copy.callSeconds.push(...this.callSeconds);
    copy.#turns = this.#turns.copy();
    copy.finalAnswer = this.finalAnswer;
    copy.answered = this.answered;
    copy.outOfCalls = this.outOfCalls;
    copy.broken = this.broken;
    copy.usage = this.usage;
    copy.#calls = this.#calls;
    copy.#withheld = this.#withheld;
    copy.#beyond = this.#beyond;
    copy.#ended = this.#ended;
    return copy;
  }

  think(content: string, by: NotedThought = {}): void {
    const reasoning = by.reasoning === true ? ({ reasoning: true } as const) : {};
    this.#add({ type: 'thought', ...named(by), content, ...reasoning });
  }

  plan(content: string, by: ActingAgent = {}): void {
    this.#add({ type: 'plan', ...named(by), content });
  }

  criticise(content: string, by: ActingAgent = {}): void {
    this.#add({ type: 'critique', ...named(by), content });
  }

  async call(tool: string, argumentValues: JsonObject, by: ActingAgent = {}): Promise<Observation> {
    const [observation] = await this.callAll([{ tool, arguments: argumentValues }], by);
    return observation as Observation;
  }

  async runCode(code: string, tool = 'python', by: ActingAgent = {}): Promise<Observation> {
    const [observation] = await this.callAll([{ tool, code }], by);
    return observation as Observation;
  }

  async callAll(calls: readonly PlannedCall[], by: ActingAgent = {}): Promise<readonly Observation[]> {
    const planned = plainCopy(calls as unknown as Json) as unknown as readonly PlannedCall[];
    this.#pending += 1;
    const observations = this.#lastCall.then(async () => {
      try {
        this.#checkCallsLeft(planned, by);
        return await this.#callInTurn(planned.map((call) => this.#stepOf(call, by)));
      } finally {
        this.#pending -= 1;
      }
    });
    this.#lastCall = observations.catch(() => undefined);
    return observations;
  }

  withhold(call: PlannedCall, reason: string, by: ActingAgent = {}): void {
    const { tool, ...input } = plainCopy(call as unknown as Json) as unknown as PlannedCall;
    const invalid = 'code' in input ? undefined : input.invalidArguments;
    const given = invalid === undefined ? null : readCallText(invalid);
    this.#withheld += 1;
    this.#add({
      type: 'withheld_call',
      ...named(by),
      callId: `withheld_${this.#withheld}`,
      tool,
      arguments: given ?? ('code' in input ? { code: input.code } : input.arguments),
      ...(invalid === undefined || given !== null ? {} : { invalidArguments: invalid }),
      reason,
    });
  }

  turn(exchange: ModelExchange, by: ActingAgent = {}): void {
    this.#turns.note(exchange, by, this.steps, this.#turnAt ?? this.steps.length);
  }

  /** Calls that were made. */
  get calls(): number {
    return this.#calls;
  }

  /** What its models were asked and how they replied. */
  get turns(): readonly ModelTurn[] {
    return this.#turns.turns;
  }

  async subagent({ agent, prompt }: Subagent, play: (actor: Actor) => Promise<void>): Promise<Json> {
    const actor = new SubagentActor(this, agent);
    await play(actor);
    const report = plainCopy(actor.report);
    this.#add({ type: 'subagent', agent, prompt, report, trajectoryId: null });
    return report;
  }

  spend(usage: Partial<EpisodeUsage>): void {
    this.usage = addUsage(this.usage, usage);
  }

  answer(value: Json, by: GivenAnswer = {}): void {
    if (this.#pending > 0) {
      throw environmentError(
        'call_pending',
        'The answer came while a call was under way. Await every call before answering.',
      );
    }
    const given = plainCopy(value);
    const submitted =
      by.submitted === undefined
        ? {}
        : { submitted: plainCopy({ ...by.submitted }) as unknown as SubmittedCall };
    this.#add({ type: 'final_answer', ...named(by), content: answerText(given), value: given, ...submitted });
    this.finalAnswer = given;
    this.answered = true;
    this.#ended = true;
  }

  /** Lets nothing more begin, and waits for the calls that are under way: what they did is a part of the episode. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#lastCall;
  }

  /** Notes calls that were made at once, then makes them one after another, and notes what each gave. */
  async #callInTurn(steps: readonly CallStep[]): Promise<readonly Observation[]> {
    const turnAt = this.steps.length;
    for (const step of steps) this.#add(step);
    this.#turnAt = turnAt;
    try {
      const observations: Observation[] = [];
      for (const step of steps) {
        const { observation, stateDigest, changes, seconds } = await this.#askWorld(step);
        this.steps.push({ type: 'observation', callId: step.callId, ...observation, stateDigest, changes });
        this.callSeconds.push(seconds);
        observations.push(observation);
      }
      return observations;
    } finally {
      this.#turnAt = null;
    }
  }

  async #askWorld(step: CallStep): Promise<ToolCallResult> {
    const options = this.#signal === undefined ? {} : { signal: this.#signal };
    try {
      return await this.#world.call(step.tool, callInput(step), options);
    } catch (error) {
      this.broken = errorMessage(error);
      this.#ended = true;
      throw error;
    }
  }

  /**
   * Where not all of the calls fit into what is left, none is made. As many of them are noted as calls may be made: a policy that
   * never stops asking fills no memory.
   */
  #checkCallsLeft(calls: readonly PlannedCall[], by: ActingAgent): void {
    if (this.#calls + calls.length <= this.#maxCalls) return;
    const reason = `This episode may make ${this.#maxCalls} tool calls.`;
    this.#beyond += calls.length;
    if (!this.#ended && this.#beyond <= Math.max(this.#maxCalls, calls.length))
      for (const call of calls) this.withhold(call, reason, by);
    this.outOfCalls = true;
    throw environmentError('episode_out_of_calls', reason);
  }

  #stepOf(call: PlannedCall, by: ActingAgent): CallStep {
    this.#calls += 1;
    const callId = `call_${this.#calls}`;
    const { tool } = call;
    if ('code' in call) return { type: 'code_execution', ...named(by), callId, tool, code: call.code };
    const { invalidArguments } = call;
    if (invalidArguments === undefined) {
      return { type: 'tool_call', ...named(by), callId, tool, arguments: call.arguments };
    }
    const given = readCallText(invalidArguments);
    return given === null
      ? { type: 'tool_call', ...named(by), callId, tool, arguments: {}, invalidArguments }
      : { type: 'tool_call', ...named(by), callId, tool, arguments: given };
  }

  /** Adds a step: before the calls that are under way, whose answers nobody has seen yet. */
  #add(step: TrajectoryStep): void {
    if (this.#ended) {
      throw environmentError('episode_ended', 'The episode has ended; nothing more can be done in it.');
    }
    if (this.#turnAt === null) {
      this.steps.push(step);
      return;
    }
    this.steps.splice(this.#turnAt, 0, step);
    this.#turnAt += 1;
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
