import type { Json } from '../../core/index.js';
import { pythonLiteral } from '../language/python-source.js';

/** Longest example that is shown, in characters. */
const MOST_CHARACTERS = 76;
/** Examples of which one is shown: the first that may be. */
const FIRST = 3;

/** An input with the output that it should have. */
interface Shown {
  readonly input: Json;
  readonly output: Json;
}

/**
 * The lines of a function's docstring: the description, else a short example; nothing where neither is fit for it.
 *
 * @param holds - whether the function does what an example says: of one that doesn't, the docstring would be wrong.
 */
export function docstring(
  description: string | undefined,
  examples: readonly Shown[] = [],
  holds: (example: Shown) => boolean = () => true,
): readonly string[] {
  const summary = description
    ?.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replaceAll('\\', '')
    .replaceAll('"""', '')
    .trim();
  const text = summary === undefined || summary === '' ? exampleOf(examples, holds) : summary;
  if (text === null) return [];
  return [`    """${text.endsWith('"') ? `${text} ` : text}"""`];
}

function exampleOf(examples: readonly Shown[], holds: (example: Shown) => boolean): string | null {
  const shown: string[] = [];
  for (const example of examples) {
    const { input, output } = example;
    const text = `For example, ${pythonLiteral(input).text} gives ${pythonLiteral(output).text}.`;
    if (text.length > MOST_CHARACTERS || /["\\]|\p{Cc}|\p{Cs}/u.test(text) || !holds(example)) continue;
    shown.push(text);
    if (shown.length === FIRST) break;
  }
  // The one that shows most: short examples are often the special ones.
  return shown.sort((left, right) => right.length - left.length)[0] ?? null;
}
