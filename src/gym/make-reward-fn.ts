import { defineOptions, isJsonObject, type Json, option } from '../core/index.js';
import { errorMessage, inOrder, invalidOption } from '../core/internal.js';
import type { Environment, PlannedCall, World } from '../environments/index.js';
import { checkToolArguments } from '../environments/internal.js';
import type { ToolDefinition } from '../records/index.js';
import { readAction } from './read-action.js';
import {
  type RewardBatch,
  type RewardCallOptions,
  type RewardFunction,
  repliesIn,
  textOf,
} from './reward-call.js';

/** What the rungs of the ladder are worth, one to another. */
export interface CompletionWeights {
  /** The reply holds a call: a name and arguments that are an object. Default 1. */
  readonly parse?: number;
  /** Its tool exists. Default 1. */
  readonly tool?: number;
  /** The arguments fit the tool's JSON Schema: types, enums, formats, no others. Default 1. */
  readonly arguments?: number;
  /** The tool answers without an error. Default 1. */
  readonly execute?: number;
}

/** What {@link makeRewardFn} takes: an environment, or tools alone. */
export interface RewardFnOptions {
  /** Where calls are run, each completion's in a world of its own. */
  readonly environment?: Environment;
  /** What may be called, where nothing is run. */
  readonly tools?: readonly ToolDefinition[];
  readonly weights?: CompletionWeights;
  /** Opens the worlds. Default 0. */
  readonly seed?: number;
  /** Worlds that are open at once. Default 8. */
  readonly concurrency?: number;
  /** Calls of a completion that are looked at; a completion with more earns what it would by parsing alone. Default 16. */
  readonly maxCalls?: number;
}

const checkOptions = defineOptions<RewardFnOptions>()(
  'makeRewardFn',
  {
    environment: option.object,
    tools: option.list(option.object, 1),
    weights: option.record,
    seed: option.integer,
    concurrency: option.wholeNumber(1),
    maxCalls: option.wholeNumber(1),
  },
  { conflicts: [['environment', 'tools']] },
);

const checkWeights = defineOptions<CompletionWeights>()('makeRewardFn.weights', {
  parse: option.amount,
  tool: option.amount,
  arguments: option.amount,
  execute: option.amount,
});

/** The rungs, lowest first: a call that misses one earns nothing for those above it. */
const RUNGS = ['parse', 'tool', 'arguments', 'execute'] as const;

/**
 * A reward for calls that are well made: a ladder from no call at all (0) over a call of an unknown tool, with wrong arguments, that fails, to one
 * that a tool answers (1). It teaches the form of calls and no task: any call that works earns 1. Use an `AgentGym` for tasks.
 *
 * Of several calls the worst one counts. They run one after another in a fork of one world, so that no completion sees what another did.
 * Null stands for a world that broke.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment } from 'mettle/environments';
 * import { makeRewardFn } from 'mettle/gym';
 *
 * const environment = await createSqlEnvironment({ content: { tables: [] } });
 * const reward = makeRewardFn({ environment });
 * const call = (name, args) => JSON.stringify({ tool: name, arguments: args });
 * const completions = [
 *   call('sql_query', { sql: 'SELECT 1' }),
 *   call('sql_query', { sql: 'SELECT' }),
 *   call('sql_query', { sql: 1 }),
 *   call('ask_sql', {}),
 *   'It is one.',
 * ];
 * console.log(await reward({ completions })); // → [ 1, 0.75, 0.5, 0.25, 0 ]
 * ```
 * @throws {MettleError} `core/invalid_option`; the function, for completions that are no list.
 */
export function makeRewardFn(options: RewardFnOptions): RewardFunction {
  const { environment, weights = {}, seed = 0, concurrency = 8, maxCalls = 16 } = checkOptions(options);
  const tools = environment?.tools ?? options.tools;
  if (tools === undefined) throw invalidOption('makeRewardFn', 'environment', 'given, or tools', undefined);
  const given = { parse: 1, tool: 1, arguments: 1, execute: 1, ...checkWeights(weights) };
  const active = RUNGS.filter((rung) => rung !== 'execute' || environment !== undefined);
  const sum = active.reduce((total, rung) => total + given[rung], 0);
  if (sum === 0) throw invalidOption('makeRewardFn', 'weights', 'such that one is above 0', weights);
  const worthOf = (rungs: number): number =>
    active.slice(0, rungs).reduce((total, rung) => total + given[rung], 0) / sum;
  return async ({ completions }: RewardBatch, { signal, onUnscored }: RewardCallOptions = {}) => {
    if (!Array.isArray(completions))
      throw invalidOption('makeRewardFn', 'completions', 'a list', completions);
    const worlds = environment === undefined ? null : new WorldSource(environment, seed);
    try {
      const rewards: (number | null)[] = [];
      const score = async (completion: Json): Promise<number | { readonly broken: string }> => {
        signal?.throwIfAborted();
        const calls = callsIn(completion, tools);
        if (calls === null || calls.length === 0) return 0;
        if (calls.length > maxCalls) return worthOf(1);
        const rungs = Math.min(...calls.map((call) => rungsOf(call, tools)));
        if (rungs < 3 || worlds === null) return worthOf(rungs);
        const ran = await worlds.run(calls, signal);
        return typeof ran === 'boolean' ? worthOf(ran ? 4 : 3) : ran;
      };
      for await (const reward of inOrder(completions as readonly Json[], concurrency, score)) {
        if (typeof reward !== 'number') onUnscored?.(rewards.length, reward.broken);
        rewards.push(typeof reward === 'number' ? reward : null);
      }
      return rewards;
    } finally {
      await worlds?.close();
    }
  };
}

/** The calls of a completion; null where it has none. */
function callsIn(completion: Json, tools: readonly ToolDefinition[]): readonly PlannedCall[] | null {
  const native = repliesIn(completion).filter(
    (message) => isJsonObject(message) && Array.isArray(message.tool_calls) && message.tool_calls.length > 0,
  );
  const actions = native.length > 0 ? native : [textOf(completion)];
  const read = actions.map((action) => readAction(action, tools));
  return read.every((action) => action.kind === 'calls') ? read.flatMap(({ calls }) => calls) : null;
}

/** How many rungs a call stands on before it is run. */
function rungsOf(call: PlannedCall, tools: readonly ToolDefinition[]): number {
  if (!('code' in call) && call.invalidArguments !== undefined) return 0;
  const definition = tools.find(({ name }) => name === call.tool);
  if (definition === undefined) return 1;
  const given = 'code' in call ? { code: call.code } : call.arguments;
  return checkToolArguments(definition, given).length > 0 ? 2 : 3;
}

/** Worlds that all begin as one does. */
class WorldSource {
  readonly #environment: Environment;
  readonly #seed: number;
  #first: Promise<World> | undefined;

  constructor(environment: Environment, seed: number) {
    this.#environment = environment;
    this.#seed = seed;
  }

  /** Whether all calls end well; or why that can't be told, where the world can't be opened, or breaks. @throws the signal's reason */
  async run(
    calls: readonly PlannedCall[],
    signal: AbortSignal | undefined,
  ): Promise<boolean | { readonly broken: string }> {
    try {
      await using world = await this.#fresh();
      for (const call of calls) {
        const given = 'code' in call ? { code: call.code } : call.arguments;
        const { observation } = await world.call(call.tool, given, signal === undefined ? {} : { signal });
        if (observation.status !== 'ok') return false;
      }
      return true;
    } catch (error) {
      signal?.throwIfAborted();
      return { broken: errorMessage(error) };
    }
  }

  async close(): Promise<void> {
    await this.#first?.then((world) => world.close()).catch(() => undefined);
  }

  async #fresh(): Promise<World> {
    if (this.#environment.capabilities.fork !== true) return this.#environment.open({ seed: this.#seed });
    this.#first ??= this.#environment.open({ seed: this.#seed });
    return (await this.#first).fork();
  }
}
