import type { JsonObject } from '../core/index.js';

/** An environment as plain data: `type` names its kind, the other members are that kind's options. */
export interface EnvironmentConfig extends JsonObject {
  readonly type: string;
}
