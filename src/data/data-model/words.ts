const NUMBER = /_\d{1,9}$/;

/** A key without the number that keeps it apart from others: `query_2` is `query`. */
export function withoutNumber(key: string): string {
  const base = key.replace(NUMBER, '');
  return base === '' ? key : base;
}

/** The plural of a key's last word, by the common rules of English: `query` → `queries`, `answer` → `answers`. */
export function pluralOf(word: string): string {
  if (singularOf(word) !== word) return word;
  if (/[^aeiou_]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}

/** The singular of a key's last word, by the same rules: `queries` → `query`; `status` and `class` are no plurals. */
function singularOf(word: string): string {
  if (/[^aeiou_]ies$/i.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh|us|is)es$/i.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is)$/i.test(word) || word.length < 2 || /_s$/i.test(word)) return word;
  return /s$/i.test(word) ? word.slice(0, -1) : word;
}

/** What a key is about: singular, without its number. Keys of one topic belong together. */
export function topicOf(key: string): string {
  return singularOf(withoutNumber(key));
}
