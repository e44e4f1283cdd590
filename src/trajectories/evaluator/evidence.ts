import type { Json } from '../../core/index.js';
import type { ObservationStep } from '../trajectory-step.js';

/** What an answer claims, or what observations say. */
interface Facts {
  readonly numbers: ReadonlySet<number>;
  /** In lower case, white space as one blank. */
  readonly texts: ReadonlySet<string>;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
/** Longer texts are prose. */
const MOST_WORDS = 6;
/** Claims of an answer that are looked up, and characters they are looked up in: the work is bounded. */
const MOST_CLAIMS = 100;
const MOST_CHARS = 2_000_000;

/**
 * The share of what an answer claims (its numbers; its texts of a few words; of prose, its numbers) that a successful
 * observation gave as a value. Words that a tool's answer is merely dressed in are no values where it came as data, and
 * what the task's own text says proves nothing. Null for an answer that claims nothing that could be looked up.
 */
export function supportedShare(
  answer: Json,
  observations: readonly ObservationStep[],
  prompt: string,
): number | null {
  const said = factsOf([prompt]);
  const claims = factsOf([answer]);
  const gathered = factsOf(
    observations.map(({ data, content }) => (data === null || typeof data === 'string' ? content : data)),
  );
  const numbers = [...claims.numbers].filter((number) => !said.numbers.has(number));
  const asked = words(prompt);
  const texts = [...claims.texts]
    .filter((text) => text.split(' ').length <= MOST_WORDS)
    .map(words)
    .filter((phrase) => phrase.trim() !== '' && !asked.includes(phrase));
  const read = words([...gathered.texts].join(' | ').slice(0, MOST_CHARS));
  const supported = [
    ...numbers.slice(0, MOST_CLAIMS).map((number) => gathered.numbers.has(number)),
    ...texts.slice(0, MOST_CLAIMS).map((phrase) => read.includes(phrase)),
  ];
  return supported.length === 0 ? null : supported.filter(Boolean).length / supported.length;
}

function factsOf(values: readonly Json[]): Facts {
  const numbers = new Set<number>();
  const texts = new Set<string>();
  const stack: Json[] = [...values];
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (typeof value === 'number') numbers.add(value);
    else if (typeof value === 'string') {
      const found = value.match(NUMBER) ?? [];
      for (const number of found) numbers.add(Number(number));
      if (found.join('') !== value.trim() && value.trim() !== '') texts.add(plain(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) stack.push(member);
    }
  }
  return { numbers, texts };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The words of a text with a blank around each, so that no part of a word is found; what parts texts stays apart. */
function words(text: string): string {
  return ` ${plain(text)
    .replace(/[^\p{L}\p{N}|]+/gu, ' ')
    .trim()} `;
}
