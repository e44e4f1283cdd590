import { canonicalJson, type Json } from '../../core/index.js';

const ARTICLES = new Set(['a', 'an', 'the']);

/** Decimal signs, thousands separators and minus signs belong to their number; other punctuation goes. */
const PUNCTUATION = /((?<=\d)[.,](?=\d)|(?<![\p{L}\p{N}])-(?=\d))|[\p{P}$+<=>^`|~]/gu;

/**
 * The words of a value, as the evaluation of SQuAD normalizes them (Rajpurkar et al. 2016, arXiv:1606.05250): lower case,
 * without punctuation and English articles, split at white space. Two differences keep answers apart that are not the
 * same: the point, comma and minus of a number stay, and a text that has nothing but such characters is one word as it
 * stands. A number or a boolean is one word.
 */
export function tokensOf(value: Json): readonly string[] {
  if (typeof value !== 'string') return [canonicalJson(value)];
  const words = value
    .normalize('NFKC')
    .toLowerCase()
    .replace(PUNCTUATION, '$1')
    .split(/\s+/u)
    .filter((word) => word !== '' && !ARTICLES.has(word));
  const text = value.trim();
  return words.length === 0 && text !== '' ? [text] : words;
}
