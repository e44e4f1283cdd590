import type { Json, JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { ObservationStep } from '../../records/index.js';

/** What an answer claims, or what observations say. */
interface Facts {
  readonly numbers: ReadonlySet<number>;
  readonly texts: ReadonlySet<string>;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
/** Longer texts are prose. */
const MOST_WORDS = 6;
const MOST_PHRASE_CHARS = 1_000;
/** Claims of an answer that are looked up, and characters they are looked up in: the work is bounded. */
const MOST_CLAIMS = 100;
const MOST_CHARS = 2_000_000;

/** What a call was given, and what came back. */
export interface AnsweredCall {
  readonly arguments: JsonObject;
  readonly observation: Pick<ObservationStep, 'status' | 'content' | 'data'>;
}

/**
 * The share of what an answer claims (its numbers; its texts of a few words; of prose, its numbers) that a successful
 * observation gave as a value. Words that a tool's answer is merely dressed in are no values where it came as data. What
 * the task's own text says proves nothing, nor does what the agent itself had put into a call by then: an echo. Null for an
 * answer that claims nothing that could be looked up.
 */
export function supportedShare(answer: Json, calls: readonly AnsweredCall[], prompt: string): number | null {
  const said = factsOf([prompt]);
  const claims = factsOf([answer]);
  const numbers = [...claims.numbers].filter((number) => !said.numbers.has(number)).slice(0, MOST_CLAIMS);
  const named = new Set([...claims.texts].filter(isPhrase).map(words));
  const asked = named.size === 0 ? '' : words(prompt);
  const phrases = [...named]
    .filter((phrase) => phrase.trim() !== '' && !asked.includes(phrase))
    .slice(0, MOST_CLAIMS);
  const open = { numbers: new Set(numbers), phrases: new Set(phrases) };
  let [supported, left] = [0, MOST_CHARS];
  for (const { arguments: given, observation } of calls) {
    if (open.numbers.size + open.phrases.size === 0) break;
    // What the agent wrote before any tool said it can't be proved by a tool that says it again.
    const own = factsOf([given]);
    const written = open.phrases.size === 0 ? '' : words([...own.texts].join(' | '));
    for (const number of open.numbers) if (own.numbers.has(number)) open.numbers.delete(number);
    for (const phrase of open.phrases) if (written.includes(phrase)) open.phrases.delete(phrase);
    if (observation.status !== 'ok') continue;
    const { data, content } = observation;
    const gathered = factsOf([data === null || typeof data === 'string' ? content : data]);
    const read = open.phrases.size === 0 ? '' : words(startOf([...gathered.texts].join(' | '), left));
    left = Math.max(0, left - read.length);
    for (const number of open.numbers) {
      if (gathered.numbers.has(number) && open.numbers.delete(number)) supported++;
    }
    for (const phrase of open.phrases) {
      if (read.includes(phrase) && open.phrases.delete(phrase)) supported++;
    }
  }
  const claimed = numbers.length + phrases.length;
  return claimed === 0 ? null : supported / claimed;
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
      if (found.join('') !== value.trim() && value.trim() !== '') texts.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) stack.push(member);
    }
  }
  return { numbers, texts };
}

function isPhrase(text: string): boolean {
  return text.length <= MOST_PHRASE_CHARS && text.trim().split(/\s+/).length <= MOST_WORDS;
}

/** The words of a text with a blank around each, so that no part of a word is found; what parts texts stays apart. */
function words(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}|]+/gu, ' ')
    .trim()} `;
}
