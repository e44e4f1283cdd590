import { shortened } from '../core/internal.js';

/** Characters of a log that the outcome of a candidate keeps. */
const LOGGED_CHARS = 10_000;

/** A log without its middle, where it is long. */
export function shortenedLog(text: string): string {
  return shortened(text, LOGGED_CHARS, {
    keepEnd: true,
    mark: (left) => `\n[${left} characters left out]\n`,
  });
}
