import { canonicalJson } from '../canonical-json.js';
import { LimitReached, type Run } from './run.js';

/** Whether two values are the same JSON; members in any order. Its work is taken from the run. */
export function sameJson(left: unknown, right: unknown, run: Run): boolean {
  const pending: [unknown, unknown][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [one, other] = pair;
    run.spend(1);
    if (typeof one === 'string' && typeof other === 'string' && one.length === other.length) {
      run.spend(one.length >> 8);
    }
    if (one === other) continue;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const names = run.namesIn(one);
    if (names.length !== run.namesIn(other).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(other, name)) return false;
      pending.push([(one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]]);
    }
  }
  return true;
}

/** The positions of the first two equal items of a list, or null. */
export function firstRepeat(items: readonly unknown[], run: Run): readonly [number, number] | null {
  const scalars = new Map<unknown, number>();
  const containers = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    run.spend(1);
    const isScalar = typeof item !== 'object' || item === null;
    const [known, key] = isScalar ? [scalars, item] : [containers, textOf(item, run)];
    const before = (known as Map<unknown, number>).get(key);
    if (before !== undefined) return [before, index];
    (known as Map<unknown, number>).set(key, index);
  }
  return null;
}

function textOf(item: object, run: Run): string {
  let text: string;
  try {
    text = canonicalJson(item);
  } catch {
    throw new LimitReached('too deep to be compared, or not JSON');
  }
  run.spend(text.length >> 4);
  return text;
}
