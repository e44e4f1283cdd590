import {
  type AnyDataModel,
  and,
  concat,
  type MaybeDataModel,
  not,
  or,
  SymbolicDataModel,
  xor,
} from '../../data/index.js';
import type { ModuleOptions } from '../module.js';
import { JoiningModule, UnaryModule } from './plain-module.js';

/** The fields of all inputs. Throws if an input is missing; with `And`, the output is then missing. */
export class Concat extends JoiningModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Concat';

  protected override join(parts: readonly MaybeDataModel[]): MaybeDataModel {
    return parts.reduce((left, right) => concat(left, right));
  }
}

/** The fields of all inputs; missing if an input is missing. */
export class And extends JoiningModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>And';

  protected override join(parts: readonly MaybeDataModel[]): MaybeDataModel {
    return parts.reduce((left, right) => and(left, right));
  }
}

/** The fields of the inputs that aren't missing; missing if all are. It joins the arms of a `Branch`. */
export class Or extends JoiningModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Or';

  protected override join(parts: readonly MaybeDataModel[]): MaybeDataModel {
    return parts.reduce((left, right) => or(left, right));
  }
}

/** The only input that isn't missing; missing if there are none or several. */
export class Xor extends JoiningModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Xor';

  protected override join(parts: readonly MaybeDataModel[]): MaybeDataModel {
    if (parts.some((part) => part instanceof SymbolicDataModel)) {
      return parts.reduce((left, right) => xor(left, right));
    }
    const present = parts.filter((part) => part !== null);
    return present.length === 1 ? (present[0] ?? null) : null;
  }
}

/** Always missing: it ends a branch. */
export class Not extends UnaryModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Not';

  constructor(options: ModuleOptions = {}) {
    super(options);
  }

  protected override apply(operand: AnyDataModel): MaybeDataModel {
    return not(operand);
  }
}
