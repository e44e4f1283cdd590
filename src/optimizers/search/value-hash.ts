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

function mixValue(state: HashState, value: Value | undefined): void {
  if (typeof value === 'string') {
    mix(state, 0x10000 + value.length);
    for (let index = 0; index < value.length; index++) mix(state, value.charCodeAt(index));
  } else if (typeof value === 'number') {
    scratch.setFloat64(0, value + 0);
    mix(state, scratch.getInt32(0));
    mix(state, scratch.getInt32(4));
  } else if (Array.isArray(value)) {
    mix(state, 0x20000 + value.length);
    for (const item of value) mixValue(state, item as Value);
  } else {
    mix(state, value === undefined ? 1 : value === null ? 2 : value === true ? 3 : 4);
  }
}
