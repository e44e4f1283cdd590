import { type JsonDataModel, SymbolicDataModel } from './json-data-model.js';
import type { MaybeDataModel } from './operand.js';

/**
 * Always missing for a value: it ends a branch. A schema stays as it is, so a graph can be built over it.
 */
export function not(operand: JsonDataModel | null): null;
export function not(operand: MaybeDataModel): SymbolicDataModel | null;
export function not(operand: MaybeDataModel): SymbolicDataModel | null {
  return operand instanceof SymbolicDataModel
    ? new SymbolicDataModel({ schema: operand.schema, name: operand.name })
    : null;
}
