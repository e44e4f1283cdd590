import { type OptionKind, type OptionKinds, option } from '../../core/index.js';
import { rubricPresets } from '../../evaluation/index.js';
import { DEDUP_KEYS } from '../../evaluation/internal.js';
import { TRAJECTORY_MODES } from '../../generation/internal.js';
import type { BudgetLimits } from '../../models/index.js';
import { trajectoryFormats } from '../../records/index.js';
import type { Recipe, RecipeFilter, RecipeQuery, RecipeTasks } from './recipe.js';

/** What a field of a recipe, or of an object in it, has to be. */
export interface RecipeField {
  readonly kind: OptionKind;
  /** The fields of the object that it may be, or that its items may be. */
  readonly fields?: RecipeFields;
}

/** Fields by name. */
export type RecipeFields = Readonly<Record<string, RecipeField>>;

const VERDICTS = option.list(option.oneOf(['pass', 'fail', 'not_checked', 'error']), 1);
const NOTHING: OptionKind = { wanted: 'null', allows: (value) => value === null };
const NAMES = option.list(option.words, 1);
const WORLD = option.either(option.words, option.object);
const FORMAT = option.oneOf(trajectoryFormats.map(({ name }) => name));

const TASKS: OptionKinds<RecipeTasks> = {
  level: option.wholeNumber(1),
  split: option.oneOf(['train', 'held_out']),
};

const QUERY: OptionKinds<RecipeQuery> = { query: option.required(option.words), expected: option.record };

const FILTER: OptionKinds<RecipeFilter> = {
  outcomes: VERDICTS,
  verifications: VERDICTS,
  splits: option.either(option.list(option.string, 1), option.oneOf(['any'])),
  modes: option.list(option.oneOf(TRAJECTORY_MODES), 1),
  minScore: option.share,
};

const BUDGET: OptionKinds<BudgetLimits> = {
  calls: option.wholeNumber(1),
  tokens: option.wholeNumber(1),
  cost: option.positive,
  seconds: option.positive,
};

const RECIPE: OptionKinds<Recipe> = {
  name: option.words,
  queries: oneOrMany(option.either(option.words, option.object), option.words),
  query: option.words,
  domains: option.list(option.either(option.string, NOTHING)),
  tasks: option.object,
  numTrajectories: option.wholeNumber(1),
  environment: oneOrMany(WORLD),
  tools: NAMES,
  mode: option.oneOf(TRAJECTORY_MODES),
  varyModes: option.boolean,
  maxSteps: option.wholeNumber(1),
  temperature: option.amount,
  maxTokens: option.wholeNumber(1),
  maxRevisions: option.wholeNumber(0),
  model: oneOrMany(option.words),
  useMock: option.oneOf(['auto', true, false]),
  skills: oneOrMany(option.words),
  policy: option.words,
  rationales: option.words,
  seed: option.integer,
  verify: option.boolean,
  evaluate: option.boolean,
  rubric: option.oneOf(rubricPresets),
  judge: option.words,
  dedup: option.oneOf([true, false, ...DEDUP_KEYS]),
  dedupThreshold: option.between(0.1, 1),
  filter: option.object,
  exportFormat: oneOrMany(FORMAT),
  exportPath: option.words,
  budget: option.object,
  prices: option.record,
  concurrency: option.wholeNumber(1),
};

const NESTED: Readonly<Record<string, RecipeFields>> = {
  queries: plain(QUERY),
  tasks: plain(TASKS),
  filter: plain(FILTER),
  budget: plain(BUDGET),
};

/** The fields of a recipe. */
export const recipeFields: RecipeFields = Object.fromEntries(
  Object.entries(plain(RECIPE)).map(([name, { kind }]) => {
    const fields = Object.hasOwn(NESTED, name) ? NESTED[name] : undefined;
    return [name, fields === undefined ? { kind } : { kind, fields }];
  }),
);

function plain(kinds: Readonly<Record<string, OptionKind>>): RecipeFields {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { kind }]));
}

/** A value, or a list of at least one of the kind. */
function oneOrMany(kind: OptionKind, one: OptionKind = kind): OptionKind {
  const list = option.list(kind, 1);
  return {
    wanted: `${one.wanted}, or a list of these`,
    allows: (value) => one.allows(value) || list.allows(value),
    item: kind,
  };
}
