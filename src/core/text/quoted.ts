import { shortened } from './shortened.js';

/** A text of somebody else in an error message: in quotation marks, controls escaped, at most `most` UTF-16 units of it. */
export function quoted(text: string, most = 100): string {
  return JSON.stringify(shortened(text, most));
}
