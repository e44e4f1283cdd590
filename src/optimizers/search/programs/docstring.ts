import type { Json } from '../../../core/index.js';
import { pythonLiteral } from '../language/python-source.js';

/** Longest example that is shown, in characters. */
const MOST_CHARACTERS = 76;

/** The lines of a function's docstring: the description, else the shortest example; nothing where neither is fit for it. */
export function docstring(
  description: string | undefined,
  examples: readonly { readonly input: Json; readonly output: Json }[] = [],
): readonly string[] {
  const summary = description
    ?.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replaceAll('\\', '')
    .replaceAll('"""', '')
    .trim();
  const text = summary === undefined || summary === '' ? exampleOf(examples) : summary;
  if (text === null) return [];
  return [`    """${text.endsWith('"') ? `${text} ` : text}"""`];
}

function exampleOf(examples: readonly { readonly input: Json; readonly output: Json }[]): string | null {
  const shown = examples
    .map(
      ({ input, output }) => `For example, ${pythonLiteral(input).text} gives ${pythonLiteral(output).text}.`,
    )
    .filter((text) => text.length <= MOST_CHARACTERS && !/["\\]|\p{Cc}|\p{Cs}/u.test(text));
  // Of the first few, the one that shows most: short examples are often the special ones.
  return shown.slice(0, 3).sort((left, right) => right.length - left.length)[0] ?? null;
}
