/**
 * The first `most` UTF-16 units of a text; one unit less where a character of two units would be cut in half. Half a
 * character is not valid Unicode: strict readers of JSON refuse it.
 */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.max(0, most);
  return text.slice(0, isInsideCharacter(text, end) ? end - 1 : end);
}

/** The last `most` UTF-16 units of a text, by the same rule as {@link startOf}. */
export function endOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - Math.max(0, most);
  return text.slice(isInsideCharacter(text, start) ? start + 1 : start);
}

function isInsideCharacter(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
