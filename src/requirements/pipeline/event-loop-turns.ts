import { WaitingLine } from '../../core/internal.js';

/**
 * Milliseconds of uninterrupted checking after which the event loop gets its turn, so that a hundred checks at once
 * leave a server responsive.
 */
const TURN_MILLISECONDS = 4;

let turnStartedAt: number | null = null;
const waiting = new WaitingLine();

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
  return waiting.wait();
}

function endTurn(): void {
  turnStartedAt = null;
  if (waiting.length === 0) return;
  turnStartedAt = performance.now();
  setImmediate(endTurn);
  waiting.serve();
}
