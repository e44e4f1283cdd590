import type { Json } from '../core/index.js';

/** One fact that a call added (`before` null), removed (`after` null) or changed. */
export interface StateChange {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
}
