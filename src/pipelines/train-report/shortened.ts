/** The beginning of a text that may be of any length, with what was left out; never half of a character. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${start} … and ${(text.length - start.length).toLocaleString('en')} characters more`;
}
