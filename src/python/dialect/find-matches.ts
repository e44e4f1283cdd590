import type { PythonNodeType } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import type { DialectRule, RuleMatch } from './rule.js';
import { dialectRules } from './rules.js';

/** A match with the rule that found it. */
export interface FoundMatch extends RuleMatch {
  readonly rule: string;
}

const rulesByType: ReadonlyMap<PythonNodeType, readonly DialectRule[]> = groupRules();

/** Every occurrence of every rule in a source, rule by rule. */
export function findMatches(context: DialectContext): readonly FoundMatch[] {
  const found: FoundMatch[] = [];
  for (const type of context.tree.index.types()) {
    for (const rule of rulesByType.get(type) ?? []) {
      for (const node of context.tree.index.ofType(type)) {
        for (const match of rule.check(node, context)) found.push({ ...match, rule: rule.id });
      }
    }
  }
  return found;
}

function groupRules(): ReadonlyMap<PythonNodeType, readonly DialectRule[]> {
  const grouped = new Map<PythonNodeType, DialectRule[]>();
  for (const rule of dialectRules) {
    for (const type of rule.types) grouped.set(type, [...(grouped.get(type) ?? []), rule]);
  }
  return grouped;
}
