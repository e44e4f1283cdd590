/** A text in one line: line breaks, with the white space around them, become one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, (blanks) => (/[\r\n\u2028\u2029]/.test(blanks) ? ' ' : blanks));
}
