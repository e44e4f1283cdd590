import { defineOptions, type JsonObject, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import {
  type AnyDataModel,
  and,
  concat,
  type JsonDataModel,
  type MaybeData,
  type SymbolicDataModel,
} from '../../data/index.js';
import type { CallContext } from '../call-context.js';
import { programError } from '../error-codes.js';
import { Module } from '../module.js';
import { type RestoreModuleOptions, restoreModule, serializeModule } from '../saving/save-modules.js';
import type { ModuleInputs, SymbolicInputs } from '../structure.js';
import { oneInput, oneOutput } from './asking-module.js';
import { ASKING_OPTIONS, type AskingOptions } from './asking-options.js';
import { Decision, QUESTION_OPTIONS } from './decision.js';
import { differentLabels } from './labels.js';
import { askingOptionsOf, configOf } from './module-config.js';
import { MultiDecision } from './multi-decision.js';

/** What a {@link Branch} takes; the options for asking are those of its decision. */
export interface BranchOptions extends Omit<AskingOptions, 'returnInputs'> {
  /** What is to be decided about the inputs. */
  readonly question: string;
  readonly labels: readonly string[];
  /** The module for each label. */
  readonly branches: readonly Module[];
  /** Whether several labels may be chosen. Default: false. */
  readonly multiple?: boolean | undefined;
  /** Whether the decision is given to the branch behind the inputs; a conversation stays as it is. Default: true. */
  readonly injectDecision?: boolean | undefined;
  /** Whether the decision stands before the branch's output. Default: true. */
  readonly returnDecision?: boolean | undefined;
}

const { returnInputs: _, ...BRANCH_ASKING } = ASKING_OPTIONS;
const checkBranchOptions = defineOptions<BranchOptions>()('Branch', {
  ...BRANCH_ASKING,
  ...QUESTION_OPTIONS,
  branches: option.required(option.list({ wanted: 'a module', allows: (value) => value instanceof Module })),
  multiple: option.boolean,
  injectDecision: option.boolean,
  returnDecision: option.boolean,
});

/**
 * Has a model decide which of several modules run. It returns a list with one entry for each label, missing if the
 * label was not chosen; join them again with `or`.
 */
export class Branch extends Module<readonly MaybeData[]> {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Branch';
  readonly decision: Decision | MultiDecision;
  readonly branches: readonly Module[];
  readonly #options: BranchOptions;

  /** @throws {MettleError} `core/invalid_option`, and as `openModel`. */
  constructor(options: BranchOptions) {
    checkBranchOptions(options, new.target.name);
    const { branches, multiple = false, injectDecision = true, returnDecision = true, ...rest } = options;
    const { name, description, trainable, hooks, ...asking } = rest;
    super({ name, description, trainable, hooks });
    const labels = differentLabels(new.target.name, options.labels);
    if (branches.length !== labels.length) {
      throw coreError(
        'invalid_option',
        `Branch has ${labels.length} labels and ${branches.length} branches: give one module for each label.`,
      );
    }
    this.decision = multiple ? new MultiDecision(asking) : new Decision(asking);
    this.branches = branches;
    this.#options = { ...options, injectDecision, returnDecision };
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Branch {
    if (!Array.isArray(config.branches)) {
      throw programError('invalid_config', 'A Branch was saved without a list of modules.');
    }
    const branches = config.branches.map((branch) => restoreModule(branch, options));
    return new Branch({ ...askingOptionsOf<BranchOptions>(config, options), branches });
  }

  /**
   * What it was made from; the model by its name.
   *
   * @throws {MettleError} as `serialize` of its branches.
   */
  getConfig(): JsonObject {
    return {
      ...configOf(this.#options, ['branches']),
      branches: this.branches.map((branch) => serializeModule(branch)),
    };
  }

  override async forward(inputs: ModuleInputs, _context: CallContext): Promise<readonly MaybeData[]> {
    const data = oneInput(inputs, this.name) as JsonDataModel;
    const decision = await this.decision.call(data);
    if (decision === null) return this.missingOutputs();
    const chosen = [decision.get('choice') ?? decision.get('choices')].flat();
    const given = this.#injects(data) ? concat(data, decision) : data;
    return Promise.all(
      this.decision.labels.map(async (label, index) => {
        const branch = this.branches[index];
        if (!chosen.includes(label) || branch === undefined) return null;
        const output = oneOutput(await branch.call(given), branch.name);
        return this.#options.returnDecision === true ? and(decision, output) : output;
      }),
    );
  }

  override async computeOutputSpec(inputs: SymbolicInputs): Promise<readonly SymbolicDataModel[]> {
    const data = oneInput(inputs, this.name);
    const decision = await this.decision.computeOutputSpec(data);
    const given = this.#injects(data) ? (concat(data, decision) as SymbolicDataModel) : data;
    return Promise.all(
      this.branches.map(async (branch) => {
        const output = await branch.computeOutputSpec(given);
        return this.#options.returnDecision === true
          ? (concat(decision, output) as SymbolicDataModel)
          : output;
      }),
    );
  }

  /** A conversation stays one: with a field more, it would be data. */
  #injects({ schema }: AnyDataModel): boolean {
    return (
      this.#options.injectDecision === true &&
      Object.keys((schema.properties ?? {}) as JsonObject).join() !== 'messages'
    );
  }

  override missingOutputs(): readonly MaybeData[] {
    return this.branches.map(() => null);
  }
}
