import type { DialectContext } from './dialect-context.js';

/** A fact about a source that is computed once, when it is first asked for. */
export function perContext<Fact>(
  compute: (context: DialectContext) => Fact,
): (context: DialectContext) => Fact {
  const known: WeakMap<DialectContext, { readonly fact: Fact }> = new WeakMap();
  return (context) => {
    let entry = known.get(context);
    if (entry === undefined) {
      entry = { fact: compute(context) };
      known.set(context, entry);
    }
    return entry.fact;
  };
}

/**
 * A question about names of a source whose answer is computed once for each name. A question that comes up again
 * while it is being answered is answered `meanwhile`.
 */
export function perName(
  meanwhile: boolean,
  answer: (name: string, context: DialectContext) => boolean,
): (name: string, context: DialectContext) => boolean {
  const answers = perContext(() => new Map<string, boolean>());
  return (name, context) => {
    const known = answers(context);
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, meanwhile);
    const found = answer(name, context);
    known.set(name, found);
    return found;
  };
}
