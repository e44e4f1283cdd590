import type { JsonObject } from '../core/index.js';

/** A tool as a model sees it. */
export interface ToolDefinition {
  /** snake_case. */
  readonly name: string;
  /** What it does and what comes back, in words for a model. */
  readonly description: string;
  /** JSON Schema of the arguments: an object schema. */
  readonly parameters: JsonObject;
}
