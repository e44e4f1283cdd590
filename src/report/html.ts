export { escapeHtml, Html, html } from './markup.js';

/** A share as a person reads it: `87 %`, with a space that does not break. */
export function percent(rate: number, digits = 0): string {
  return `${(rate * 100).toFixed(digits)}\u00a0%`;
}

/** Seconds as a person reads them. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** `p = 0.012`, `p = 3.1e-5`. */
export function pValue(value: number): string {
  return value >= 0.001 ? `p = ${value.toFixed(3)}` : `p = ${value.toExponential(1)}`;
}
