import type { RandomStream } from 'mettle/core';
import type { HouseStyle, StyleFamily } from './house-style.js';
import { searchableStyles } from './searchable-styles.js';
import { unsearchableStyles } from './unsearchable-styles.js';

/** Every family that a house may use: twelve, four of which the offline search cannot write. */
export const styleFamilies: readonly StyleFamily[] = [...searchableStyles, ...unsearchableStyles];

/** House styles by chance, no two of a family. */
export function drawHouseStyles(stream: RandomStream, count: number): readonly HouseStyle[] {
  return stream.sample(styleFamilies, count).map((family) => drawStyle(family, stream));
}

/** A style of a family by chance. */
export function drawStyle({ name, searchable, draw }: StyleFamily, stream: RandomStream): HouseStyle {
  return { family: name, searchable, ...draw(stream) };
}
