import type { Json } from '../../core/index.js';
import { type PromptToken, sentencesOf, sentenceText, symbolOf, type TokenKind } from './prompt-tokens.js';

/** What may stand in a slot. */
export interface SlotPattern {
  /** `words` is one word or more, none of them quoted. */
  readonly kind: Exclude<TokenKind, 'mark' | 'word'> | 'words';
  /** How many tokens it takes at least and at most. */
  readonly size: readonly [number, number];
  /** The only values that are taken; null where any of the kind will do. */
  readonly values: readonly Json[] | null;
  /** A slot before this one that says the same. */
  readonly like?: number;
}

/** A part of a template: a token that has to stand there, or a slot by its number. */
export type TemplatePart = string | number;

/** A request with slots, sentence by sentence. */
export interface PromptTemplate {
  readonly sentences: readonly (readonly TemplatePart[])[];
  readonly slots: readonly SlotPattern[];
}

/**
 * The values that a prompt has in the slots of a template; null where it is another request, or could be read in two ways.
 *
 * @param asides - sentences that say nothing of what is asked, and may stand anywhere
 */
export function matchTemplate(
  template: PromptTemplate,
  prompt: string,
  asides: ReadonlySet<string>,
): readonly Json[] | null {
  return matchSentences(
    template,
    sentencesOf(prompt).filter((sentence) => !asides.has(sentenceText(sentence))),
  );
}

/** As {@link matchTemplate}, of sentences that were read. */
export function matchSentences(
  { sentences, slots }: PromptTemplate,
  told: readonly (readonly PromptToken[])[],
): readonly Json[] | null {
  if (told.length !== sentences.length) return null;
  const values: Json[] = new Array<Json>(slots.length).fill(null);
  for (const [index, parts] of sentences.entries()) {
    const found = matchSentence(parts, slots, told[index] ?? []);
    if (found === null) return null;
    for (const [slot, value] of found) values[slot] = value;
  }
  return slots.every(({ like }, slot) => like === undefined || values[slot] === values[like]) ? values : null;
}

type SlotValues = readonly (readonly [slot: number, value: Json])[];

/** The one way in which the tokens of a sentence fill its parts. */
function matchSentence(
  parts: readonly TemplatePart[],
  slots: readonly SlotPattern[],
  tokens: readonly PromptToken[],
): SlotValues | null {
  // Ways to fill the parts from one on with the tokens from one on, as far as they were asked for; two are enough.
  const known = new Map<number, readonly SlotValues[]>();
  const ways = (part: number, token: number): readonly SlotValues[] => {
    const key = part * (tokens.length + 1) + token;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = waysFrom(part, token);
    known.set(key, found);
    return found;
  };
  const waysFrom = (part: number, token: number): readonly SlotValues[] => {
    const wanted = parts[part];
    if (wanted === undefined) return token === tokens.length ? [[]] : [];
    if (typeof wanted === 'string') {
      const [next] = tokens.slice(token, token + 1);
      return next !== undefined && fixedText(next) === wanted ? ways(part + 1, token + 1) : [];
    }
    const pattern = slots[wanted] as SlotPattern;
    const found: SlotValues[] = [];
    for (let size = pattern.size[0]; size <= pattern.size[1] && found.length < 2; size++) {
      const value = valueIn(tokens.slice(token, token + size), size, pattern);
      if (value === undefined) continue;
      for (const rest of ways(part + 1, token + size)) found.push([[wanted, value], ...rest]);
    }
    return found.slice(0, 2);
  };
  const [only, ...more] = ways(0, 0);
  return only === undefined || more.length > 0 ? null : only;
}

/** How a template writes a token that has to stand there. */
function fixedText(token: PromptToken): string {
  return token.kind === 'text' ? token.source : token.source.toLowerCase();
}

function valueIn(
  tokens: readonly PromptToken[],
  size: number,
  { kind, values }: SlotPattern,
): Json | undefined {
  const [first] = tokens;
  if (first === undefined || tokens.length !== size) return undefined;
  if (kind !== 'words' && first.kind !== kind) return undefined;
  if (kind === 'words' && tokens.some((token) => token.kind === 'text' || token.kind === 'mark')) {
    return undefined;
  }
  const value = slotValue(tokens);
  return values === null || values.includes(value) ? value : undefined;
}

/** What the tokens in a slot say: the value of a single one that is no word, else the words as they stand. */
function slotValue(tokens: readonly PromptToken[]): Json {
  const [first, ...more] = tokens;
  return first !== undefined && more.length === 0
    ? first.value
    : tokens.map(({ source }) => source).join(' ');
}

/** The symbols of a core, with a sign at the end of each sentence. */
export const SENTENCE_END = '¶';

/** What is compared of sentences. */
export function symbolsOf(sentences: readonly (readonly PromptToken[])[]): readonly string[] {
  return sentences.flatMap((sentence) => [...sentence.map(symbolOf), SENTENCE_END]);
}
