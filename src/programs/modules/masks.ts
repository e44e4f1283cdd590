import { defineOptions, option } from '../../core/index.js';
import {
  type AnyDataModel,
  factorize,
  inMask,
  type MaskOptions,
  outMask,
  prefix,
  suffix,
} from '../../data/index.js';
import { MODULE_OPTIONS, type ModuleOptions } from '../module.js';
import { UnaryModule } from './plain-module.js';

/** What {@link InMask} and {@link OutMask} take: `mask` or `pattern`, and `recursive`. */
export interface MaskModuleOptions extends ModuleOptions, MaskOptions {}

const checkMaskOptions = defineOptions<MaskModuleOptions>()('InMask', {
  ...MODULE_OPTIONS,
  mask: option.any,
  pattern: option.any,
  recursive: option.boolean,
});

/** Keeps the fields that its mask selects. */
export class InMask extends UnaryModule<MaskModuleOptions> {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>InMask';

  /** @throws {MettleError} `core/invalid_option`, `data/invalid_mask`. */
  constructor(options: MaskModuleOptions) {
    super(options, checkMaskOptions);
    inMask(null, options);
  }

  protected override apply(operand: AnyDataModel): AnyDataModel {
    return inMask(operand, this.options);
  }
}

/** Drops the fields that its mask selects. */
export class OutMask extends UnaryModule<MaskModuleOptions> {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>OutMask';

  /** @throws {MettleError} `core/invalid_option`, `data/invalid_mask`. */
  constructor(options: MaskModuleOptions) {
    super(options, checkMaskOptions);
    outMask(null, options);
  }

  protected override apply(operand: AnyDataModel): AnyDataModel {
    return outMask(operand, this.options);
  }
}

/** What {@link Prefix} takes. */
export interface PrefixOptions extends ModuleOptions {
  /** Put before the name of each field: `gold` makes `gold_answer` of `answer`. */
  readonly prefix: string;
}

const checkPrefixOptions = defineOptions<PrefixOptions>()('Prefix', {
  ...MODULE_OPTIONS,
  prefix: option.required(option.string),
});

/** Puts a word before the name of each field. */
export class Prefix extends UnaryModule<PrefixOptions> {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Prefix';

  /** @throws {MettleError} `core/invalid_option`, `data/invalid_name`. */
  constructor(options: PrefixOptions) {
    super(options, checkPrefixOptions);
    prefix(null, options.prefix);
  }

  protected override apply(operand: AnyDataModel): AnyDataModel {
    return prefix(operand, this.options.prefix);
  }
}

/** What {@link Suffix} takes. */
export interface SuffixOptions extends ModuleOptions {
  /** Put behind the name of each field: `draft` makes `answer_draft` of `answer`. */
  readonly suffix: string;
}

const checkSuffixOptions = defineOptions<SuffixOptions>()('Suffix', {
  ...MODULE_OPTIONS,
  suffix: option.required(option.string),
});

/** Puts a word after the name of each field. */
export class Suffix extends UnaryModule<SuffixOptions> {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Suffix';

  /** @throws {MettleError} `core/invalid_option`, `data/invalid_name`. */
  constructor(options: SuffixOptions) {
    super(options, checkSuffixOptions);
    suffix(null, options.suffix);
  }

  protected override apply(operand: AnyDataModel): AnyDataModel {
    return suffix(operand, this.options.suffix);
  }
}

/** Gathers fields with the same base name into one list: `query` and `query_1` become `queries`. */
export class Factorize extends UnaryModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Factorize';

  constructor(options: ModuleOptions = {}) {
    super(options);
  }

  protected override apply(operand: AnyDataModel): AnyDataModel {
    return factorize(operand);
  }
}
