/** Words as a sentence lists them: `a`, `a and b`, `a, b and c`; nothing for none. */
export function listed(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
