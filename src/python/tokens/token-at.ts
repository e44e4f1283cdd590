import type { PythonToken } from './token.js';

/** The index of the first token that ends after `offset`. */
export function tokenAt(tokens: readonly PythonToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
