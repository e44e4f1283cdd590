/**
 * The classes of a text's characters with runs collapsed: `Aa Aa` for "Ada Lovelace", `9-9` for "555-1234". Letters of
 * scripts without case are `x`, and so are marks that stand apart from their letters, which Python doesn't count among the
 * letters of a word; everything else stands for itself.
 */
export function textShape(text: string): string {
  return text
    .replace(/\p{Lu}+|\p{Lt}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/[\p{Lo}\p{Lm}\p{M}]+/gu, 'x')
    .replace(/\p{Nd}+/gu, '9')
    .replace(/([^Aax9])\1+/gu, '$1');
}
