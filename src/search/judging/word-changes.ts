import type { Json } from '../../core/index.js';
import { type LocatedNode, nameOf } from '../../python/index.js';
import { descendants, isLocated, type PythonTree, stringValue } from '../../python/internal.js';
import { LETTER_OR_DIGIT } from '../language/python-text.js';
import { type Change, spanOf } from './detail-change.js';

/** A domain, a file type, a member of a path: what stands behind such a mark differs from text to text. */
const FIELD = /^[@./#?=]\p{L}/u;

/** Words of texts that are alike in every example: an ending that is removed, the case of one part. */
export function wordChanges(node: LocatedNode, tree: PythonTree): Change[] {
  return [...endingChanges(node, tree), ...caseChanges(node, tree)];
}

/** `text.replace('@example.com', '')`, where texts may have other domains. */
function endingChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Call' || node.func.nodeType !== 'Attribute' || !isLocated(node.func.value))
    return [];
  const [removed, put] = node.args;
  const ending = stringValue(removed);
  if (ending === null || !FIELD.test(ending) || (put !== undefined && !isLocated(put))) return [];
  const { attr } = node.func;
  if (attr !== 'replace' && attr !== 'removesuffix') return [];
  const pattern = ending.replace(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu, (part) =>
    /[\p{L}\p{N}]/u.test(part)
      ? `${LETTER_OR_DIGIT}+`
      : part === "'"
        ? '.'
        : `[${part === '^' || part === '\\' ? '\\' : ''}${part}]`,
  );
  const by = put === undefined ? "''" : tree.text(put);
  return [
    {
      at: spanOf(node, tree),
      text: `re.sub(r'${pattern}${attr === 'replace' ? '' : '$'}', ${by}, ${tree.text(node.func.value)})`,
      needs: 're',
      show: [withOther(ending)],
    },
  ];
}

/** A part as it is, where others are lowered: it may be low in every example. */
function caseChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Subscript' || node.slice.nodeType === 'Slice') return [];
  const parent = tree.index.parent(node);
  if (parent?.nodeType === 'Attribute' || parent?.nodeType === 'Subscript') return [];
  const isLowered = [...descendants(tree.module)].some(
    (other) => other.nodeType === 'Attribute' && other.attr === 'lower' && nameOf(other.value) === null,
  );
  if (!isLowered) return [];
  return [{ at: spanOf(node, tree), text: `${tree.text(node)}.lower()`, show: [withCapitals] }];
}

function withOther(ending: string): (input: Json) => Json {
  const other = ending.replace(/\p{L}+/gu, 'other');
  return (input) => (typeof input === 'string' ? input.replaceAll(ending, other) : input);
}

function withCapitals(input: Json): Json {
  return typeof input === 'string'
    ? input.replace(/\p{L}+/gu, (word) => word[0]?.toUpperCase() + word.slice(1))
    : input;
}
