import { createColors } from 'picocolors';
import { visibleText } from '../../../core/internal.js';

/** What a person reads of a search, for a terminal with colours: comments step back, what changed stands out. */
export function colouredLines(text: string, colour: boolean): string {
  if (!colour) return text;
  const { dim, green } = createColors(true);
  return visibleText(text)
    .split('\n')
    .map((line) => {
      if (line.startsWith('#')) return dim(line);
      const after = line.startsWith('  line ') ? line.indexOf(' → ') : -1;
      return after === -1 ? line : `${line.slice(0, after + 3)}${green(line.slice(after + 3))}`;
    })
    .join('\n');
}
