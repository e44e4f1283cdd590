import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import { marksPattern, type Run, runsOf } from '../language/text-runs.js';
import type { SearchProblem } from '../problem.js';
import { FIRST_MATCH, firstMatch } from './first-match.js';
import { isText, outputsOf, valuesOf } from './outputs-of.js';

/** Longest text that is looked through. */
const LONGEST = 2000;
/** Later than plain fields, which say as much. */
const COST = 4;

/**
 * The only part of a text that has the shape of the outputs, `634-555-0192` or `AB-12`, wherever it stands: at the start or the end of
 * every text, a field tells more.
 */
export function shapedParts(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const outputs = outputsOf(problem, isText);
  const pattern = outputs === null ? null : patternOf(outputs);
  if (outputs === null || pattern === null) return [];
  const every = new RegExp(pattern, 'g');
  return leaves
    .filter(({ result, readsInput }) => result === 'text' && readsInput)
    .filter((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      if (texts === null || texts.some((text) => text.length > LONGEST)) return false;
      const isOnlyOne = texts.every((text, index) => {
        const found = text.match(every) ?? [];
        return found.length === 1 && found[0] === outputs[index];
      });
      const isAtEnd = (['startsWith', 'endsWith'] as const).some((end) =>
        texts.every((text, index) => text[end](outputs[index] ?? '')),
      );
      return isOnlyOne && !isAtEnd;
    })
    .map((leaf) => shapedLeaf(leaf, pattern));
}

/** What matches texts of the shape of these; null where they have several, or one that any word or number has. */
function patternOf(texts: readonly string[]): string | null {
  const runs = runsOf(texts);
  const isTelling = runs?.some(({ kind }) => kind === 'digits') && runs.length > 1;
  if (runs === null || isTelling !== true) return null;
  const [first, last] = [runs[0], runs.at(-1)];
  return `${EDGES[first?.kind ?? 'marks'].before}${runs.map(partOf).join('')}${EDGES[last?.kind ?? 'marks'].behind}`;
}

/** What may not stand beside a part: where it would go on, as the number in `1,234.50` and the version in `1.2.3.4`. */
const EDGES: Readonly<Record<Run['kind'], { readonly before: string; readonly behind: string }>> = {
  digits: { before: '(?<![0-9A-Za-z.,])', behind: '(?![0-9A-Za-z]|[.,][0-9])' },
  letters: { before: '(?<![0-9A-Za-z])', behind: '(?![0-9A-Za-z])' },
  marks: { before: '', behind: '' },
};

function partOf({ kind, texts }: Run): string {
  const [first = ''] = texts;
  if (kind === 'marks') return marksPattern(first);
  // A single digit may be two elsewhere, as in versions.
  const isFixed = first.length > 1 && texts.every((text) => text.length === first.length);
  const length = isFixed ? `{${first.length}}` : '+';
  if (kind === 'digits') return `[0-9]${length}`;
  if (texts.every((text) => text === text.toUpperCase())) return `[A-Z]${length}`;
  return texts.every((text) => text === text.toLowerCase()) ? `[a-z]${length}` : `[A-Za-z]${length}`;
}

function shapedLeaf(leaf: Operator, pattern: string): Operator {
  const first = new RegExp(pattern);
  return {
    ...leafOperator({
      python: firstMatch(pattern, leaf.name),
      result: 'text',
      cost: COST,
      variable: 'part',
      read: (input) => {
        const text = leaf.leaf?.(input);
        return typeof text === 'string' && text.length <= LONGEST ? first.exec(text)?.[0] : undefined;
      },
    }),
    imports: ['re', ...leaf.imports],
    helpers: [...leaf.helpers, FIRST_MATCH],
    render: () => ({ text: firstMatch(pattern, leaf.render([]).text), binding: BINDING.primary }),
  };
}
