import { numberValue, type PythonNode } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { perContext } from '../per-context.js';
import { type DialectRule, defineRule } from '../rule.js';
import { type TextUse, textRisks, textUses, usesOfName } from '../text-risks.js';

const FUNCTIONS = words('int float');
const CHARACTER = words('chr');

const risksOf = perContext((context) => textRisks(context.tree.code));
const usesOf = perContext((context) => textUses(context.tree.code));

/** `'straße'.title()`, `'²'.isdigit()`: the source has characters that Monty's tables treat differently. */
export const textCharacters: DialectRule = defineRule({
  id: 'dialect/text-characters',
  types: ['Attribute', 'Name'],
  check: (node, context) => {
    const risks = risksOf(context);
    if (risks.size === 0) return null;
    const name = node.nodeType === 'Attribute' ? node.attr : node.id;
    const uses = isPatternModule(node, context) ? (['patterns'] as const) : usesOfName(name);
    if (node.nodeType === 'Name' && context.builtinName(node, FUNCTIONS) === null && uses[0] !== 'patterns')
      return null;
    return uses.some((use) => risks.has(use)) ? match(node, name) : null;
  },
});

/** `chr(n)` makes characters that no text of the source shows; where that matters, it tells the sandbox which. */
export const characterCall: DialectRule = defineRule({
  id: 'dialect/chr',
  types: ['Name'],
  check: (node, context) => {
    if (node.ctx.nodeType !== 'Load' || context.builtinName(node, CHARACTER) === null) return null;
    const uses = usesOf(context);
    if (uses.size === 0) return null;
    const parent = context.tree.index.parent(node);
    const point = parent?.nodeType === 'Call' && parent.func === node ? numberValue(parent.args[0]) : null;
    if (point !== null) {
      return Number(point) <= 0x10ffff && Number(point) >= 0 && differs(Number(point), uses)
        ? match(node, 'chr')
        : null;
    }
    return {
      ...match(node, 'chr'),
      repair: {
        description: 'notice characters that Monty treats differently',
        edits: [{ ...context.span(node), parts: ['_mettle_chr'] }],
        preludes: ['characters'],
      },
    };
  },
});

function differs(point: number, uses: ReadonlySet<TextUse>): boolean {
  for (const use of textRisks(String.fromCodePoint(Math.trunc(point)))) if (uses.has(use)) return true;
  return false;
}

function isPatternModule(node: PythonNode, context: DialectContext): boolean {
  if (node.nodeType === 'Attribute') {
    return node.value.nodeType === 'Name' && context.importedModule(node.value.id) === 're';
  }
  return node.nodeType === 'Name' && context.importedMember(node.id)?.startsWith('re.') === true;
}

function match(
  node: PythonNode,
  name: string,
): { node: PythonNode; effect: 'may_differ'; message: string; hint: string } {
  return {
    node,
    effect: 'may_differ',
    message: `Monty's ${name} treats some characters of this source differently`,
    hint: 'keep to ASCII there, or use the cpython engine',
  };
}
