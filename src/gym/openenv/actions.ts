import type { JsonObject } from '../../core/index.js';
import {
  type FieldError,
  fieldErrors,
  literal,
  type MessageRules,
  object,
  text,
} from '../serving/field-errors.js';
import type { ServedAction } from '../serving/served-gym.js';

const CALL_TOOL: MessageRules = {
  fields: { metadata: object, type: literal('call_tool'), tool_name: text(), arguments: object },
  required: ['tool_name'],
};
const LIST_TOOLS: MessageRules = {
  fields: { metadata: object, type: literal('list_tools') },
  required: [],
};

/** What a client asks for in a step. */
export type StepRequest =
  | { readonly kind: 'list_tools' }
  | { readonly kind: 'act'; readonly action: ServedAction }
  | { readonly kind: 'wrong'; readonly errors: readonly FieldError[] };

/** The action of a step: a tool to call, or the list of tools to show. */
export function readStep(data: JsonObject): StepRequest {
  if (data.type === 'list_tools') {
    const errors = fieldErrors(data, LIST_TOOLS);
    return errors.length > 0 ? { kind: 'wrong', errors } : { kind: 'list_tools' };
  }
  const errors = fieldErrors(data, CALL_TOOL);
  if (errors.length > 0) return { kind: 'wrong', errors };
  const action = { tool: String(data.tool_name), arguments: (data.arguments ?? {}) as JsonObject };
  return { kind: 'act', action };
}
