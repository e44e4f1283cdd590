import type { JsonObject } from '../../core/index.js';
import type { ClientTool } from './client-tools.js';
import type { CodingTool } from './coding-workspace.js';

/** A member that holds text. */
export function text(description: string): JsonObject {
  return { type: 'string', description };
}

/** A member that holds a number; some clients write it as text. */
export function number(description: string): JsonObject {
  return { type: ['integer', 'string', 'number', 'null'], description };
}

/** A member that is true or false. */
export function flag(description: string): JsonObject {
  return { type: ['boolean', 'null'], description };
}

/** A tool with the schema of its arguments. Other members are taken and ignored: clients add some from release to release. */
export function describedTool(
  run: CodingTool,
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[],
): ClientTool {
  return {
    definition: {
      name,
      description,
      parameters: { type: 'object', properties, required: [...required], additionalProperties: true },
    },
    run,
  };
}
