import { defineOptions, isJsonObject, type JsonObject, option } from '../core/index.js';
import { coreError } from '../core/internal.js';
import { type MaybeData, SymbolicDataModel } from '../data/index.js';
import type { ModelPrices } from '../models/index.js';
import type { AnyModule } from './call-context.js';
import { programError } from './error-codes.js';
import { originOf } from './graph/node.js';
import { Input } from './input.js';
import { MODULE_OPTIONS, type ModuleOptions } from './module.js';
import { uniqueNames } from './names.js';
import { Program } from './program.js';
import {
  baseOptions,
  type RestoreModuleOptions,
  restoreModule,
  serializeModule,
} from './saving/save-modules.js';
import { type JsonInputs, partsOf, type SymbolicInputs } from './structure.js';

/** A module that takes one thing and gives one. */
export type Step = AnyModule & {
  call(inputs: JsonInputs): Promise<MaybeData>;
  call(inputs: SymbolicInputs): Promise<SymbolicDataModel>;
};

/** What a program of modules one after the other can be given. */
export interface SequentialOptions extends ModuleOptions {
  /** What models cost, so that `run` can say it. Default: costs are unknown. */
  readonly prices?: ModelPrices;
}

const checkSequentialOptions = defineOptions<SequentialOptions>()('sequential', {
  ...MODULE_OPTIONS,
  prices: option.record,
});

/** A program that runs modules one after the other; made by {@link sequential}. */
export class Sequential extends Program {
  /** How files name it. */
  static override readonly registeredName: string = 'mettle>Sequential';
  readonly #steps: Step[] = [];
  #input: SymbolicDataModel | undefined;

  /** @throws {MettleError} `core/invalid_option`, `programs/duplicate_name`, `programs/invalid_graph`. */
  constructor(steps: readonly (SymbolicDataModel | Step)[], options: SequentialOptions = {}) {
    if (new.target === Sequential) checkSequentialOptions(options);
    super(options);
    if (!Array.isArray(steps)) {
      throw coreError('invalid_option', `sequential takes a list of modules; got ${typeof steps}.`);
    }
    for (const step of steps) this.add(step);
  }

  /**
   * Appends a module, or, before any other, what `Input` gave.
   *
   * @throws {MettleError} `programs/duplicate_name`, `programs/invalid_graph` for an input that is not the first.
   */
  add(step: SymbolicDataModel | Step): void {
    if (step instanceof SymbolicDataModel) {
      if (this.#input !== undefined || this.#steps.length > 0) {
        throw programError('invalid_graph', `An Input can only be the first thing in "${this.name}".`);
      }
      if (originOf(step)?.kind !== 'input') {
        throw programError('invalid_graph', `"${this.name}" has to begin with an Input or a module.`);
      }
      this.#input = step;
    } else {
      if (typeof step !== 'object' || typeof step?.call !== 'function') {
        throw coreError(
          'invalid_option',
          `"${this.name}" takes modules; got ${step === null ? 'null' : typeof step}. For a function, use new Lambda({ schema, function }).`,
        );
      }
      const steps = [...this.#steps, step];
      if (this.#steps.includes(step)) {
        throw programError('duplicate_name', `"${this.name}" has the module "${step.name}" twice.`);
      }
      uniqueNames(steps, `"${this.name}"`);
      this.#steps.push(step);
    }
    this.unwire();
  }

  /**
   * Takes the last module off and returns it.
   *
   * @throws {MettleError} `programs/invalid_graph` when there is none.
   */
  pop(): Step {
    const last = this.#steps.pop();
    if (last === undefined) throw programError('invalid_graph', `"${this.name}" has no module to remove.`);
    this.unwire();
    return last;
  }

  override getConfig(): JsonObject {
    const origin = this.#input && originOf(this.#input);
    const input = origin?.kind === 'input' ? origin.input : undefined;
    return {
      ...super.getConfig(),
      ...(input === undefined || this.#input === undefined
        ? {}
        : {
            input: {
              ...(input.name === undefined ? {} : { name: input.name }),
              schema: this.#input.schema,
              optional: input.optional,
            },
          }),
      steps: this.#steps.map(serializeModule),
    };
  }

  /** @throws {MettleError} as `Program.fromConfig`. */
  static override fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Sequential {
    const { input, steps } = config;
    if (!Array.isArray(steps)) throw programError('invalid_file', 'A sequence needs steps, a list.');
    const begin = isJsonObject(input) && isJsonObject(input.schema) ? [savedInput(input, input.schema)] : [];
    const modules = steps.map((step) => restoreModule(step, options) as unknown as Step);
    const prices = isJsonObject(config.prices) ? { prices: config.prices as unknown as ModelPrices } : {};
    return new Sequential([...begin, ...modules], { ...baseOptions(config), ...prices });
  }

  override async ensureBuilt(inputs: JsonInputs | SymbolicInputs = {}): Promise<void> {
    // Without an Input, only a call can say what comes in.
    if (this.#input !== undefined || partsOf<unknown>(inputs).length > 0) await super.ensureBuilt(inputs);
  }

  override children(): readonly AnyModule[] {
    return [...this.#steps];
  }

  protected override async build(inputs: SymbolicInputs): Promise<void> {
    if (this.#steps.length === 0) {
      throw programError('invalid_graph', `"${this.name}" has no modules. Add one first.`);
    }
    const schema = inputs instanceof SymbolicDataModel ? inputs.schema : { type: 'object' };
    const input = this.#input ?? Input({ schema });
    let outputs = input;
    for (const step of this.#steps) outputs = await step.call(outputs);
    this.wire({ inputs: input, outputs });
  }
}

function savedInput({ name, optional }: JsonObject, schema: JsonObject): SymbolicDataModel {
  return Input({ schema, ...(typeof name === 'string' ? { name } : {}), optional: optional === true });
}

/**
 * A program that runs modules one after the other.
 *
 * @param steps - the modules; what `Input` gave may come first, else the first call says what comes in.
 * @throws {MettleError} `core/invalid_option`, `programs/duplicate_name`, `programs/invalid_graph`.
 */
export function sequential(
  steps: readonly (SymbolicDataModel | Step)[],
  options: SequentialOptions = {},
): Sequential {
  return new Sequential(steps, options);
}
