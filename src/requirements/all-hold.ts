/** What is said of examples that all hold. */
export function allHold(count: number): string {
  return count === 1 ? 'The only example holds.' : `All ${count} examples hold.`;
}
