import type { Wording, WordingContext } from './wording.js';

/** Targets that nobody means to compare: no word about == for them. */
const PLAIN = new Set([
  'None',
  'True',
  'False',
  'ellipsis',
  'lambda',
  'comparison',
  'conditional expression',
]);

/** Words for an expression that cannot be assigned to or deleted. */
export function describeTarget(verb: 'assign' | 'delete', context: WordingContext): Wording {
  const text = context.scan.source.slice(context.start, context.end);
  const what = targetKind(text);
  const keyword = PLAIN.has(what) || text.startsWith('not ');
  const after = context.scan.source.slice(context.end).trimStart();
  const plainAssignment = verb === 'assign' && after.startsWith('=') && !after.startsWith('==');
  const place = plainAssignment && !keyword ? " here. Maybe you meant '==' instead of '='?" : '';
  return {
    rule: 'syntax/invalid',
    message: `cannot ${verb}${verb === 'assign' ? ' to' : ''} ${what}${place}`,
    hint:
      verb === 'delete'
        ? 'Delete a name, an attribute, an item or a slice.'
        : 'Assign to a name, an attribute or an item; to compare, write ==.',
  };
}

function targetKind(text: string): string {
  if (text === 'None' || text === 'True' || text === 'False') return text;
  if (text === '...') return 'ellipsis';
  if (/^[fF][rR]?["']|^[rR][fF]["']/.test(text)) return 'f-string expression';
  if (/^(?:\d|\.\d|[rRbBuU]{0,2}["'])/.test(text) && !/["'\d]\s*[-+*/%]/.test(text)) return 'literal';
  if (/^[\p{ID_Start}_][\p{ID_Continue}.]*\(.*\)$/su.test(text)) return 'function call';
  if (text.startsWith('lambda')) return 'lambda';
  if (text.startsWith('await ')) return 'await expression';
  if (/^\{.*:.*\}$/s.test(text)) return 'dict literal';
  if (/^\{.*\}$/s.test(text)) return 'set display';
  if (/ if .* else /s.test(text)) return 'conditional expression';
  if (/(?:[<>]|[=!]=|\b(?:in|is)\b)/.test(text)) return 'comparison';
  return 'expression';
}
