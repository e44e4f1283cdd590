import type { JsonObject } from '../../core/index.js';
import type { EnvironmentConfig } from '../../records/index.js';
import type { Environment } from '../environment.js';

/** A kind of environment that can be made from plain data. */
export interface EnvironmentType {
  /** JSON Schema of the options, without `type`. */
  readonly options: JsonObject;
  /**
   * Makes an environment from options that fit the schema.
   * @param open - makes an environment that is a part of this one.
   */
  readonly create: (
    options: JsonObject,
    open: (config: EnvironmentConfig) => Promise<Environment>,
  ) => Environment | Promise<Environment>;
}
