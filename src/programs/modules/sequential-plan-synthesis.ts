import { defineOptions, type Json, type JsonObject, option } from '../../core/index.js';
import {
  type AnyDataModel,
  concat,
  JsonDataModel,
  type MaybeData,
  SymbolicDataModel,
} from '../../data/index.js';
import type { CallContext } from '../call-context.js';
import { Module } from '../module.js';
import { type RestoreModuleOptions, restoreModule, serializeModule } from '../saving/save-modules.js';
import type { ModuleInputs, SymbolicInputs } from '../structure.js';
import type { Variable } from '../variable.js';
import { oneInput, oneOutput } from './asking-module.js';
import { ASKING_OPTIONS, type AskingOptions } from './asking-options.js';
import { ChainOfThought } from './chain-of-thought.js';
import { askingOptionsOf, configOf } from './module-config.js';
import { ONE_SCHEMA, SCHEMA_OPTIONS, type SchemaOptions } from './module-options.js';

/** What a {@link SequentialPlanSynthesis} takes; the options for asking are those of its last step. */
export interface SequentialPlanSynthesisOptions extends AskingOptions, SchemaOptions {
  /** Carries out one step: it is given the inputs, `step`, and `previous_steps` with their results. */
  readonly runner: Module;
  /** The plan to start with. Default: no steps, so the runner is called once with the inputs alone. */
  readonly steps?: readonly string[] | undefined;
  /** Plans to try before any other is proposed. */
  readonly seedSteps?: readonly (readonly string[])[] | undefined;
}

const checkPlanOptions = defineOptions<SequentialPlanSynthesisOptions>()(
  'SequentialPlanSynthesis',
  {
    ...ASKING_OPTIONS,
    ...SCHEMA_OPTIONS,
    runner: option.required({
      wanted: 'a module that carries out one step',
      allows: (value) => value instanceof Module,
    }),
    steps: option.list(),
    seedSteps: option.list(option.list()),
  },
  ONE_SCHEMA,
);

/** More steps than that are no plan: each is at least one call of a model. */
const MOST_STEPS = 50;

const PLAN_SCHEMA: JsonObject = {
  title: 'SequentialPlan',
  type: 'object',
  properties: {
    steps: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: MOST_STEPS },
  },
  required: ['steps'],
  additionalProperties: false,
};

/**
 * Works through a plan whose steps are trained: a list of texts in the variable `state_plan`. Each step is carried out by
 * the runner, which sees the inputs, the step and what the steps before gave; then a model writes the output from all of
 * it, with its thoughts first. A step that gives nothing ends the plan, and the output is missing.
 */
export class SequentialPlanSynthesis extends Module {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>SequentialPlanSynthesis';
  readonly runner: Module;
  readonly finish: ChainOfThought;
  protected override readonly checksOutputs = false;
  readonly #options: SequentialPlanSynthesisOptions;
  readonly #plan: Variable;

  /** @throws {MettleError} `core/invalid_option`, `programs/invalid_value` for what is no plan; as `ChainOfThought`. */
  constructor(options: SequentialPlanSynthesisOptions) {
    checkPlanOptions(options, new.target.name);
    super(options);
    const { runner, steps = [], seedSteps = [], ...asking } = options;
    const { name: _name, description: _description, hooks: _hooks, trainable: _trainable, ...ask } = asking;
    this.runner = runner;
    this.finish = new ChainOfThought({ ...ask, name: 'finish', returnInputs: false });
    this.#options = options;
    this.#plan = this.addVariable({
      name: 'plan',
      kind: 'plan',
      schema: PLAN_SCHEMA,
      value: { steps: [...steps] },
      seeds: seedSteps.map((seed) => ({ steps: [...seed] })),
      description: `The steps that "${this.name}" works through, in order, each a text that says what to do.`,
      constraints: [`There are at most ${MOST_STEPS} steps.`],
    });
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): SequentialPlanSynthesis {
    const runner = restoreModule(config.runner, options);
    const asking = askingOptionsOf<SequentialPlanSynthesisOptions>(config, options);
    return new SequentialPlanSynthesis({ ...asking, runner });
  }

  /** What it was made from; the model by its name. */
  getConfig(): JsonObject {
    return {
      ...configOf(this.#options, ['runner', 'dataModel']),
      schema: this.finish.schema as JsonObject,
      runner: serializeModule(this.runner),
    };
  }

  override async forward(inputs: ModuleInputs, context: CallContext): Promise<MaybeData> {
    const data = oneInput(inputs, this.name) as JsonDataModel;
    const steps = context.valueOf(this.#plan).steps as readonly string[];
    const done: Json[] = [];
    for (const [index, step] of (steps.length === 0 ? [null] : steps).entries()) {
      const given = step === null ? data : concat(data, stepData(step, done));
      const result = oneOutput(await this.runner.call(given), this.runner.name);
      if (result === null) {
        context.recordError(step === null ? 'The runner gave nothing.' : `Step ${index + 1} gave nothing.`);
        return null;
      }
      done.push({ ...(step === null ? {} : { step }), result: result.json });
    }
    const answer = await this.finish.call(
      concat(data, new JsonDataModel({ schema: PREVIOUS_STEPS, json: { previous_steps: done } })),
    );
    if (answer === null || this.#options.returnInputs !== true) return answer;
    return concat(data, answer);
  }

  override async computeOutputSpec(inputs: SymbolicInputs): Promise<SymbolicDataModel> {
    const data = oneInput(inputs, this.name);
    await this.runner.computeOutputSpec(symbolic(concat(data, new SymbolicDataModel({ schema: STEP }))));
    const answer = await this.finish.computeOutputSpec(symbolic(data));
    return this.#options.returnInputs === true ? symbolic(concat(data, answer)) : answer;
  }
}

const STEPS: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    properties: { step: { type: 'string' }, result: { type: 'object' } },
    required: ['result'],
  },
};

const PREVIOUS_STEPS: JsonObject = {
  type: 'object',
  properties: { previous_steps: STEPS },
  required: ['previous_steps'],
};

const STEP: JsonObject = {
  type: 'object',
  properties: { previous_steps: STEPS, step: { type: 'string', description: 'What to do now.' } },
  required: ['previous_steps', 'step'],
};

function stepData(step: string, done: readonly Json[]): JsonDataModel {
  return new JsonDataModel({ schema: STEP, json: { previous_steps: [...done], step } });
}

function symbolic({ schema, name }: AnyDataModel): SymbolicDataModel {
  return new SymbolicDataModel({ schema, name });
}
