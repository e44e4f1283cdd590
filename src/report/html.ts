export { Html, html } from './markup.js';

/** A share as a person reads it: `87 %`, with a space that does not break. */
export function percent(rate: number, digits = 0): string {
  return `${(rate * 100).toFixed(digits)}\u00a0%`;
}

/** Seconds as a person reads them. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
