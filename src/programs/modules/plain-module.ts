import type { JsonObject, OptionsCheck } from '../../core/index.js';
import type { AnyDataModel, MaybeData, MaybeDataModel } from '../../data/index.js';
import { programError } from '../error-codes.js';
import { checkModuleOptions, Module, type ModuleOptions } from '../module.js';
import { type ModuleInputs, partsOf } from '../structure.js';
import { oneInput } from './asking-module.js';
import { configOf } from './module-config.js';

/** A module that computes its output by a function that works on values and on schemas alike. */
abstract class PlainModule<Options extends ModuleOptions> extends Module {
  // The operators keep values and schemas together; their own tests show it.
  protected override readonly checksOutputs = false;
  protected readonly options: Options;

  /** @throws {MettleError} `core/invalid_option`, `programs/invalid_name`. */
  constructor(options: Options, check: OptionsCheck = checkModuleOptions) {
    check(options, new.target.name);
    super(options);
    this.options = options;
  }

  /** What it was made from. */
  getConfig(): JsonObject {
    return configOf(this.options);
  }
}

/** A module that makes one data model of another. */
export abstract class UnaryModule<
  Options extends ModuleOptions = ModuleOptions,
> extends PlainModule<Options> {
  override forward(inputs: ModuleInputs): MaybeData {
    return this.apply(oneInput(inputs, this.name)) as MaybeData;
  }

  protected abstract apply(operand: AnyDataModel): MaybeDataModel;
}

/** A module that makes one data model of several; it runs although some are missing. */
export abstract class JoiningModule extends PlainModule<ModuleOptions> {
  protected override readonly acceptsMissing = true;

  constructor(options: ModuleOptions = {}) {
    super(options);
  }

  /** @throws {MettleError} `programs/invalid_input` where there is nothing to join. */
  override forward(inputs: ModuleInputs): MaybeData {
    const parts = partsOf<MaybeDataModel>(inputs);
    if (parts.length > 1) return this.join(parts) as MaybeData;
    throw programError('invalid_input', `"${this.name}" takes a list of at least two data models.`);
  }

  protected abstract join(parts: readonly MaybeDataModel[]): MaybeDataModel;
}
