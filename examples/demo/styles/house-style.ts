import type { RandomStream } from 'mettle/core';

/** How a house writes labels. */
export interface HouseStyle {
  /** The name of its {@link StyleFamily}. */
  readonly family: string;
  /** What it does, in words for a reader. */
  readonly rule: string;
  /** Whether the search can write it, as far as we know: see {@link StyleFamily.searchable}. */
  readonly searchable: boolean;
  /** A text in the style: what is expected. */
  readonly apply: (text: string) => string;
  /** The style as Python that defines `transform(value)`: what a perfect agent would run. */
  readonly script: string;
}

/** Styles that differ in separators, lengths and the like. */
export interface StyleFamily {
  /** snake_case. */
  readonly name: string;
  /** Whether offline search has the steps for it. Where it has not, training should abstain. */
  readonly searchable: boolean;
  readonly draw: (stream: RandomStream) => Pick<HouseStyle, 'rule' | 'apply' | 'script'>;
}

/** The words of a text, as Python's `split` finds them in names. */
export function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** The first characters of a text, counted as Python counts them. */
export function head(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}

/** How many characters a text has, counted as Python counts them. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Python that defines `transform(value)` with this body. */
export function pythonTransform(...body: readonly string[]): string {
  return `def transform(value):\n${body.map((line) => `    ${line}\n`).join('')}`;
}

/** A text literal that means the same in Python. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
