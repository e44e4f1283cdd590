import type { Value } from './value-type.js';

/**
 * A 53-bit number for a row of values, equal for equal rows. Two different rows collide with a probability near
 * 2^-53, and then one candidate is lost; no candidate is ever taken for right because of it.
 */
export function hashValues(values: readonly (Value | undefined)[]): number {
  const state = { high: 0x811c9dc5, low: 0x1b873593 };
  for (const value of values) mixValue(state, value);
  return (state.high >>> 0) * 0x200000 + (state.low >>> 11);
}

interface HashState {
  high: number;
  low: number;
}

function mix(state: HashState, word: number): void {
  state.high = Math.imul(state.high ^ word, 0x01000193);
  state.low = Math.imul((state.low ^ word) + 0x9e3779b9, 0x85ebca6b);
  state.low ^= state.low >>> 13;
}

const scratch = new DataView(new ArrayBuffer(8));
/** Before what is no small whole number, so that it isn't taken for one. */
const OTHER = 0x7f4a7c15;

function mixValue(state: HashState, value: Value | undefined): void {
  if (Array.isArray(value)) {
    mix(state, 0x20000 + value.length);
    if (typeof value[0] === 'number') mixNumbers(state, value as readonly number[]);
    else for (const item of value) mixValue(state, item as Value);
  } else if (typeof value === 'string') {
    mix(state, 0x10000 + value.length);
    for (let index = 0; index < value.length; index++) mix(state, value.charCodeAt(index));
  } else if (typeof value === 'number') {
    mixNumber(state, value);
  } else {
    mix(state, OTHER);
    mix(state, value === undefined ? 1 : value === null ? 2 : value === true ? 3 : 4);
  }
}

function mixNumber(state: HashState, value: number): void {
  if ((value | 0) === value) {
    mix(state, value);
    return;
  }
  scratch.setFloat64(0, value);
  mix(state, OTHER);
  mix(state, scratch.getInt32(0));
  mix(state, scratch.getInt32(4));
}

/** Four numbers from 0 to 255 at a time, as those in grids are. */
function mixNumbers(state: HashState, numbers: readonly number[]): void {
  const { length } = numbers;
  for (let index = 0; index < length; index += 4) {
    const [a, b, c, d] = [
      numbers[index] ?? 0,
      numbers[index + 1] ?? 0,
      numbers[index + 2] ?? 0,
      numbers[index + 3] ?? 0,
    ];
    const word = a | (b << 8) | (c << 16) | (d << 24);
    if (
      (word & 255) === a &&
      ((word >>> 8) & 255) === b &&
      ((word >>> 16) & 255) === c &&
      word >>> 24 === d
    ) {
      mix(state, word);
      continue;
    }
    mix(state, OTHER);
    for (let place = index; place < Math.min(index + 4, length); place++)
      mixNumber(state, numbers[place] ?? 0);
  }
}
