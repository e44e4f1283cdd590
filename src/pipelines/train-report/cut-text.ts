import { shortened } from '../../core/internal.js';

/** The beginning of a text that may be of any length, and how much was left out. */
export function cutText(text: string, most: number): string {
  return shortened(text, most, {
    mark: (left) => ` … and ${left.toLocaleString('en')} characters more`,
  });
}
