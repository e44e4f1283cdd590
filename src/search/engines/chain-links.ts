import type { Expression } from '../language/expression.js';
import type { Value } from '../language/value-type.js';
import type { ChainStep } from './chain-steps.js';

/**
 * The last step of a chain, on the links before it. It doesn't hold what it gives: the values of all links would be nearly all
 * of the search's memory, and to go through a chain again once for all steps of one cost takes little.
 */
export type Link = { readonly step: ChainStep; readonly before: Link } | { readonly leaf: Expression };

/** What a chain is as an expression. */
export function expressionOf(link: Link): Expression {
  return 'leaf' in link ? link.leaf : link.step.after(expressionOf(link.before));
}

/** The chain, and what does the same on every example. */
export function alike(link: Link): readonly Link[] {
  if ('leaf' in link) return [link];
  const others = (link.step.alike ?? []).map((step) => ({ step, before: link.before }));
  return [
    link,
    ...others,
    ...alike(link.before)
      .slice(1)
      .map((before) => ({ step: link.step, before })),
  ];
}

/** What a chain makes of one example's input. */
export function itemsOf(link: Link, example: number): Value | undefined {
  if ('leaf' in link) return link.leaf.values[example];
  const given = itemsOf(link.before, example);
  return given === undefined ? undefined : link.step.apply(given, example);
}
