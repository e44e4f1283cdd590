import { tokenizePython } from '../tokens/tokenizer.js';

/** What the parser takes for the end or the start of a field, an escape or a comment, although a string holds it. */
const CONFUSING = /\\[\s\S]|[{}#]/g;

/**
 * The code with the braces, escapes and comment signs of strings and comments *inside the fields of f-strings* replaced by
 * as many `_`: the parser does not read `f'{"{"}'`. Names and places stay, values of such strings do not.
 */
export function withoutNestedBraces(code: string): string {
  const parts: string[] = [];
  let depth = 0;
  let copied = 0;
  for (const { kind, start, end } of tokenizePython(code).tokens) {
    if (kind === 'template-start') depth++;
    else if (kind === 'template-end') depth--;
    const isNested =
      kind === 'template-text' ? depth > 1 : depth > 0 && (kind === 'string' || kind === 'comment');
    if (!isNested) continue;
    const text = code.slice(start, end);
    // A comment keeps its sign.
    const kept = kind === 'comment' ? 1 : 0;
    parts.push(code.slice(copied, start + kept), text.slice(kept).replace(CONFUSING, underscores));
    copied = end;
  }
  return parts.length === 0 ? code : parts.join('') + code.slice(copied);
}

function underscores(text: string): string {
  return text.replace(/[^\n\r]/g, '_');
}
