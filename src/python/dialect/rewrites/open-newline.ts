import { type NodeOf, stringValue } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import type { Edit } from '../edit.js';
import { isOpenCall, isOpenFile } from '../open-files.js';
import { type DialectRule, defineRule, type Repair } from '../rule.js';

/**
 * `open(path, newline='')`: Monty takes no such argument. Writing leaves line ends as they are without it; for reading,
 * the path is marked, so that the text is not translated.
 */
export const openNewline: DialectRule = defineRule({
  id: 'dialect/open-newline',
  types: ['Call'],
  check: (node, context) => {
    const keyword = node.keywords.find((each) => each.arg === 'newline');
    if (keyword === undefined || !isOpenCall(node, context)) return null;
    if (keyword.value.nodeType === 'Constant' && keyword.value.value === null) return null;
    const match = {
      node: keyword,
      effect: 'fails' as const,
      message: "Monty's open has no argument newline",
      hint: 'leave the argument out, or open the file in a binary mode',
    };
    const value = stringValue(keyword.value);
    const removal = removalOf(node, keyword, context);
    if ((value !== '' && value !== '\n') || removal === null) return match;
    const repair = repairOf(node, removal, context);
    return repair === null ? match : { ...match, repair };
  },
});

function repairOf(node: NodeOf<'Call'>, removal: Edit, context: DialectContext): Repair | null {
  const leaveOut = { description: 'leave newline out', edits: [removal] };
  if (context.qualifiedName(node.func) === 'io.StringIO') return leaveOut;
  const isMethod = node.func.nodeType === 'Attribute';
  const mode = modeOf(node, isMethod ? 0 : 1);
  if (mode === null || mode.includes('+')) return null;
  if (/^[wax]/.test(mode)) return leaveOut;
  const [path] = node.args;
  if (isMethod || path === undefined || !context.isLocated(path) || showsNameOfFile(context)) return null;
  const span = context.span(path);
  return {
    description: 'mark the path for reading line ends as they are',
    edits: [{ ...span, parts: ['_mettle_raw_path(', span, ')'] }, removal],
    preludes: ['text'],
  };
}

/** The mode of a call of `open`, `r` where it has none; null where only the run knows it. */
function modeOf(node: NodeOf<'Call'>, position: number): string | null {
  if (node.args.some((each) => each.nodeType === 'Starred')) return null;
  if (node.keywords.some((each) => each.arg === undefined || each.arg === null)) return null;
  const given = node.args[position] ?? node.keywords.find((each) => each.arg === 'mode')?.value;
  return given === undefined ? 'r' : stringValue(given);
}

/** The edit that takes an argument out with the comma before it; null where there is no such comma. */
function removalOf(node: NodeOf<'Call'>, keyword: NodeOf<'Keyword'>, context: DialectContext): Edit | null {
  const end = context.tree.end(keyword);
  const start = end - context.tree.text(keyword).length;
  const comma = context.tree.code.lastIndexOf(',', start);
  if (comma < context.tree.start(node) || context.tree.code.slice(comma + 1, start).trim() !== '')
    return null;
  return { start: comma, end, parts: [''] };
}

/** Whether the source asks an open file for its name, which would show the mark. */
function showsNameOfFile(context: DialectContext): boolean {
  return context.tree.index
    .ofType('Attribute')
    .some(({ attr, value }) => attr === 'name' && value.nodeType === 'Name' && isOpenFile(value.id, context));
}
