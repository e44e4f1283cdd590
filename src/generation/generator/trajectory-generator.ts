import { canonicalJson, contentHash, RandomStream } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type { Environment, Policy } from '../../environments/index.js';
import { playEpisode, type ToolChoice } from '../../environments/index.js';
import { environmentWithTools } from '../../environments/internal.js';
import { createHiddenTests, scoreOutcomeInSandbox, verifyTrajectory } from '../../evaluation/index.js';
import { type Budget, type Model, openModel, withBudget, withCache } from '../../models/index.js';
import type { Task, Trajectory } from '../../records/index.js';
import { agentPolicy } from '../agent-policy.js';
import { generationError } from '../error-codes.js';
import { isCodeTool } from '../play-agent.js';
import { taskFromQuery } from '../tasks/task-from-query.js';
import type { TaskInWorld } from '../tasks/task-in-world.js';
import { choosePlayer, type Player } from './choose-player.js';
import { type DefaultWorld, openDefaultWorld } from './default-world.js';
import { standardOfflinePolicies } from './fault-policies.js';
import {
  type BatchRun,
  checkBatchOptions,
  type GenerateBatchOptions,
  type GenerationBatch,
  runBatch,
} from './generate-batch.js';
import {
  checkGenerateOptions,
  checkGeneratorOptions,
  type GenerateOptions,
  type GenerationInput,
  type TrajectoryGeneratorOptions,
} from './generator-options.js';
import { chooseOfflinePolicy } from './offline-policy.js';
import { offlineTeam } from './offline-team.js';
import { type PlannedItem, planBatch } from './plan-batch.js';
import { withRationales } from './rationales.js';
import { replySettings } from './reply-settings.js';
import { teamPolicy } from './team-policy.js';
import { checkMode, type TrajectoryMode } from './trajectory-mode.js';

/**
 * Makes trajectories: each is an episode that a model or a policy played in a world, where every tool call really ran.
 * Nothing but the world writes observations. The same options and inputs give the same ids, one after another or at once, as
 * far as the model gives the same replies.
 *
 * An input that brings no checks is recorded with the outcome `not_checked`.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment } from 'mettle/environments';
 * import { scriptedModel } from 'mettle/testing';
 * import { AgentTrajectoryGenerator } from 'mettle/generation';
 *
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows: [['fig'], ['pear']] }] },
 * });
 * const model = scriptedModel([
 *   { toolCalls: [{ name: 'sql_query', input: { sql: 'SELECT count(*) FROM fruit' } }] },
 *   'There are 2.',
 * ]);
 * const generator = new AgentTrajectoryGenerator({ model, environment });
 * const { finalAnswer, outcome } = await generator.generate('How many fruits are there?');
 * console.log(finalAnswer, outcome?.verdict); // → There are 2. not_checked
 * await generator.close();
 * ```
 */
export class AgentTrajectoryGenerator implements AsyncDisposable {
  /** Who plays, and for a model why it is this one. Always show it. */
  readonly playedBy: string;
  readonly #options: TrajectoryGeneratorOptions;
  readonly #player: Player;
  /** Writes thoughts for the runs of oracles. */
  readonly #explainer: Model | null;
  readonly #seed: number;
  readonly #warnings: string[] = [];
  readonly #hiddenTests = createHiddenTests();
  #world: Promise<DefaultWorld> | undefined;

  /**
   * @throws {MettleError} `core/invalid_option`, `models/none_found` with `useMock: false`; as `openModel` and
   *   `findModel`.
   */
  constructor(options: TrajectoryGeneratorOptions = {}) {
    checkGeneratorOptions(options);
    const { useMock = 'auto', variables = process.env, model, policy, offlinePolicies } = options;
    this.#options = options;
    this.#seed = options.seed ?? 0;
    const { player, warnings } = choosePlayer(
      { model, policy, offlinePolicies, useMock, variables, onRetry: (line) => options.onWarning?.(line) },
      standardOfflinePolicies(),
    );
    this.#player = player;
    if (options.rationales !== undefined && player.kind === 'model') {
      throw coreError(
        'invalid_option',
        'rationales are for runs of oracles: leave out the model that plays.',
      );
    }
    this.#explainer = options.rationales === undefined ? null : openModel(options.rationales);
    this.playedBy = player.description;
    for (const line of warnings) this.#warn(line);
  }

  /** What the user should know, a line each: that no model was found, that the built-in world lacks a tool. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /**
   * Plays one episode and records it, scored. What the policy, the model or the world throws in it is the record's stop reason.
   *
   * @throws {MettleError} `generation/no_policy` where no offline policy applies, `environments/unknown_tool`,
   *   `generation/unknown_mode`, `generation/no_code_tool`; what opening the world throws; and the signal's reason.
   */
  async generate(input: GenerationInput, options: GenerateOptions = {}): Promise<Trajectory> {
    const {
      index = 0,
      mode = 'single_agent',
      domain = null,
      tools,
      budget,
      replies,
      signal,
    } = checkGenerateOptions(options);
    const item = { position: 0, work: input, index, mode: checkMode(mode), domain };
    return (await this.#prepare(item, { tools, budget, replies }))(signal);
  }

  /**
   * Plays many episodes. A single input gives variations of itself; a list gives one trajectory each, begun again or cut
   * short to `numTrajectories`. The result is in the order of the plan, whatever `concurrency` is.
   *
   * An aborted signal and a used-up budget end the batch early: what was done is in the result, which says why it ended.
   * An episode whose world can't be opened, or with `varyModes` can't be played in the mode whose turn it is, is named in `failed`, and the batch goes on.
   *
   * @throws {MettleError} before anything is played, for a plan that makes no sense or that no policy can do.
   */
  async generateBatch(
    inputs: GenerationInput | readonly GenerationInput[],
    options: GenerateBatchOptions = {},
  ): Promise<GenerationBatch> {
    const { tools, budget } = checkBatchOptions(options);
    const runs: BatchRun[] = [];
    for (const item of planBatch(inputs, options)) {
      const play = await this.#prepare(item, { tools, budget }).catch((error: unknown) => {
        if (options.varyModes !== true || item.mode === 'single_agent') throw error;
        // The other modes of the batch can be played.
        return () => Promise.reject(error);
      });
      runs.push({ position: item.position, prompt: promptOf(item.work), play });
    }
    return runBatch(runs, options);
  }

  /** Closes the built-in world and the sandboxes of hidden tests, where they were opened. */
  async close(): Promise<void> {
    const world = this.#world;
    this.#world = undefined;
    await this.#hiddenTests.close();
    await (await world)?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Decides everything about an episode, so that what is wrong with the call is said before anything is played. */
  async #prepare(
    { work, index, mode, domain }: PlannedItem<GenerationInput>,
    { tools, ...calls }: { readonly tools?: readonly ToolChoice[] | undefined } & ModelCalls,
  ): Promise<(signal: AbortSignal | undefined) => Promise<Trajectory>> {
    const { maxSteps = 20, verify = false } = this.#options;
    const found = await this.#inWorld(work, index);
    const offered = environmentWithTools(found.environment, tools ?? this.#options.tools ?? null);
    const environment = mode === 'code_execution' ? withCodeToolsOnly(offered) : offered;
    const task: Task = {
      ...found.task,
      metadata: {
        ...found.task.metadata,
        generation: { seed: this.#seed, index, mode, ...(domain === null ? {} : { domain }) },
      },
    };
    const hidesTools = environment.tools.length < found.environment.tools.length;
    const scope = canonicalJson([task.id, index, mode]);
    const { decorate = (plain: Policy): Policy => plain } = this.#options;
    const policy = decorate(
      this.#policyFor({ ...found, task, environment }, { mode, index, hidesTools, calls, scope }),
    );
    return async (signal) => {
      const { trajectory, ...states } = await playEpisode({
        environment,
        policy,
        task,
        seed: found.seed,
        maxCalls: maxSteps,
        ...(signal === undefined ? {} : { signal }),
      });
      const outcome = await scoreOutcomeInSandbox(trajectory, states, this.#hiddenTests);
      const isOracle = found.oracle !== undefined && policy === found.oracle && outcome.verdict === 'pass';
      const explained =
        this.#explainer === null || !isOracle
          ? trajectory
          : await withRationales(trajectory, {
              model: boundModel(this.#explainer, calls, scope),
              environment,
              score: (record, states) => scoreOutcomeInSandbox(record, states, this.#hiddenTests),
              signal,
            });
      const provenance =
        trajectory.provenance === null || found.world === undefined
          ? trajectory.provenance
          : { ...trajectory.provenance, world: found.world };
      const scored = { ...explained, provenance, outcome };
      if (!verify) return scored;
      return {
        ...scored,
        verification: await verifyTrajectory(scored, found.environment, { hiddenTests: this.#hiddenTests }),
      };
    };
  }

  async #inWorld(input: GenerationInput, index: number): Promise<TaskInWorld> {
    checkInput(input);
    if (typeof input === 'object' && 'environment' in input) return input;
    const task = typeof input === 'string' ? taskFromQuery(input) : input;
    const environment = this.#options.environment ?? (await this.#defaultEnvironment());
    const name = canonicalJson(['world', task.id, index]);
    return { task, environment, seed: new RandomStream(this.#seed, name).integer(0, 2 ** 31 - 1) };
  }

  async #defaultEnvironment(): Promise<Environment> {
    this.#world ??= openDefaultWorld().then((world) => {
      for (const line of world.warnings) this.#warn(line);
      return world;
    });
    return (await this.#world).environment;
  }

  #policyFor(
    work: TaskInWorld,
    options: {
      readonly mode: TrajectoryMode;
      readonly index: number;
      readonly hidesTools: boolean;
      readonly calls: ModelCalls;
      readonly scope: string;
    },
  ): Policy {
    const { mode, index, hidesTools, calls, scope } = options;
    const chance = new RandomStream(this.#seed, canonicalJson(['policy', work.task.id, index, mode]));
    const seed = chance.child('seed').integer(0, 2 ** 31 - 1);
    const player = this.#player;
    if (player.kind === 'model') {
      return this.#modelPolicy(boundModel(player.model, calls, scope), mode, seed);
    }
    const executor = (): Policy =>
      player.kind === 'policy'
        ? player.policy
        : chooseOfflinePolicy(player.policies, work, { seed, mode, hidesTools }, chance);
    if (mode !== 'multi_agent') return executor();
    return offlineTeam([executor(), executor()], { work, hiddenTests: this.#hiddenTests });
  }

  #modelPolicy(model: Model, mode: TrajectoryMode, seed: number): Policy {
    const { maxTokens = 1536, temperature = 0.7, maxSteps = 20, maxRevisions } = this.#options;
    const settled = replySettings(model, { maxOutputTokens: maxTokens, seed });
    const revisions = maxRevisions === undefined ? {} : { maxRevisions };
    const policy =
      mode === 'multi_agent'
        ? teamPolicy({ model: settled, temperature, maxIterations: maxSteps, ...revisions })
        : agentPolicy({ model: settled, temperature, maxIterations: maxSteps });
    return { ...policy, version: contentHash({ version: policy.version, maxTokens }) };
  }

  #warn(line: string): void {
    this.#warnings.push(line);
    this.#options.onWarning?.(line);
  }
}

/** What the calls of an episode's models may use, and where their replies are kept. */
interface ModelCalls {
  readonly budget?: Budget | undefined;
  readonly replies?: string | undefined;
}

/** A model within a budget, whose replies are kept for the episode: they cost nothing when it is played again. */
function boundModel(model: Model, { budget, replies }: ModelCalls, scope: string): Model {
  const limited = budget === undefined ? model : withBudget(model, budget);
  return replies === undefined ? limited : withCache(limited, { folder: replies, scope });
}

/** Callers from JavaScript, and lists out of files, hold what the types rule out. */
function checkInput(input: GenerationInput): void {
  if (typeof input === 'string') return;
  const given: unknown = input;
  const inner: unknown = isObject(given) && 'environment' in given ? Reflect.get(given, 'task') : given;
  if (
    isObject(inner) &&
    typeof Reflect.get(inner, 'prompt') === 'string' &&
    isObject(Reflect.get(inner, 'expected'))
  )
    return;
  throw generationError(
    'invalid_query',
    'An input is a text, a task, or a task with its environment and seed.',
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function promptOf(input: GenerationInput): string {
  if (typeof input === 'string') return input;
  return 'environment' in input ? input.task.prompt : input.prompt;
}

function withCodeToolsOnly(environment: Environment): Environment {
  const codeTools = environment.tools.filter(isCodeTool);
  if (codeTools.length > 0) return environmentWithTools(environment, codeTools);
  throw generationError(
    'no_code_tool',
    `The mode code_execution needs a tool that runs code, and the environment ${environment.name} has none. Give it a sandbox (openSandbox), or choose another mode.`,
  );
}
