import { isJsonObject } from '../../core/index.js';
import { nearNames } from '../../core/internal.js';
import { generationFileNames } from './generation-files.js';
import type { Recipe } from './recipe.js';
import { type RecipeField, type RecipeFields, recipeFields } from './recipe-fields.js';

/** What is wrong with a recipe, and where in it. */
export interface RecipeProblem {
  /** The way to the value: `['filter', 'minScore']`, `['queries', 3]`. */
  readonly path: readonly (string | number)[];
  /** Whether the name at the end of the path is wrong, not its value. */
  readonly isName: boolean;
  /** A sentence without the place. */
  readonly message: string;
}

/** Names of AgentSynth's recipes that are others here, beside those with underscores. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['max_workers', 'concurrency']]);

/** AgentSynth's names of export formats that are others here. */
const OTHER_FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['jsonl', 'mettle'],
  ['sft', 'trl-sft'],
]);

/** The name of a field: underscores, as AgentSynth's recipes have them, are taken for capitals. */
export function fieldName(name: string): string {
  return (
    OTHER_NAMES.get(name) ?? name.replace(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  );
}

/** A recipe from plain data, or what is wrong with it. */
export function checkRecipe(
  value: unknown,
): { readonly recipe: Recipe } | { readonly problem: RecipeProblem } {
  const read = readFields(value, recipeFields, []);
  if ('problem' in read) return read;
  const recipe = read.value as Recipe;
  const conflict = conflictIn(recipe);
  return conflict === null ? { recipe } : { problem: conflict };
}

type Read = { readonly value: unknown } | { readonly problem: RecipeProblem };

function readFields(given: unknown, fields: RecipeFields, path: RecipeProblem['path']): Read {
  if (!isJsonObject(given))
    return wrong(path, `${path.length === 0 ? 'A recipe' : 'It'} must be names with values.`);
  const found: Record<string, unknown> = {};
  for (const [written, member] of Object.entries(given)) {
    const name = fieldName(written);
    const at = [...path, written];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return unknown(at, Object.keys(fields));
    if (Object.hasOwn(found, name)) return wrong(at, `It is given twice: ${name} is the same.`, true);
    // AgentSynth writes null for what is not given.
    if (member === null || member === undefined) continue;
    const value = name === 'exportFormat' ? (OTHER_FORMATS.get(member) ?? member) : member;
    const read = readField(value, field, at);
    if ('problem' in read) return read;
    found[name] = read.value;
  }
  const missing = Object.entries(fields).find(
    ([name, { kind }]) => kind.required && !Object.hasOwn(found, name),
  );
  return missing === undefined ? { value: found } : wrong(path, `It needs ${missing[0]}.`);
}

function readField(value: unknown, { kind, fields }: RecipeField, path: RecipeProblem['path']): Read {
  if (!kind.allows(value)) return wrongValue(value, kind, path);
  if (fields === undefined) return { value };
  if (!Array.isArray(value)) return isJsonObject(value) ? readFields(value, fields, path) : { value };
  const items: unknown[] = [];
  for (const [index, item] of value.entries()) {
    const read: Read = isJsonObject(item) ? readFields(item, fields, [...path, index]) : { value: item };
    if ('problem' in read) return read;
    items.push(read.value);
  }
  return { value: items };
}

function wrongValue(
  value: unknown,
  { wanted, item }: RecipeField['kind'],
  path: RecipeProblem['path'],
): Read {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const index = item === undefined ? -1 : items.findIndex((each) => !item.allows(each));
  if (item === undefined || index < 0) return wrong(path, `It must be ${wanted}; got ${shown(value)}.`);
  return wrong([...path, index], `It must be ${item.wanted}; got ${shown(items[index])}.`);
}

function unknown(path: RecipeProblem['path'], known: readonly string[]): Read {
  const [near] = nearNames(fieldName(String(path.at(-1))), known);
  const owner = path.slice(0, -1).findLast((part) => typeof part === 'string') ?? 'A recipe';
  const hint = near === undefined ? ` It has ${known.join(', ')}.` : ` Did you mean ${near}?`;
  return wrong(path, `${owner} has no such field.${hint}`, true);
}

function wrong(
  path: RecipeProblem['path'],
  message: string,
  isName = false,
): { readonly problem: RecipeProblem } {
  return { problem: { path, isName, message } };
}

/** Fields that make no sense together. */
function conflictIn(recipe: Recipe): RecipeProblem | null {
  const { queries, query, model, policy, evaluate, exportFormat, exportPath, filter } = recipe;
  const hasQueries = queries !== undefined || query !== undefined;
  const rules: readonly (readonly [broken: boolean, field: string, message: string])[] = [
    [queries !== undefined && query !== undefined, 'query', 'Give query or queries, not both.'],
    [
      hasQueries && recipe.tasks !== undefined,
      'tasks',
      'It is for generated tasks; queries bring their own.',
    ],
    [
      !hasQueries && recipe.domains !== undefined,
      'domains',
      'It says what queries are about: give queries too.',
    ],
    [
      policy !== undefined && model !== undefined,
      'policy',
      'It plays without a model: give policy or model, not both.',
    ],
    [
      policy !== undefined && recipe.useMock === false,
      'policy',
      'It plays without a model, and useMock: false asks for one.',
    ],
    [recipe.useMock === true && model !== undefined, 'model', 'It would never be asked: useMock is true.'],
    [
      recipe.rationales !== undefined && model !== undefined,
      'rationales',
      'It explains what the oracle does: give rationales or model, not both.',
    ],
    [
      evaluate === false && recipe.rubric !== undefined,
      'rubric',
      'It is for runs that are evaluated; evaluate is false.',
    ],
    [
      evaluate === false && recipe.judge !== undefined,
      'judge',
      'It is for runs that are evaluated; evaluate is false.',
    ],
    [
      evaluate === false && filter?.minScore !== undefined,
      'filter',
      'minScore needs scores; evaluate is false.',
    ],
    [
      (recipe.dedup === undefined || recipe.dedup === false) && recipe.dedupThreshold !== undefined,
      'dedupThreshold',
      'It is for dedup, which is off.',
    ],
    [exportPath !== undefined && exportFormat === undefined, 'exportPath', 'It needs exportFormat.'],
    [
      exportPath !== undefined && Array.isArray(exportFormat) && exportFormat.length > 1,
      'exportPath',
      'It is for one format; with several, each file has its own name.',
    ],
    [
      exportPath !== undefined && !isExportPath(exportPath),
      'exportPath',
      'It must be a path within the output folder, and none of the files that every run writes there.',
    ],
  ];
  const [rule] = rules.filter(([broken]) => broken);
  return rule === undefined ? null : { path: [rule[1]], isName: true, message: rule[2] };
}

/** Names in the output folder that are no export's, in lower case: some file systems know no other. */
const OWN_NAMES: ReadonlySet<string> = new Set(Object.values(generationFileNames));

/** Whether a path stays within the output folder, and leaves the files there alone that every run writes: a recipe may be a stranger's. */
function isExportPath(path: string): boolean {
  const [first, ...more] = path.split(/[\\/]/).filter((name) => name !== '.');
  if (first === undefined || OWN_NAMES.has(first.toLowerCase())) return false;
  return [first, ...more].every((name) => name !== '' && name !== '..' && !/[:\0]/.test(name));
}

/** A value in an error: short. */
function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `${value.length} characters` : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'names with values';
}
