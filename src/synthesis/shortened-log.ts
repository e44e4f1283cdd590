/** Characters of a log that the outcome of a candidate keeps. */
const LOGGED_CHARS = 10_000;

/** A log without its middle, where it is long. */
export function shortenedLog(text: string): string {
  if (text.length <= LOGGED_CHARS) return text;
  const half = LOGGED_CHARS / 2;
  // No half of a character that JavaScript holds as two.
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, '');
  return `${head}\n[${text.length - LOGGED_CHARS} characters left out]\n${tail}`;
}
