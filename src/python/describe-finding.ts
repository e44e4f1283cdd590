import type { Finding } from './finding.js';

/** A finding's message and hint as one line of sentences. */
export function describeFinding({ message, hint }: Pick<Finding, 'message' | 'hint'>): string {
  const first = /[.!?:]$/.test(message) ? message : `${message}.`;
  return hint === '' ? first : `${first} ${hint}`;
}
