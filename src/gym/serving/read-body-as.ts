import { isJsonObject, type Json, type JsonObject, parseJsonText } from '../../core/index.js';
import { fieldErrors, type MessageRules, withoutAddresses } from './field-errors.js';
import { type HttpAnswer, httpProblem } from './http-answer.js';

/** A body that is an object as the rules have it, or the answer that says why not. */
export function readBodyAs(
  body: string,
  rules: MessageRules,
): { readonly values: JsonObject } | { readonly problem: HttpAnswer } {
  let value: Json;
  try {
    value = parseJsonText(body, { subject: 'The body' });
  } catch {
    const detail = [{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {} }];
    return { problem: httpProblem(422, detail) };
  }
  if (!isJsonObject(value)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    const detail = [{ type: 'model_attributes_type', loc: ['body'], msg, input: value }];
    return { problem: httpProblem(422, detail) };
  }
  const errors = fieldErrors(value, rules, ['body']);
  return errors.length > 0 ? { problem: httpProblem(422, withoutAddresses(errors)) } : { values: value };
}
