import { canonicalJson, type Json, type JsonObject } from '../../core/index.js';
import { fieldsOfBoth, leavesByField } from '../rewards/leaves.js';
import { addConfusions, type Confusion, NO_DECISIONS } from './confusion.js';
import { tokensOf } from './tokens.js';

/** Compares an answer with the expected one: decisions by field or by label. Null is an answer that is missing. */
export type CountDecisions = (
  expected: JsonObject,
  actual: JsonObject | null,
) => ReadonlyMap<string, Confusion>;

/** Counts the words that both sides of a field share, as multisets. */
export const countTokens: CountDecisions = (expected, actual) =>
  byField(expected, actual, (wanted, given) => {
    const left = new Map<string, number>();
    for (const word of wanted.flatMap(tokensOf)) left.set(word, (left.get(word) ?? 0) + 1);
    const expectedWords = [...left.values()].reduce((sum, count) => sum + count, 0);
    if (given === null) return { ...NO_DECISIONS, fn: expectedWords, lost: expectedWords };
    let tp = 0;
    let fp = 0;
    for (const word of given.flatMap(tokensOf)) {
      const count = left.get(word) ?? 0;
      if (count > 0) {
        tp++;
        left.set(word, count - 1);
      } else fp++;
    }
    return { ...NO_DECISIONS, tp, fp, fn: expectedWords - tp };
  });

/**
 * Counts yes and no, value by value. A number says yes above the threshold. An expected value that is neither boolean nor
 * number is not counted; a given one is no answer, and a no that is expected of a missing answer counts as a wrong yes.
 */
export function countBinary(threshold: number): CountDecisions {
  return (expected, actual) => {
    const counts = byField(expected, actual, (wanted, given) =>
      wanted
        .map((value, index) => decide(saysYes(value, threshold), saysYes(given?.[index], threshold)))
        .reduce(addConfusions, NO_DECISIONS),
    );
    return new Map([...counts].filter(([, { tp, fp, fn, tn }]) => tp + fp + fn + tn > 0));
  };
}

/** How {@link countLabels} finds the labels, and what it counts them by. */
export interface CountLabelsOptions {
  /**
   * `values`: each text or number in a field is a label. `presence`: each field is a label, there when its value is true
   * or above the threshold.
   */
  readonly labels: 'values' | 'presence';
  readonly threshold: number;
  /** By label, as classes are averaged; by field, as answers are compared. */
  readonly by: 'field' | 'label';
}

/** Compares sets of labels. A missing answer lacks each label that is expected. */
export function countLabels({ labels, threshold, by }: CountLabelsOptions): CountDecisions {
  const labelsOf = (record: JsonObject): Map<string, Set<string>> =>
    labels === 'presence' ? presentFields(record, threshold) : labelsByField(record);
  return (expected, actual) => {
    const wanted = labelsOf(expected);
    const given = actual === null ? null : labelsOf(actual);
    const counts = new Map<string, Confusion>();
    for (const field of fieldsOfBoth(wanted, given ?? new Map())) {
      const wantedHere = wanted.get(field) ?? NO_LABELS;
      const givenHere = given === null ? null : (given.get(field) ?? NO_LABELS);
      if (by === 'field') counts.set(field, NO_DECISIONS);
      for (const label of new Set([...wantedHere, ...(givenHere ?? NO_LABELS)])) {
        const key = by === 'field' ? field : `${field}=${label}`;
        const decision = decide(wantedHere.has(label), givenHere === null ? null : givenHere.has(label));
        counts.set(key, addConfusions(counts.get(key) ?? NO_DECISIONS, decision));
      }
    }
    return counts;
  };
}

const NO_LABELS: ReadonlySet<string> = new Set();

function byField(
  expected: JsonObject,
  actual: JsonObject | null,
  compare: (wanted: readonly Json[], given: readonly Json[] | null) => Confusion,
): ReadonlyMap<string, Confusion> {
  const wanted = leavesByField(expected);
  const given = actual === null ? null : leavesByField(actual);
  const counts = new Map<string, Confusion>();
  for (const field of fieldsOfBoth(wanted, given ?? new Map())) {
    counts.set(field, compare(wanted.get(field) ?? [], given === null ? null : (given.get(field) ?? [])));
  }
  return counts;
}

function decide(wanted: boolean | null, given: boolean | null): Confusion {
  if (wanted === null) return NO_DECISIONS;
  if (given === null) {
    return wanted ? { ...NO_DECISIONS, fn: 1, lost: 1 } : { ...NO_DECISIONS, fp: 1 };
  }
  if (wanted) return given ? { ...NO_DECISIONS, tp: 1 } : { ...NO_DECISIONS, fn: 1 };
  return given ? { ...NO_DECISIONS, fp: 1 } : { ...NO_DECISIONS, tn: 1 };
}

function saysYes(value: Json | undefined, threshold: number): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value > threshold : null;
}

function labelsByField(record: JsonObject): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>();
  for (const [path, leaves] of leavesByField(record)) {
    // A label alone and a list of one label are the same set.
    const field = path.replaceAll('[]', '');
    const labels = fields.get(field) ?? new Set();
    for (const leaf of leaves) labels.add(typeof leaf === 'string' ? leaf.trim() : canonicalJson(leaf));
    fields.set(field, labels);
  }
  return fields;
}

function presentFields(record: JsonObject, threshold: number): Map<string, Set<string>> {
  const present = new Set<string>();
  for (const [field, leaves] of leavesByField(record)) {
    if (leaves.some((leaf) => saysYes(leaf, threshold) === true)) present.add(field);
  }
  return new Map([['', present]]);
}
