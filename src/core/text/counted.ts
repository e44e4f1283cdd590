/** A number with what it counts: `1 second`, `2,000 seconds`; `plural` where that is not the noun with an s. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en', { maximumFractionDigits: 20 })} ${count === 1 ? noun : plural}`;
}
