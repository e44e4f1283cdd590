/** The longest that a timer of Node waits, in milliseconds: one set for longer ends at once. */
export const LONGEST_TIMER: number = 2 ** 31 - 1;

/** Seconds as whole milliseconds for a timer: at least 0, and what is over 24 days is 24 days. */
export function timerMilliseconds(seconds: number): number {
  return Math.min(Math.max(0, Math.ceil(seconds * 1000)), LONGEST_TIMER);
}
