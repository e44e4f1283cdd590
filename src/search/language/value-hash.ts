import type { Value } from './value-type.js';

/**
 * A 53-bit number for a row of values, equal for equal rows. Two different rows collide with a probability near
 * 2^-53, and then one candidate is lost; no candidate is ever taken for right because of it.
 */
export function hashValues(values: readonly (Value | undefined)[]): number {
  state[HIGH] = 0x811c9dc5;
  state[LOW] = 0x1b873593;
  for (const value of values) mixValue(value);
  return ((state[HIGH] ?? 0) >>> 0) * 0x200000 + ((state[LOW] ?? 0) >>> 11);
}

/** Both halves of the hash so far; typed, as plain numbers of this size would be allocated one by one. */
const state = new Int32Array(2);
const [HIGH, LOW] = [0, 1];

function mix(word: number): void {
  state[HIGH] = Math.imul((state[HIGH] ?? 0) ^ word, 0x01000193);
  const low = Math.imul(((state[LOW] ?? 0) ^ word) + 0x9e3779b9, 0x85ebca6b);
  state[LOW] = low ^ (low >>> 13);
}

const scratch = new DataView(new ArrayBuffer(8));
/** Before what is no small whole number, so that it isn't taken for one. */
const OTHER = 0x7f4a7c15;

function mixValue(value: Value | undefined): void {
  if (Array.isArray(value)) {
    mix(0x20000 + value.length);
    if (typeof value[0] === 'number') mixNumbers(value as readonly number[]);
    else for (let index = 0; index < value.length; index++) mixValue(value[index] as Value);
  } else if (typeof value === 'string') {
    mix(0x10000 + value.length);
    mixText(value);
  } else if (typeof value === 'number') {
    mixNumber(value);
  } else {
    mix(OTHER);
    mix(value === undefined ? 1 : value === null ? 2 : value === true ? 3 : 4);
  }
}

/** The same as {@link mix} for each code unit, several times as fast: texts may be long. */
function mixText(text: string): void {
  let high = state[HIGH] ?? 0;
  let low = state[LOW] ?? 0;
  for (let index = 0; index < text.length; index++) {
    const word = text.charCodeAt(index);
    high = Math.imul(high ^ word, 0x01000193);
    low = Math.imul((low ^ word) + 0x9e3779b9, 0x85ebca6b);
    low ^= low >>> 13;
  }
  state[HIGH] = high;
  state[LOW] = low;
}

function mixNumber(value: number): void {
  if ((value | 0) === value) {
    mix(value);
    return;
  }
  scratch.setFloat64(0, value);
  mix(OTHER);
  mix(scratch.getInt32(0));
  mix(scratch.getInt32(4));
}

/** Four numbers from 0 to 255 at a time, as those in grids are. */
function mixNumbers(numbers: readonly number[]): void {
  const { length } = numbers;
  let index = 0;
  for (; index + 3 < length; index += 4) {
    const a = numbers[index] ?? 0;
    const b = numbers[index + 1] ?? 0;
    const c = numbers[index + 2] ?? 0;
    const d = numbers[index + 3] ?? 0;
    const word = a | (b << 8) | (c << 16) | (d << 24);
    const isExact =
      (word & 255) === a && ((word >>> 8) & 255) === b && ((word >>> 16) & 255) === c && word >>> 24 === d;
    if (isExact) mix(word);
    else {
      mix(OTHER);
      mixNumber(a);
      mixNumber(b);
      mixNumber(c);
      mixNumber(d);
    }
  }
  for (; index < length; index++) mixNumber(numbers[index] ?? 0);
}
