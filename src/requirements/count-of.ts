/** A number with what it counts: `1 second`, `2 seconds`; `plural` where that is not the noun with an s. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** What is said of examples that all hold. */
export function allHold(count: number): string {
  return count === 1 ? 'The only example holds.' : `All ${count} examples hold.`;
}
