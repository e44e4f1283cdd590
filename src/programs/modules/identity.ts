import { type AnyDataModel, registerSerializable } from '../../core/index.js';
import type { ModuleOptions } from '../module.js';
import { UnaryModule } from './plain-module.js';

/** Returns its input unchanged. */
export class Identity extends UnaryModule {
  constructor(options: ModuleOptions = {}) {
    super(options);
  }

  protected override apply(operand: AnyDataModel): AnyDataModel {
    return operand;
  }
}

registerSerializable('mettle', 'Identity')(Identity);
