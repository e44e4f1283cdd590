import { canonicalJson } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { ReplayMismatch } from '../../records/index.js';

/** Characters of a value that are reported. */
const SHOWN = 400;

/** Gathers the places where what a record says differs from what was found. */
export class Mismatches {
  readonly found: ReplayMismatch[] = [];

  /** Notes a difference; equal means the same canonical JSON. */
  compare(step: number, field: string, recorded: unknown, found: unknown): void {
    if (recorded === found) return;
    const [left, right] = [canonicalJson(recorded), canonicalJson(found)];
    if (left !== right)
      this.found.push({ step, field, recorded: shortened(left, SHOWN), replayed: shortened(right, SHOWN) });
  }
}
