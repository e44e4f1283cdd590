import { stringValue } from '../../ast/nodes.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

/** Attributes that nothing has in Monty, whatever it belongs to. */
const MISSING_EVERYWHERE = words(
  '__dict__ __doc__ __cause__ __context__ __traceback__ __annotations__ __module__ __qualname__ __mro__ __bases__ ' +
    '__subclasses__ __code__ __globals__ __closure__ __defaults__ __wrapped__ errno strerror ' +
    'bit_length to_bytes from_bytes is_integer as_integer_ratio format_map isprintable ' +
    'intersection_update difference_update symmetric_difference_update ' +
    'cache_info cache_clear utcnow fromtimestamp astimezone toordinal isocalendar rglob glob relative_to',
);

/** Keyword arguments that Monty refuses, by method or function name. */
const MISSING_KEYWORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['dumps', words('default cls skipkeys allow_nan check_circular')],
  ['loads', words('cls object_hook parse_float parse_int object_pairs_hook parse_constant')],
  ['open', words('errors closefd opener buffering')],
  ['read_text', words('encoding errors')],
  ['write_text', words('encoding errors newline')],
  ['unlink', words('missing_ok')],
  ['gather', words('return_exceptions')],
]);

/** Attributes and arguments that Monty lacks. */
export const attributeRules: readonly DialectRule[] = [
  defineRule({
    id: 'dialect/missing-attribute',
    types: ['Attribute'],
    check: (node, context) =>
      node.ctx.nodeType === 'Load' &&
      MISSING_EVERYWHERE.has(node.attr) &&
      !context.bindsAttribute(node.attr) &&
      !context.qualifiedName(node)?.startsWith('_mettle')
        ? {
            node,
            effect: 'may_fail',
            message: `builtin objects have no attribute ${node.attr} in Monty`,
            hint: 'compute it another way',
          }
        : null,
  }),
  defineRule({
    id: 'dialect/missing-keyword',
    types: ['Call'],
    check: (node) => {
      const name =
        node.func.nodeType === 'Attribute'
          ? node.func.attr
          : node.func.nodeType === 'Name'
            ? node.func.id
            : '';
      const missing = MISSING_KEYWORDS.get(name);
      const keyword = node.keywords.find((each) => each.arg !== undefined && missing?.has(each.arg) === true);
      return keyword === undefined
        ? null
        : {
            node: keyword,
            effect: 'may_fail',
            message: `Monty's ${name} has no argument ${keyword.arg}`,
            hint: 'do without the argument',
          };
    },
  }),
  defineRule({
    id: 'dialect/encoding',
    types: ['Call'],
    check: (node) => {
      const method = node.func.nodeType === 'Attribute' ? node.func.attr : '';
      const encoding = stringValue(node.args[0]);
      return (method === 'encode' || method === 'decode') &&
        encoding !== null &&
        !isSupportedEncoding(encoding)
        ? {
            node,
            effect: 'fails',
            message: `Monty does not know the encoding ${encoding}`,
            hint: 'use utf-8 or ascii',
          }
        : null;
    },
  }),
];

function isSupportedEncoding(name: string): boolean {
  return /^(utf[-_]?8|utf-16(-[lb]e)?|ascii|us-ascii)$/i.test(name);
}
