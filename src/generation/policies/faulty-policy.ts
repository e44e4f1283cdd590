import {
  contentHash,
  defineOptions,
  type Json,
  type JsonObject,
  MettleError,
  option,
  RandomStream,
} from '../../core/index.js';
import type { ActingAgent, Actor, Policy } from '../../environments/index.js';
import { ActorThrough } from '../../environments/internal.js';
import type { Observation } from '../../records/index.js';
import { generationError } from '../error-codes.js';
import { type CallMistake, FAULT_RULES, type Fault, type FaultContext, type PolicyCall } from './fault.js';

/** A fault that was made in an episode. */
export interface PlantedFault {
  readonly fault: Fault;
  /** Which of the episode's actions went wrong or is missing: calls and the answer, counted from 0. */
  readonly action: number;
}

/** What {@link faultyPolicy} takes. */
export interface FaultyPolicyOptions {
  /** What goes wrong; of several, each step may go wrong in the first that fits it. */
  readonly fault: Fault | readonly Fault[];
  /** Decides which steps go wrong, and how. */
  readonly seed: number;
  /** The chance of every step that could go wrong to do so. Default 1: the first does. */
  readonly rate?: number;
  /** How many steps of an episode go wrong at most. Default 1. */
  readonly most?: number;
  /** Told about each fault as it is made. Nothing in the record says so but the policy's name. */
  readonly onPlanted?: (planted: PlantedFault) => void;
}

const checkOptions = defineOptions<FaultyPolicyOptions>()('faultyPolicy', {
  fault: option.required(option.either(option.string, option.list(option.string))),
  seed: option.required(option.integer),
  rate: option.share,
  most: option.wholeNumber(1),
  onPlanted: option.callback,
});

/**
 * A policy that plays as another one, some steps of which go wrong in a named way: `oracle+wrong_filter`. The same seed and
 * prompt give the same faults. A step that its fault does not fit is played as it is, so an episode may have no fault.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 * import { faultyPolicy } from 'mettle/generation';
 *
 * const oracle = {
 *   name: 'oracle',
 *   version: '1',
 *   play: async (_, actor) => {
 *     const { content } = await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit WHERE cents > 40' });
 *     actor.answer(content);
 *   },
 * };
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT, cents INTEGER', rows: [['fig', 40]] }] },
 * });
 * const { steps, policy } = await recordTrajectory({
 *   environment,
 *   policy: faultyPolicy(oracle, { fault: 'wrong_filter', seed: 0 }),
 *   task: { id: 'dear', category: 'count', prompt: 'How many cost more than 40?', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   seed: 0,
 * });
 * const [call] = steps;
 * console.log(policy.name, call?.type === 'tool_call' ? call.arguments.sql : ''); // → oracle+wrong_filter SELECT count(*) FROM fruit WHERE cents >= 40
 * ```
 * @throws {MettleError} `generation/invalid_fault` for an unknown fault; `core/invalid_option`.
 */
export function faultyPolicy(oracle: Policy, options: FaultyPolicyOptions): Policy {
  const { seed, rate = 1, most = 1, onPlanted } = checkOptions(options);
  const faults: readonly Fault[] = typeof options.fault === 'string' ? [options.fault] : options.fault;
  checkFaults(faults);
  return {
    name: `${oracle.name}+${faults.join('+')}`,
    version: contentHash({ oracle: oracle.version, faults: [...faults], seed, rate, most }),
    async play(brief, actor) {
      const random = new RandomStream(seed, `faults/${faults.join('+')}/${brief.prompt}`);
      const faulty = new FaultyActor(actor, { faults, random, rate, most, onPlanted });
      try {
        await oracle.play(brief, faulty);
      } catch (error) {
        // Ends the episode as the agent that lost its way would: without an answer.
        if (error instanceof GaveUp || (faulty.isLost && isOfPolicy(error))) return;
        throw error;
      }
    },
  };
}

function checkFaults(faults: readonly Fault[]): void {
  const unknown = faults.find((fault) => !Object.hasOwn(FAULT_RULES, fault));
  let problem: string | null = null;
  if (faults.length === 0) problem = 'name at least one fault';
  else if (unknown !== undefined) {
    problem = `there is no fault ${unknown}; there are: ${Object.keys(FAULT_RULES).join(', ')}`;
  }
  if (problem !== null) {
    throw generationError('invalid_fault', `Faulty policy: ${problem}.`);
  }
}

/** Whether it is what the policy itself threw, and no word of the episode or the world. */
function isOfPolicy(error: unknown): boolean {
  return !MettleError.isInstance(error) || error.code.startsWith('core/');
}

/** Ends the play of an agent that gives up. */
class GaveUp extends Error {}

interface FaultPlan {
  readonly faults: readonly Fault[];
  readonly random: RandomStream;
  readonly rate: number;
  readonly most: number;
  readonly onPlanted: FaultyPolicyOptions['onPlanted'];
}

/** Hands on what a policy does, with mistakes. */
class FaultyActor extends ActorThrough {
  readonly #plan: FaultPlan;
  readonly #done: { readonly call: PolicyCall; readonly observation: Observation }[] = [];
  #planted = 0;
  #actions = 0;

  constructor(actor: Actor, plan: FaultPlan) {
    super(actor);
    this.#plan = plan;
  }

  /** Whether something went wrong, so that the policy may not understand its world any more. */
  get isLost(): boolean {
    return this.#planted > 0;
  }

  call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation> {
    return this.#act({ tool, arguments: argumentValues }, (changed) => this.actor.call(tool, changed, by));
  }

  runCode(code: string, tool = 'python', by?: ActingAgent): Promise<Observation> {
    return this.#act({ tool, arguments: { code } }, (changed) =>
      // An argument that the tool doesn't take can't be told as code.
      Object.keys(changed).length === 1
        ? this.actor.runCode(String(changed.code), tool, by)
        : this.actor.call(tool, changed, by),
    );
  }

  answer(value: Json, by?: ActingAgent): void {
    const mistake = this.#mistake((fault, context) => FAULT_RULES[fault].answer?.(value, context));
    if (mistake === null) this.actor.answer(value, by);
    else if ('value' in mistake) this.actor.answer(mistake.value, by);
    else throw new GaveUp();
  }

  async #act(
    call: PolicyCall,
    make: (argumentValues: JsonObject) => Promise<Observation>,
  ): Promise<Observation> {
    const mistake = this.#mistake((fault, context) => FAULT_RULES[fault].call?.(call, context));
    const observation = await this.#make(call, mistake, make);
    this.#done.push({ call, observation });
    return observation;
  }

  async #make(
    call: PolicyCall,
    mistake: CallMistake | null,
    make: (argumentValues: JsonObject) => Promise<Observation>,
  ): Promise<Observation> {
    if (mistake?.kind === 'stop') throw new GaveUp();
    if (mistake?.kind === 'skip') return this.#believed(call.tool);
    this.#actions += 1;
    if (mistake?.kind === 'replace') return make(mistake.arguments);
    if (mistake?.kind === 'swallow') {
      await make(mistake.arguments);
      return this.#believed(call.tool);
    }
    const observation = await make(call.arguments);
    if (mistake?.kind === 'repeat') {
      this.#actions += 1;
      await make(call.arguments);
    }
    return observation;
  }

  /** What an agent takes to be so that did not see it: what the tool said last, or that all is well. */
  #believed(tool: string): Observation {
    const last = this.#done.findLast(({ call }) => call.tool === tool)?.observation;
    return last ?? { status: 'ok', content: '', data: null, error: null };
  }

  #mistake<T extends object>(
    mistakeOf: (fault: Fault, context: FaultContext) => T | null | undefined,
  ): T | null {
    const { faults, random, rate, most, onPlanted } = this.#plan;
    if (this.#planted >= most) return null;
    for (const fault of faults) {
      const mistake = mistakeOf(fault, { random, done: this.#done });
      if (mistake === null || mistake === undefined || !random.chance(rate)) continue;
      this.#planted += 1;
      // What is done twice goes wrong the second time.
      const isRepeat = 'kind' in mistake && mistake.kind === 'repeat';
      onPlanted?.({ fault, action: this.#actions + (isRepeat ? 1 : 0) });
      return mistake;
    }
    return null;
  }
}
