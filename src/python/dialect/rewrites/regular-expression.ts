import { type NodeOf, type PythonExpression, stringValue } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import type { Edit } from '../edit.js';
import { compiledVerbs, isMultiline, type PatternCall, patternCall } from '../pattern-calls.js';
import { isPlainReplacement, type PatternFacts, patternFacts } from '../pattern-text.js';
import { type DialectRule, defineRule, type RuleMatch } from '../rule.js';

/** Patterns that Monty reads differently: `$` at a last line end, groups in `split`, empty matches, replacements. */
export const regularExpression: DialectRule = defineRule({
  id: 'dialect/regular-expression',
  types: ['Call'],
  check: (node, context) => {
    const call = patternCall(node, context);
    if (call === null) return replacementOfMethod(node, context);
    const verbs = call.verb === 'compile' ? compiledVerbs(node, context) : new Set([call.verb]);
    const text = stringValue(call.pattern);
    if (text === null) return [noticed(call.pattern, verbs, context)];
    const facts = patternFacts(text);
    const matches = [...counted(node, verbs, facts), ...ended(node, call, facts, context)];
    if (call.flags !== undefined && isMultiline(call.flags, context) === null && /[wdsbWDSB]/.test(text)) {
      matches.push(
        differs(node, 'Monty does not know every flag of regular expressions', 'use re.I, re.M or re.S'),
      );
    }
    const replacement = call.verb === 'sub' || call.verb === 'subn' ? node.args[1] : undefined;
    return replacement === undefined ? matches : [...matches, ...replaced(replacement, facts, context)];
  },
});

/** Groups and empty matches, where the verbs count them. */
function counted(node: NodeOf<'Call'>, verbs: ReadonlySet<string>, facts: PatternFacts): RuleMatch[] {
  if (verbs.has('split') && facts.groups > 0) {
    return [
      differs(
        node,
        'Monty leaves the separators out where the pattern of re.split has groups',
        'use re.finditer, or a pattern without groups',
      ),
    ];
  }
  const [verb] = [...verbs].filter((each) => COUNTING.test(each));
  return verb !== undefined && facts.canBeEmpty
    ? [
        differs(
          node,
          `Monty counts empty matches in re.${verb} differently`,
          'use a pattern that cannot match nothing',
        ),
      ]
    : [];
}

const COUNTING = /^(?:split|subn?|findall|finditer)$/;

/** `$` and `\Z`, which Monty takes for one another. */
function ended(
  node: NodeOf<'Call'>,
  call: PatternCall,
  facts: PatternFacts,
  context: DialectContext,
): RuleMatch[] {
  const lines = facts.inlineFlags.includes('m') ? true : isMultiline(call.flags, context);
  const anchors = facts.endAnchors.filter(({ text }) => lines !== true || text === '\\Z');
  if (anchors.length === 0) return [];
  const match = differs(
    node,
    'Monty matches $ at the very end alone, and \\Z before a last line end too',
    'strip the text first',
  );
  const literal = plainLiteral(call.pattern, context);
  const isSure =
    lines !== null && !facts.inlineFlags.includes('x') && anchors.every(({ repeated }) => !repeated);
  if (literal === null || !isSure) return [match];
  const edits = anchors.map(({ index, text }): Edit => {
    const start = literal.start + index;
    return { start, end: start + text.length, parts: [END[text][literal.raw ? 'raw' : 'plain']] };
  });
  return [{ ...match, repair: { description: 'ask for the end as CPython means it', edits } }];
}

const END = {
  $: { raw: '(?=\\n?(?![\\s\\S]))', plain: '(?=\\\\n?(?![\\\\s\\\\S]))' },
  '\\Z': { raw: '(?![\\s\\S])', plain: '(?![\\\\s\\\\S])' },
} as const;

/** Where the text of a literal starts whose source is its text, character by character; null for any other. */
function plainLiteral(
  node: PythonExpression,
  context: DialectContext,
): { readonly start: number; readonly raw: boolean } | null {
  const [whole, prefix, quotes, body] =
    /^([rR]?)('''|"""|'|")([\s\S]*)\2$/.exec(context.tree.text(node)) ?? [];
  if (whole === undefined || prefix === undefined || quotes === undefined || body === undefined) return null;
  const raw = prefix !== '';
  if (body !== stringValue(node) || (!raw && body.includes('\\'))) return null;
  return { start: context.tree.start(node) + prefix.length + quotes.length, raw };
}

/** A pattern that only the run knows: it is looked at there. */
function noticed(node: PythonExpression, verbs: ReadonlySet<string>, context: DialectContext): RuleMatch {
  const checks = [
    verbs.has('split') ? 'groups' : '',
    [...verbs].some((verb) => COUNTING.test(verb)) ? 'empty' : '',
  ];
  const span = context.span(node);
  return {
    ...differs(node, 'Monty reads some patterns differently', 'write the pattern as a literal'),
    repair: {
      description: 'notice patterns that Monty reads differently',
      edits: [{ ...span, parts: ['_mettle_pattern((', span, `), '${checks.join(' ').trim()}')`] }],
      preludes: ['patterns'],
    },
  };
}

function replaced(node: PythonExpression, facts: PatternFacts | null, context: DialectContext): RuleMatch[] {
  if (node.nodeType === 'Lambda') return [];
  const text = stringValue(node);
  const match = differs(node, 'Monty reads escapes in replacements differently', 'use a function, or \\g<1>');
  if (text !== null) {
    const isPlain = facts === null ? !text.includes('\\') : isPlainReplacement(text, facts);
    return isPlain ? [] : [match];
  }
  if (
    node.nodeType === 'Name' &&
    (context.bindings.get(node.id) ?? []).some(({ kind }) => kind === 'function')
  )
    return [];
  const span = context.span(node);
  return [
    {
      ...match,
      repair: {
        description: 'notice replacements that Monty reads differently',
        edits: [{ ...span, parts: ['_mettle_replacement((', span, '))'] }],
        preludes: ['patterns'],
      },
    },
  ];
}

/** `pattern.sub(replacement, text)`: the pattern is not known here. */
function replacementOfMethod(node: NodeOf<'Call'>, context: DialectContext): RuleMatch[] {
  if (node.func.nodeType !== 'Attribute' || !/^subn?$/.test(node.func.attr)) return [];
  if (context.bindsAttribute(node.func.attr)) return [];
  const [replacement] = node.args;
  return replacement === undefined || replacement.nodeType === 'Starred' || node.args.length < 2
    ? []
    : replaced(replacement, factsOf(node.func.value, context), context);
}

/** What the pattern object holds that a name stands for, when one call of `re.compile` is all that binds it. */
function factsOf(node: PythonExpression, context: DialectContext): PatternFacts | null {
  if (node.nodeType === 'Call') {
    const call = patternCall(node, context);
    const text = call === null ? null : stringValue(call.pattern);
    return text === null ? null : patternFacts(text);
  }
  if (node.nodeType !== 'Name') return null;
  const bindings = context.bindings.get(node.id) ?? [];
  const statement = bindings.length === 1 ? context.tree.index.parent(bindings[0]?.node ?? node) : undefined;
  return statement?.nodeType === 'Assign' && statement.value.nodeType === 'Call'
    ? factsOf(statement.value, context)
    : null;
}

function differs(node: PythonExpression, message: string, hint: string): RuleMatch {
  return { node, effect: 'may_differ', message, hint };
}
