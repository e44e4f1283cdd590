import { sentenceText, symbolOf } from './prompt-tokens.js';
import type { Trace } from './traces.js';

/** A sentence has to be seen so often to be known for one that says nothing of what is asked. */
const LEAST_RECORDS = 3;

/**
 * The sentences that say nothing of what is asked, such as `For a report:`: they recur, hold no value, and requests that are
 * otherwise alike were done in the same ways with and without them. A sentence that decides what is done, such as `Then pay
 * it.`, is none.
 */
export function findAsides(traces: readonly Trace[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { sentences } of traces) {
    for (const sentence of sentences) {
      if (sentence.some((token) => symbolOf(token).startsWith('<'))) continue;
      const text = sentenceText(sentence);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const recurring = new Set([...counts].filter(([, count]) => count >= LEAST_RECORDS).map(([text]) => text));
  const told = traces.map(({ sentences, skeleton }) => {
    const texts = sentences.map(sentenceText);
    const context = sentences
      .filter((_, index) => !recurring.has(texts[index] ?? ''))
      .map((sentence) => sentence.map(symbolOf).join(' '))
      .join('\n');
    return { skeleton, texts, context };
  });
  return new Set([...recurring].filter((text) => isAside(text, told)));
}

interface ToldTrace {
  readonly skeleton: string;
  readonly texts: readonly string[];
  /** What else is asked, without the values. */
  readonly context: string;
}

/** Contexts that an aside is seen in. */
const LEAST_CONTEXTS = 2;

function isAside(text: string, traces: readonly ToldTrace[]): boolean {
  const contexts = new Map<string, { readonly having: string[]; readonly lacking: Set<string> }>();
  for (const { texts, context, skeleton } of traces) {
    const isThere = texts.includes(text);
    // A request of which nothing else is left is the sentence itself.
    if (context === '' && isThere) return false;
    const ways = contexts.get(context) ?? { having: [], lacking: new Set() };
    contexts.set(context, ways);
    if (isThere) ways.having.push(skeleton);
    else ways.lacking.add(skeleton);
  }
  const told = [...contexts.values()].filter(({ having }) => having.length > 0);
  const compared = told.filter(({ lacking }) => lacking.size > 0);
  const all = compared.flatMap(({ having }) => having).length;
  const same = compared.flatMap(({ having, lacking }) => having.filter((way) => lacking.has(way))).length;
  return told.length >= LEAST_CONTEXTS && same > all - same;
}
