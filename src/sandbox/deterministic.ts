import { createHash } from 'node:crypto';
import { defineOptions, type MettleError, option } from '../core/index.js';
import { sandboxError } from './error-codes.js';

/**
 * A sandbox whose clock stands still and whose chance is seeded, so that the same code gives the same result each
 * time: on confined CPython, in containers and on Monty.
 */
export interface DeterministicOptions {
  /** What every clock says, to the millisecond. Default 2000-01-01T00:00:00Z. */
  readonly now?: Date;
  /** The local time zone, by its IANA name: `Europe/Berlin`. Default `UTC`. */
  readonly timezone?: string;
  /** What `random` is seeded with, as by `random.seed(seed)`: a whole number or a text. Default 0. */
  readonly seed?: number | string;
}

const checkDeterministicOptions = defineOptions<DeterministicOptions>()('deterministic', {
  now: option.any,
  timezone: option.string,
  seed: option.either(option.integer, option.string),
});

/** {@link DeterministicOptions}, checked and complete, as an engine gets them. */
export interface Deterministic {
  readonly now: Date;
  readonly timezone: string;
  readonly seed: number | string;
}

/** What Python's `datetime` can hold, with a day to spare for every time zone. */
const FIRST_YEAR = -62_135_510_400_000;
const LAST_YEAR = 253_402_214_400_000;

/**
 * Fills in the defaults.
 *
 * @throws {MettleError} `sandbox/invalid_argument` for a date that Python cannot hold, an unknown time zone;
 *   `core/invalid_option`.
 */
export function resolveDeterministic(given: DeterministicOptions): Deterministic {
  checkDeterministicOptions(given);
  const { now = new Date(Date.UTC(2000, 0, 1)), timezone = 'UTC', seed = 0 } = given;
  const time = now instanceof Date ? now.getTime() : Number.NaN;
  if (!(time >= FIRST_YEAR && time <= LAST_YEAR)) {
    throw invalid('deterministic.now must be a valid Date in the years 1 to 9999');
  }
  if (!isTimezone(timezone)) {
    throw invalid(
      `deterministic.timezone must be an IANA name such as "UTC" or "Europe/Berlin", not ${JSON.stringify(timezone)}`,
    );
  }
  return { now: new Date(time), timezone, seed };
}

function isTimezone(name: unknown): boolean {
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The bytes that `os.urandom` gives in a deterministic sandbox, the same on every engine: SHA-256 of the seed and a
 * counter, block after block. CPython makes them inside, by the same rule.
 */
export class SeededEntropy {
  readonly #seed: string;
  #blocks = 0;
  #rest = Buffer.alloc(0);

  constructor(seed: number | string) {
    this.#seed = typeof seed === 'string' ? `str:${seed}` : `int:${seed}`;
  }

  /** The next bytes. */
  take(count: number): Uint8Array {
    const parts = [this.#rest];
    for (let length = this.#rest.length; length < count; length += 32) {
      parts.push(createHash('sha256').update(`mettle ${this.#blocks} ${this.#seed}`).digest());
      this.#blocks += 1;
    }
    const bytes = Buffer.concat(parts);
    this.#rest = bytes.subarray(count);
    return new Uint8Array(bytes.subarray(0, count));
  }
}

function invalid(message: string): MettleError {
  return sandboxError('invalid_argument', message);
}
