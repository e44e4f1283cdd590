/**
 * Milliseconds of uninterrupted checking after which the event loop gets its turn, so that a hundred checks at once
 * leave a server responsive.
 */
const TURN_MILLISECONDS = 4;

let turnStartedAt: number | null = null;
const waiting: (() => void)[] = [];

/** Whether this turn of the event loop has been used up by checks. The first call in a turn starts its clock. */
export function isTurnSpent(): boolean {
  const now = performance.now();
  if (turnStartedAt === null) {
    turnStartedAt = now;
    setImmediate(endTurn);
    return false;
  }
  return waiting.length > 0 || now - turnStartedAt > TURN_MILLISECONDS;
}

/** Waits for a later turn of the event loop; those who wait go on one after another, in order. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve));
}

function endTurn(): void {
  turnStartedAt = null;
  const next = waiting.shift();
  if (next === undefined) return;
  turnStartedAt = performance.now();
  setImmediate(endTurn);
  next();
}
