import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { parseJsonText } from '../../core/index.js';
import { errorMessage, jsonProblem, startOf, visibleText } from '../../core/internal.js';
import { pipelineError } from '../error-codes.js';
import { checkRecipe, fieldName, type RecipeProblem } from './check-recipe.js';
import type { Recipe } from './recipe.js';

/** Characters of YAML: more would keep the process from its other work. Long lists of queries have a file of their own. */
const MAX_YAML = 32_000;
/** Characters of JSON. */
const MAX_JSON = 1_000_000;

/**
 * Reads a recipe from YAML or JSON text. A field that there is not, twice the same field and a value of the wrong kind are refused, with
 * the line, the way to it and the nearest name. Names with underscores, as AgentSynth writes them, are read too.
 *
 * @param subject - what the text is, for the message: `recipe.yaml`.
 * @throws {MettleError} `pipelines/invalid_recipe`.
 */
export function parseRecipe(text: string, subject = 'The recipe'): Recipe {
  const isJson = /^\uFEFF?\s*\{/.test(text);
  const most = isJson ? MAX_JSON : MAX_YAML;
  if (text.length > most) {
    throw invalidRecipe(
      `${subject} is longer than ${most} characters. Put long lists into a file of their own: queries: FILE.`,
    );
  }
  const checked = checkRecipe(isJson ? readJson(text, subject) : readYaml(text, subject));
  if (!('problem' in checked)) return checked.recipe;
  const { path, message } = checked.problem;
  const line = lineOf(text, checked.problem);
  const places = [...(line === null ? [] : [`line ${line}`]), ...(path.length === 0 ? [] : [pathText(path)])];
  throw invalidRecipe(`${[subject, ...places].join(', ')}: ${message}`);
}

/** The error for a recipe that makes no sense. */
export function invalidRecipe(message: string, cause?: unknown): Error {
  return pipelineError('invalid_recipe', message, { cause });
}

function readJson(text: string, subject: string): unknown {
  try {
    return parseJsonText(text, { subject, maxCharacters: MAX_JSON });
  } catch (error) {
    throw invalidRecipe(errorMessage(error), error);
  }
}

function readYaml(text: string, subject: string): unknown {
  try {
    const document = parseDocument(text, { schema: 'core', logLevel: 'silent', prettyErrors: true });
    const [problem] = document.errors;
    if (problem !== undefined) throw problem;
    const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
    const unsafe = jsonProblem(value);
    if (unsafe !== undefined) throw new Error(`it ${unsafe}`);
    return value;
  } catch (error) {
    const reason = startOf(visibleText(errorMessage(error).split('\n')[0] ?? ''), 200).replace(/:$/, '');
    throw invalidRecipe(`${subject} is not YAML: ${reason}.`, error);
  }
}

/** `queries[3].query`. */
function pathText(path: RecipeProblem['path']): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${startOf(visibleText(part), 60)}`))
    .join('')
    .replace(/^\./, '');
}

/** The line that a problem stands in; null where it can't be told. */
function lineOf(text: string, { path, isName }: RecipeProblem): number | null {
  if (text.length > MAX_YAML) return null;
  const lines = new LineCounter();
  let at: unknown = parseDocument(text, { schema: 'core', logLevel: 'silent', lineCounter: lines }).contents;
  let found: Node | null = isNode(at) ? at : null;
  for (const [index, part] of path.entries()) {
    const isLast = index === path.length - 1;
    if (isMap(at)) {
      const entries = at;
      const named = (matches: (name: unknown) => boolean) =>
        entries.items.find(({ key }) => isScalar(key) && matches(key.value));
      const pair = named((name) => name === part) ?? named((name) => fieldName(String(name)) === part);
      if (isNode(pair?.key) && isLast && isName) found = pair.key;
      else if (isNode(pair?.value)) found = pair.value;
      at = pair?.value;
    } else if (isSeq(at)) {
      at = at.items[Number(part)];
      if (isNode(at)) found = at;
    }
  }
  const offset = found?.range?.[0];
  return offset === undefined ? null : lines.linePos(offset).line;
}
