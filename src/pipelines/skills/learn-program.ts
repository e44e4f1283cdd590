import { isJsonObject, type Json, type Steps } from '../../core/index.js';
import { explain } from './explain-values.js';
import { type Expression, isSame, type Scope } from './expression.js';
import type { SlottedTrace } from './find-templates.js';
import { type Explainer, explainerOf, isConstant } from './known-values.js';
import { holds, type ItemCondition, type Program, type ProgramStep, seenOf } from './program.js';
import type { TraceGroup } from './traces.js';

/** A program that does what all these records did, of one skeleton; null where none was found. */
export function* learnProgram(records: readonly SlottedTrace[]): Steps<Program | null> {
  const [first] = records;
  if (first === undefined) return null;
  const steps: ProgramStep[] = [];
  let scopes: readonly Scope[] = records.map(({ slots }) => ({ slots, seen: [] }));
  for (let at = 0; at < first.trace.groups.length; at++) {
    const groups = records.map(({ trace }) => trace.groups[at] as TraceGroup);
    const explainer = explainerOf(scopes);
    yield;
    const step = learnCall(groups, explainer) ?? (yield* learnLoop(groups, explainer));
    if (step === null) return null;
    steps.push(step);
    scopes = scopes.map((scope, index) => ({
      ...scope,
      seen: [...scope.seen, seenOf(groups[index] as TraceGroup, step)],
    }));
  }
  const answer = explain(
    records.map(({ trace }) => trace.answer),
    explainerOf(scopes),
  );
  return answer === null ? null : { steps, answer };
}

/** One call in every record. */
function learnCall(groups: readonly TraceGroup[], explainer: Explainer): ProgramStep | null {
  if (groups.some(({ calls }) => calls.length !== 1)) return null;
  const given = learnArguments(
    groups.map(({ calls }) => calls[0]?.arguments ?? {}),
    explainer,
  );
  return given === null ? null : { tool: groups[0]?.tool ?? '', arguments: given, loop: null };
}

function learnArguments(
  given: readonly Readonly<Record<string, Json | undefined>>[],
  explainer: Explainer,
): Readonly<Record<string, Expression>> | null {
  const learnt: Record<string, Expression> = {};
  for (const name of Object.keys(given[0] ?? {}).sort()) {
    const of = explain(
      given.map((each) => each[name] ?? null),
      explainer,
      name,
    );
    if (of === null) return null;
    learnt[name] = of;
  }
  return learnt;
}

/** A call for each item of a list that was seen before, or for each that a condition holds for. */
function* learnLoop(groups: readonly TraceGroup[], explainer: Explainer): Steps<ProgramStep | null> {
  for (const { expression: over, values } of explainer.data) {
    if (over.kind !== 'data' || !values.every((value) => Array.isArray(value))) continue;
    const lists = values as readonly (readonly Json[])[];
    yield;
    for (const where of conditionsFor(lists, groups, explainer)) {
      const step = learnLoopOver(lists, over, where, groups, explainer);
      if (step !== null) return step;
    }
  }
  return null;
}

function learnLoopOver(
  lists: readonly (readonly Json[])[],
  over: Expression,
  where: ItemCondition | null,
  groups: readonly TraceGroup[],
  { scopes }: Explainer,
): ProgramStep | null {
  const inside: Scope[] = [];
  for (const [index, list] of lists.entries()) {
    const scope = scopes[index] as Scope;
    const items = where === null ? list : list.filter((item) => holds(where, { ...scope, item }));
    if (items.length !== groups[index]?.calls.length) return null;
    inside.push(...items.map((item) => ({ ...scope, item })));
  }
  const calls = groups.flatMap((group) => group.calls.map((call) => call.arguments));
  const given = learnArguments(calls, explainerOf(inside));
  return given === null ? null : { tool: groups[0]?.tool ?? '', arguments: given, loop: { over, where } };
}

const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const;

/** No condition, where there are as many calls as items; else the conditions under which an item is called for. */
function* conditionsFor(
  lists: readonly (readonly Json[])[],
  groups: readonly TraceGroup[],
  explainer: Explainer,
): Iterable<ItemCondition | null> {
  if (lists.every((list, index) => list.length === groups[index]?.calls.length)) {
    yield null;
    return;
  }
  const chosen = chosenItems(lists, groups);
  if (chosen === null) return;
  const items = lists.flatMap((list, index) =>
    list.map((item, at) => ({
      item,
      isChosen: chosen[index]?.has(at) === true,
      scope: explainer.scopes[index] as Scope,
    })),
  );
  const [sample] = items;
  if (sample === undefined || !isJsonObject(sample.item)) return;
  for (const member of Object.keys(sample.item).sort()) {
    const seen = items.map(({ item }) => (isJsonObject(item) ? item[member] : undefined));
    const wanted = seen.filter((_, index) => items[index]?.isChosen === true);
    const constants: Expression[] =
      wanted.length > 0 && isConstant(wanted) && wanted[0] !== undefined
        ? [{ kind: 'constant', value: wanted[0] }]
        : [];
    const known = explainer.slots.map(({ expression }) => expression);
    for (const to of [...known, ...constants]) {
      for (const compare of COMPARISONS) {
        const where: ItemCondition = { member, compare, to };
        if (items.every(({ item, isChosen, scope }) => holds(where, { ...scope, item }) === isChosen))
          yield where;
      }
    }
  }
}

/** Which items of each list were called for, by a member that the calls have as an argument; null where that is not clear. */
function chosenItems(
  lists: readonly (readonly Json[])[],
  groups: readonly TraceGroup[],
): readonly ReadonlySet<number>[] | null {
  const sample = lists.find((list) => list.length > 0)?.[0];
  if (!isJsonObject(sample)) return null;
  const names = Object.keys(groups[0]?.calls[0]?.arguments ?? {});
  for (const member of Object.keys(sample).sort()) {
    for (const name of names) {
      const chosen = lists.map((list, index) =>
        placesOf(list, groups[index] as TraceGroup, { member, name }),
      );
      if (chosen.every((places) => places !== null)) return chosen;
    }
  }
  return null;
}

/** The places of the items that the calls are about, in order. */
function placesOf(
  list: readonly Json[],
  { calls }: TraceGroup,
  { member, name }: { readonly member: string; readonly name: string },
): ReadonlySet<number> | null {
  const places = new Set<number>();
  let from = 0;
  for (const call of calls) {
    const at = list.findIndex(
      (item, index) => index >= from && isJsonObject(item) && isSame(item[member], call.arguments[name]),
    );
    if (at < 0) return null;
    places.add(at);
    from = at + 1;
  }
  return places;
}
