let withCommas: Intl.NumberFormat | undefined;

/** A number with what it counts: `1 second`, `2,000 seconds`; `plural` where that is not the noun with an s. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`;
}

/** Making a format takes longer than to judge a short reply, so there is one, and none for small whole numbers. */
function numberText(count: number): string {
  if (Number.isInteger(count) && Math.abs(count) < 1_000) return String(count);
  withCommas ??= new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
  return withCommas.format(count);
}
