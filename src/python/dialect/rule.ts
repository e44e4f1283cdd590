import type { NodeOf, PythonNode, PythonNodeType } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import type { Edit } from './edit.js';
import type { GapEffect } from './gap.js';

/** One occurrence of a gap. */
export interface RuleMatch {
  /** The node to point at. */
  readonly node: PythonNode;
  readonly effect: GapEffect;
  /** What Monty lacks or does differently, in one line. */
  readonly message: string;
  /** What to write instead, in one line. */
  readonly hint: string;
  /** A rewrite that provably keeps the meaning and every statement's line, where there is one. */
  readonly repair?: Repair;
}

/** The edits that repair an occurrence, and what they need. */
export interface Repair {
  /** What the rewrite does, in a few words. */
  readonly description: string;
  /** Applied all or none. */
  readonly edits: readonly Edit[];
  /** Names of the prelude files whose definitions the rewritten code uses. */
  readonly preludes?: readonly string[];
}

/** One kind of gap: how it is recognised, and how it is repaired where it can be. */
export interface DialectRule {
  /** Stable identity: `dialect/del-statement`. */
  readonly id: string;
  /** The kinds of nodes that `check` is called with. */
  readonly types: readonly PythonNodeType[];
  readonly check: (node: PythonNode, context: DialectContext) => readonly RuleMatch[];
}

/** Makes a rule whose check gets nodes of the named kinds and answers one match, several, or none. */
export function defineRule<Type extends PythonNodeType>(rule: {
  readonly id: string;
  readonly types: readonly Type[];
  readonly check: (
    node: NodeOf<Type>,
    context: DialectContext,
  ) => RuleMatch | readonly RuleMatch[] | null | undefined;
}): DialectRule {
  return {
    id: rule.id,
    types: rule.types,
    check: (node, context) => {
      const found = rule.check(node as NodeOf<Type>, context);
      if (found === null || found === undefined) return [];
      return Array.isArray(found) ? found : [found as RuleMatch];
    },
  };
}
