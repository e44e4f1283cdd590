/** Data models, their operators, and saving objects by registered names. */
export { and, concat } from './data-model/concat.js';
export { contains } from './data-model/contains.js';
export { DataModel, type DataModelOptions } from './data-model/data-model.js';
export { factorize } from './data-model/factorize.js';
export { JsonDataModel, type MaybeData, SymbolicDataModel } from './data-model/json-data-model.js';
export type { MaskOptions } from './data-model/key-mask.js';
export { inMask, outMask } from './data-model/masks.js';
export { getNestedEntity, getNestedEntityList } from './data-model/nested-entity.js';
export { not } from './data-model/not.js';
export type { AnyDataModel, MaybeDataModel } from './data-model/operand.js';
export { or, xor } from './data-model/or.js';
export { prefix, suffix } from './data-model/rename-keys.js';
export { mettleClasses } from './serialization/mettle-classes.js';
export {
  getRegisteredName,
  getRegisteredObject,
  type RegisteredObject,
  type RestoreOptions,
  type Serializable,
  type SerializableClass,
  type SerializableFunction,
} from './serialization/registry.js';
export {
  type DeserializeOptions,
  deserialize,
  type SerializedFunction,
  type SerializedObject,
  serialize,
} from './serialization/serialize.js';
