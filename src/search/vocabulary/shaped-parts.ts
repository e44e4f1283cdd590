import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import { hasPlainWords, LETTER, LETTER_OR_DIGIT, nativePattern } from '../language/python-text.js';
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
  const runs = outputs === null ? null : tellingRuns(outputs);
  if (outputs === null || runs === null) return [];
  return leaves
    .filter(({ result, readsInput }) => result === 'text' && readsInput)
    .flatMap((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      if (texts === null || !texts.every(isLookedThrough)) return [];
      const isAtEnd = (['startsWith', 'endsWith'] as const).some((end) =>
        texts.every((text, index) => text[end](outputs[index] ?? '')),
      );
      if (isAtEnd) return [];
      const pattern = [anyLength, ownLength]
        .map((lengthOf) => patternOf(runs, lengthOf))
        .find((one) => isTheOnlyOne(nativePattern(one, 'g'), texts, outputs));
      return pattern === undefined ? [] : [shapedLeaf(leaf, pattern)];
    });
}

function isLookedThrough(text: string): boolean {
  return text.length <= LONGEST && hasPlainWords(text);
}

function isTheOnlyOne(every: RegExp, texts: readonly string[], outputs: readonly string[]): boolean {
  return texts.every((text, index) => {
    const found = text.match(every) ?? [];
    return found.length === 1 && found[0] === outputs[index];
  });
}

/** The runs of texts of one shape; null where they have several, or one that any word or number has. */
function tellingRuns(texts: readonly string[]): readonly Run[] | null {
  const runs = runsOf(texts);
  const isTelling = runs?.some(({ kind }) => kind === 'digits') && runs.length > 1;
  return isTelling === true ? runs : null;
}

/** How long a run is, in a regular expression. */
type LengthOf = (run: Run) => string;
const anyLength: LengthOf = () => '+';
/** A single digit may be two elsewhere, as in versions. */
const ownLength: LengthOf = ({ texts }) => {
  const [first = ''] = texts;
  return first.length > 1 && texts.every((text) => text.length === first.length) ? `{${first.length}}` : '+';
};

function patternOf(runs: readonly Run[], lengthOf: LengthOf): string {
  const [first, last] = [runs[0], runs.at(-1)];
  const parts = runs.map((run) => partOf(run, lengthOf)).join('');
  return `${EDGES[first?.kind ?? 'marks'].before}${parts}${EDGES[last?.kind ?? 'marks'].behind}`;
}

/** What may not stand beside a part: where it would go on, as the number in `1,234.50` and the version in `1.2.3.4`. */
const EDGES: Readonly<Record<Run['kind'], { readonly before: string; readonly behind: string }>> = {
  digits: { before: `(?<!${LETTER_OR_DIGIT}|[.,])`, behind: `(?!${LETTER_OR_DIGIT}|[.,][0-9])` },
  letters: { before: `(?<!${LETTER_OR_DIGIT})`, behind: `(?!${LETTER_OR_DIGIT})` },
  marks: { before: '', behind: '' },
};

function partOf(run: Run, lengthOf: LengthOf): string {
  const { kind, texts } = run;
  if (kind === 'marks') return marksPattern(texts[0] ?? '');
  if (kind === 'digits') return `[0-9]${lengthOf(run)}`;
  if (texts.every((text) => text === text.toUpperCase())) return `[A-Z]${lengthOf(run)}`;
  return `${texts.every((text) => text === text.toLowerCase()) ? '[a-z]' : LETTER}${lengthOf(run)}`;
}

function shapedLeaf(leaf: Operator, pattern: string): Operator {
  const first = nativePattern(pattern);
  return leafOperator({
    python: firstMatch(pattern, leaf.name),
    result: 'text',
    cost: COST,
    variable: 'part',
    read: (input) => {
      const text = leaf.leaf?.(input);
      return typeof text === 'string' && isLookedThrough(text) ? first.exec(text)?.[0] : undefined;
    },
    of: [leaf],
    imports: ['re'],
    helpers: [FIRST_MATCH],
    render: () => ({ text: firstMatch(pattern, leaf.render([]).text), binding: BINDING.primary }),
  });
}
