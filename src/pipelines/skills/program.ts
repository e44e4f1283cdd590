import type { Json } from '../../core/index.js';
import { type Expression, evaluate, isSame, type Scope } from './expression.js';
import type { TraceGroup } from './traces.js';

/** Which items of a list a loop is about: those with this in a member. */
export interface ItemCondition {
  readonly member: string;
  readonly compare: '==' | '!=' | '<' | '<=' | '>' | '>=';
  readonly to: Expression;
}

/** One call, or one for each item of a list. */
export interface ProgramStep {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, Expression>>;
  readonly loop: { readonly over: Expression; readonly where: ItemCondition | null } | null;
}

/** What a skill does: calls in turn, and an answer. */
export interface Program {
  readonly steps: readonly ProgramStep[];
  readonly answer: Expression;
}

/** The items that a loop is about; null where there is no list. */
function loopItems({ over, where }: NonNullable<ProgramStep['loop']>, scope: Scope): readonly Json[] | null {
  const list = evaluate(over, scope);
  if (!Array.isArray(list)) return null;
  const items = list as readonly Json[];
  return where === null ? items : items.filter((item) => holds(where, { ...scope, item }));
}

/** Whether an item is one that a loop is about. */
export function holds({ member, compare, to }: ItemCondition, scope: Scope): boolean {
  const left = evaluate({ kind: 'data', source: 'item', path: [member] }, scope);
  const right = evaluate(to, scope);
  if (compare === '==') return isSame(left, right);
  if (compare === '!=') return left !== undefined && !isSame(left, right);
  const isOrdered =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string');
  if (!isOrdered) return false;
  if (compare === '<') return left < right;
  if (compare === '<=') return left <= right;
  return compare === '>' ? left > right : left >= right;
}

/** What is seen of a step: the answer of a call, or those of a loop. */
export function seenOf({ calls }: TraceGroup, { loop }: ProgramStep): Json {
  return loop === null ? (calls[0]?.data ?? null) : calls.map(({ data }) => data);
}

/** Whether a program makes exactly these calls with these slots, and gives this answer, where the world answers as it did. */
export function explains(
  { steps, answer }: Program,
  {
    slots,
    groups,
    given,
  }: { readonly slots: readonly Json[]; readonly groups: readonly TraceGroup[]; readonly given: Json },
): boolean {
  if (groups.length !== steps.length) return false;
  const seen: Json[] = [];
  for (const [index, step] of steps.entries()) {
    const group = groups[index] as TraceGroup;
    const scope: Scope = { slots, seen };
    if (group.tool !== step.tool) return false;
    const items = step.loop === null ? [undefined] : loopItems(step.loop, scope);
    if (items === null || items.length !== group.calls.length) return false;
    const isMade = group.calls.every(({ arguments: made }, at) => {
      const item = items[at];
      const expected = evaluate(
        { kind: 'members', members: step.arguments },
        item === undefined ? scope : { ...scope, item },
      );
      return isSame(expected, made);
    });
    if (!isMade) return false;
    seen.push(seenOf(group, step));
  }
  const value = evaluate(answer, { slots, seen });
  if (typeof value === 'number' && typeof given === 'number') {
    return Math.abs(value - given) <= 1e-9 * Math.max(1, Math.abs(given));
  }
  return isSame(value, given);
}
