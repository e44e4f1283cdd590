import { parseDocument } from 'yaml';
import { isJsonObject, type JsonObject, parseJsonText } from '../../core/index.js';
import { errorMessage, jsonProblem, startOf, visibleText } from '../../core/internal.js';
import { specError } from './rest-error.js';

/** Characters of an OpenAPI document's text. */
export const MAX_SPEC_CHARACTERS = 32_000_000;
/** Nodes that YAML aliases may add: a few anchors are usual, and a bomb needs far more. */
const MAX_ALIASES = 100;

/**
 * The object that the JSON or YAML text of an OpenAPI document holds.
 * @param subject - what the text is, for the message: `The OpenAPI document shop.yaml`.
 * @throws {MettleError} `environments/invalid_openapi`.
 */
export function parseSpecText(text: string, subject: string): JsonObject {
  if (text.length > MAX_SPEC_CHARACTERS) {
    throw specError(`${subject} is longer than ${MAX_SPEC_CHARACTERS} characters.`);
  }
  const value = /^\uFEFF?\s*\{/.test(text) ? readJson(text, subject) : readYaml(text, subject);
  if (!isJsonObject(value)) throw specError(`${subject} holds no object.`);
  return value;
}

/** A document that is plain JSON, of bounded nesting, without names that set prototypes. */
export function checkedSpec<T>(value: T, subject: string): T {
  const problem = jsonProblem(value);
  if (problem !== undefined) throw specError(`${subject} ${problem}.`);
  return value;
}

function readJson(text: string, subject: string): unknown {
  try {
    return parseJsonText(text, { subject });
  } catch (error) {
    // Flow mappings of YAML begin with a brace too.
    const value = tryYaml(text);
    if (value === undefined) throw specError(errorMessage(error), error);
    return value;
  }
}

function tryYaml(text: string): unknown {
  try {
    return readYaml(text, '');
  } catch {
    return undefined;
  }
}

function readYaml(text: string, subject: string): unknown {
  return checkedSpec(yamlValue(text, subject), subject);
}

function yamlValue(text: string, subject: string): unknown {
  try {
    const document = parseDocument(text, {
      schema: 'core',
      merge: true,
      logLevel: 'silent',
      prettyErrors: true,
    });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    const reason = startOf(visibleText(errorMessage(error).split('\n')[0] ?? ''), 200);
    throw specError(`${subject} is not YAML: ${reason}`, error);
  }
}
