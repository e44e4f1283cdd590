import { stemmer } from 'stemmer';

/** Words of each text that are compared at most. */
const MAX_WORDS = 10_000;

/**
 * How alike two texts are: the F1 of ROUGE-L, over the longest common subsequence of their words (C.-Y. Lin, "ROUGE:
 * A Package for Automatic Evaluation of Summaries", 2004). Words are runs of ASCII letters and digits in lower case,
 * those of more than three letters reduced to their stem. From 0 to 1; symmetric; 0 where a text has no words. Words
 * beyond the first 10,000 are not compared.
 */
export function rougeL(left: string, right: string): number {
  const leftWords = words(left);
  const rightWords = words(right);
  if (leftWords.length === 0 || rightWords.length === 0) return 0;
  const common = longestCommonSubsequence(leftWords, rightWords);
  return (2 * common) / (leftWords.length + rightWords.length);
}

function words(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, MAX_WORDS).map(stemOf);
}

/** By Porter's algorithm; short words, endless ones and those with digits are their own stems. */
function stemOf(word: string): string {
  return /^[a-z]{4,50}$/.test(word) ? stemmer(word) : word;
}

/** Its length, by the bit-parallel method (H. Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). */
function longestCommonSubsequence(left: readonly string[], right: readonly string[]): number {
  const positions = new Map<string, bigint>();
  for (const [at, word] of left.entries()) {
    positions.set(word, (positions.get(word) ?? 0n) | (1n << BigInt(at)));
  }
  const all = (1n << BigInt(left.length)) - 1n;
  let row = all;
  for (const word of right) {
    const matches = row & (positions.get(word) ?? 0n);
    row = ((row + matches) | (row - matches)) & all;
  }
  let common = 0;
  for (const bit of row.toString(2).padStart(left.length, '0')) if (bit === '0') common++;
  return common;
}
