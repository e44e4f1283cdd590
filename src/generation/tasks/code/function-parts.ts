import type { Json, RandomStream } from '../../../core/index.js';

/** A list of numbers. */
export type Numbers = readonly number[];

/** An argument as numbers. */
export function asNumbers(value: Json | undefined): Numbers {
  return value as Numbers;
}

/** An argument as text. */
export function asText(value: Json | undefined): string {
  return String(value);
}

/** Numbers by chance. */
export function numbers(stream: RandomStream, least = 2, most = 7): Numbers {
  return Array.from({ length: stream.integer(least, most) }, () => stream.integer(-9, 20));
}

const WORDS = [
  'amber',
  'basil',
  'cedar',
  'delta',
  'ember',
  'fable',
  'grove',
  'haven',
  'ivory',
  'jolly',
  'karma',
  'lemon',
];

/** Words by chance. */
export function words(stream: RandomStream, least = 2, most = 5): readonly string[] {
  return Array.from({ length: stream.integer(least, most) }, () => stream.pick(WORDS));
}

/** A Python function of these lines. */
export function define(signature: string, ...lines: readonly string[]): string {
  return `def ${signature}:\n${lines.map((line) => `    ${line}\n`).join('')}`;
}
