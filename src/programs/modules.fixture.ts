import type { JsonObject } from '../core/index.js';
import { JsonDataModel, type MaybeData, type SerializableClass, SymbolicDataModel } from '../data/index.js';
import type { CallContext } from './call-context.js';
import { Module, type ModuleOptions } from './module.js';
import { baseConfig, baseOptions } from './saving/save-modules.js';
import type { ModuleInputs } from './structure.js';
import type { Variable } from './variable.js';

/** `{n: number}`. */
export const NUMBER: JsonObject = {
  type: 'object',
  properties: { n: { type: 'number' } },
  required: ['n'],
  additionalProperties: false,
};

/** `{n}` as data. */
export function number(n: number): JsonDataModel {
  return new JsonDataModel({ schema: NUMBER, json: { n } });
}

/** What is in `{n}`. */
export function numberIn(data: MaybeData | undefined): number {
  return Number(data?.get('n'));
}

/** Gives the input times a variable's `factor`. */
export class Times extends Module {
  /** How files name it. */
  static readonly registeredName: string = 'programs-test>Times';
  readonly factor: Variable;
  readonly #start: number;

  constructor(factor: number, options: ModuleOptions = {}) {
    super(options);
    this.#start = factor;
    this.factor = this.addVariable({
      kind: 'value',
      schema: { type: 'object', properties: { factor: { type: 'number' } }, required: ['factor'] },
      value: { factor },
      description: 'What the input is multiplied with.',
    });
  }

  override async forward(input: JsonDataModel, context: CallContext): Promise<MaybeData> {
    await Promise.resolve();
    return number(numberIn(input) * Number(context.valueOf(this.factor).factor));
  }

  override async computeOutputSpec(): Promise<SymbolicDataModel> {
    return new SymbolicDataModel({ schema: NUMBER });
  }

  getConfig(): JsonObject {
    return { ...baseConfig(this), factor: this.#start };
  }

  static fromConfig(config: JsonObject): Times {
    return new Times(Number(config.factor), baseOptions(config));
  }
}

/** Adds up the inputs that are there; missing where none is. */
export class Sum extends Module {
  /** How files name it. */
  static readonly registeredName: string = 'programs-test>Sum';
  protected override readonly acceptsMissing: boolean = true;

  override async forward(inputs: ModuleInputs): Promise<MaybeData> {
    const present = [inputs].flat().filter((part) => part !== null) as JsonDataModel[];
    return present.length === 0 ? null : number(present.reduce((sum, part) => sum + numberIn(part), 0));
  }

  getConfig(): JsonObject {
    return baseConfig(this);
  }

  override async computeOutputSpec(): Promise<SymbolicDataModel> {
    return new SymbolicDataModel({ schema: NUMBER });
  }
}

/** Gives the input on one of two outputs; the other is missing. */
export class EvenOrOdd extends Module<readonly [MaybeData, MaybeData]> {
  /** How files name it. */
  static readonly registeredName: string = 'programs-test>EvenOrOdd';

  override async forward(input: JsonDataModel): Promise<readonly [MaybeData, MaybeData]> {
    return numberIn(input) % 2 === 0 ? [input, null] : [null, input];
  }

  getConfig(): JsonObject {
    return baseConfig(this);
  }

  override async computeOutputSpec(): Promise<readonly [SymbolicDataModel, SymbolicDataModel]> {
    return [new SymbolicDataModel({ schema: NUMBER }), new SymbolicDataModel({ schema: NUMBER })];
  }

  override missingOutputs(): readonly [MaybeData, MaybeData] {
    return [null, null];
  }
}

/** Does what it is told; for tests of what goes wrong. */
export class Custom extends Module {
  readonly #work: (input: JsonDataModel, context: CallContext) => unknown;

  constructor(work: (input: JsonDataModel, context: CallContext) => unknown, options: ModuleOptions = {}) {
    super(options);
    this.#work = work;
  }

  override async forward(input: JsonDataModel, context: CallContext): Promise<MaybeData> {
    return (await this.#work(input, context)) as MaybeData;
  }

  override async computeOutputSpec(): Promise<SymbolicDataModel> {
    return new SymbolicDataModel({ schema: NUMBER });
  }
}

/** These modules by the names that files have for them. */
export const FIXTURES: Readonly<Record<string, SerializableClass>> = {
  'programs-test>Times': Times as never,
  'programs-test>Sum': Sum as never,
  'programs-test>EvenOrOdd': EvenOrOdd as never,
};
