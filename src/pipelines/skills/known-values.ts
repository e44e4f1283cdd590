import { isJsonObject, type Json } from '../../core/index.js';
import {
  type DataSource,
  type Expression,
  evaluate,
  isSame,
  type PathStep,
  type Scope,
  type SlotForm,
  slotIn,
} from './expression.js';

/** An expression with what it gives in each of the scopes. */
export interface KnownValue {
  readonly expression: Expression;
  readonly values: readonly Json[];
}

/** What explanations of values are made from. */
export interface Explainer {
  readonly scopes: readonly Scope[];
  readonly slots: readonly KnownValue[];
  readonly data: readonly KnownValue[];
}

/** Looks at what is known in the scopes, once for all values that are to be explained in them. */
export function explainerOf(scopes: readonly Scope[]): Explainer {
  const slots = slotValues(scopes);
  return { scopes, slots, data: dataValues(scopes, slots) };
}

/** Steps that a path goes into data. */
const DEEPEST = 6;
/** Values that are looked at. */
const MOST_VALUES = 800;
const FORMS: readonly SlotForm[] = ['as_is', 'number', 'text', 'lower', 'upper', 'snake'];

/** What slots give, in every form that all of them have. A form that gives what another does is left out. */
function slotValues(scopes: readonly Scope[]): readonly KnownValue[] {
  const [first] = scopes;
  return (first?.slots ?? []).flatMap((_, slot) => {
    const found: KnownValue[] = [];
    for (const form of FORMS) {
      const values = scopes.map(({ slots }) => slotIn(slots[slot] ?? null, form));
      if (values.some((value) => value === undefined)) continue;
      if (found.some((other) => other.values.every((value, index) => value === values[index]))) continue;
      found.push({ expression: { kind: 'slot', slot, form }, values: values as Json[] });
    }
    return found;
  });
}

/** What was seen before and is there in all scopes: the item of a loop first, then the last answer, then those before. */
export function dataValues(scopes: readonly Scope[], slots: readonly KnownValue[]): readonly KnownValue[] {
  const [first] = scopes;
  const found: KnownValue[] = [];
  const steps = Array.from(first?.seen ?? [], (_, index): DataSource => index).reverse();
  const sources: readonly DataSource[] = first?.item === undefined ? steps : ['item', ...steps];
  for (const source of sources) {
    const values = scopes.map((scope) => (source === 'item' ? scope.item : scope.seen[source]));
    if (values.every((value) => value !== undefined)) {
      walk({ source, path: [], values: values as Json[] }, found, slots);
    }
  }
  addChosen(scopes, slots, found);
  return found;
}

interface Place {
  readonly source: DataSource;
  readonly path: readonly PathStep[];
  readonly values: readonly Json[];
}

function walk(place: Place, found: KnownValue[], slots: readonly KnownValue[]): void {
  const { source, path, values } = place;
  if (found.length >= MOST_VALUES) return;
  found.push({ expression: { kind: 'data', source, path }, values });
  if (path.length >= DEEPEST) return;
  const into = (step: PathStep, next: readonly (Json | undefined)[]): void => {
    if (next.every((value) => value !== undefined)) {
      walk({ source, path: [...path, step], values: next as Json[] }, found, slots);
    }
  };
  if (values.every(isJsonObject)) {
    for (const name of Object.keys(values[0] ?? {}).sort()) {
      into(
        name,
        values.map((value) => (Object.hasOwn(value, name) ? value[name] : undefined)),
      );
    }
    for (const { expression, values: names } of slots) {
      // A member of the same name in every scope was looked at above.
      if (names.every((name) => name === names[0])) continue;
      const next = values.map((value, index) => {
        const name = names[index];
        return typeof name === 'string' && Object.hasOwn(value, name) ? value[name] : undefined;
      });
      into({ named: expression }, next);
    }
  } else if (values.every((value) => Array.isArray(value))) {
    const lists = values as readonly (readonly Json[])[];
    if (lists.some(({ length }) => length === 0)) return;
    if (lists.every(({ length }) => length === 1)) {
      into(
        { at: 'only' },
        lists.map(([item]) => item),
      );
      return;
    }
    into(
      { at: 'first' },
      lists.map(([item]) => item),
    );
    into(
      { at: 'last' },
      lists.map((list) => list.at(-1)),
    );
  }
}

/** Values that an item of a list is known by, beside slots. */
const MOST_KEYS = 60;

/** The members of items that are the only ones of their list with a known value. */
function addChosen(scopes: readonly Scope[], slots: readonly KnownValue[], found: KnownValue[]): void {
  const isPlain = (value: Json): boolean => typeof value === 'string' || typeof value === 'number';
  const keys = [
    ...slots,
    ...found.filter(({ values }) => values.every(isPlain) && !isConstant(values)).slice(0, MOST_KEYS),
  ];
  const lists = found.filter(
    ({ values }) =>
      values.every((value) => Array.isArray(value) && value.every(isJsonObject)) &&
      !values.every((value) => (value as readonly Json[]).length === 1),
  );
  for (const { expression, values } of lists) {
    const sample = (values[0] as readonly Json[])[0];
    if (expression.kind !== 'data' || !isJsonObject(sample)) continue;
    for (const where of Object.keys(sample).sort()) {
      for (const key of keys) {
        const step: PathStep = { where, is: key.expression };
        const path = [...expression.path, step];
        const chosen: Expression = { ...expression, path };
        const next: Json[] = [];
        for (const scope of scopes) {
          const item = evaluate(chosen, scope);
          if (item === undefined) break;
          next.push(item);
        }
        if (next.length === scopes.length) {
          walk({ source: expression.source, path, values: next }, found, slots);
        }
      }
    }
  }
}

/** Whether all values are the same. */
export function isConstant(values: readonly (Json | undefined)[]): boolean {
  return values.every((value) => isSame(value, values[0]));
}
