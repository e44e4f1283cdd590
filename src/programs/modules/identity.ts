import type { AnyDataModel } from '../../data/index.js';
import type { ModuleOptions } from '../module.js';
import { UnaryModule } from './plain-module.js';

/** Returns its input unchanged. */
export class Identity extends UnaryModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Identity';

  constructor(options: ModuleOptions = {}) {
    super(options);
  }

  protected override apply(operand: AnyDataModel): AnyDataModel {
    return operand;
  }
}
