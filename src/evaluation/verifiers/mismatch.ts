import { canonicalJson } from '../../core/index.js';
import type { ReplayMismatch } from '../../records/index.js';

/** Gathers the places where what a record says differs from what was found. */
export class Mismatches {
  readonly found: ReplayMismatch[] = [];

  /** Notes a difference; equal means the same canonical JSON. */
  compare(step: number, field: string, recorded: unknown, found: unknown): void {
    if (recorded === found) return;
    const [left, right] = [canonicalJson(recorded), canonicalJson(found)];
    if (left !== right) this.found.push({ step, field, recorded: shorten(left), replayed: shorten(right) });
  }
}

function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}
