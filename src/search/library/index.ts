import type { LibraryEntry } from '../language/library-entry.js';
import { addresses } from './addresses.js';
import { anyLists } from './any-lists.js';
import { clocks } from './clocks.js';
import { conversions } from './conversions.js';
import { datesAndTimes } from './dates-and-times.js';
import { figures } from './figures.js';
import { gridColours } from './grid-colours.js';
import { gridCounts } from './grid-features.js';
import { gridLayers } from './grid-layers.js';
import { gridObjects } from './grid-objects.js';
import { gridPartFeatures } from './grid-part-features.js';
import { gridPatterns } from './grid-patterns.js';
import { gridPlaces } from './grid-places.js';
import { gridRepairs } from './grid-repairs.js';
import { gridShapes } from './grid-shapes.js';
import { listArithmetic } from './list-arithmetic.js';
import { listEdits } from './list-edits.js';
import { listRows } from './list-rows.js';
import { listSchemes } from './list-schemes.js';
import { listSections } from './list-sections.js';
import { notations } from './notations.js';
import { numberLists } from './number-lists.js';
import { numberTests } from './number-tests.js';
import { numberArithmetic } from './numbers.js';
import { ranges } from './ranges.js';
import { textCase } from './text-case.js';
import { textClean } from './text-clean.js';
import { textLists } from './text-lists.js';
import { textParts } from './text-parts.js';
import { textPatterns } from './text-patterns.js';
import { textTests } from './text-tests.js';

/** Every primitive for text, numbers and lists of them. */
export const library: readonly LibraryEntry[] = [
  ...textCase,
  ...textParts,
  ...textClean,
  ...textPatterns,
  ...textTests,
  ...numberArithmetic,
  ...numberTests,
  ...conversions,
  ...anyLists,
  ...textLists,
  ...numberLists,
  ...ranges,
  ...listEdits,
  ...listArithmetic,
  ...listSchemes,
  ...listRows,
  ...listSections,
  ...datesAndTimes,
  ...clocks,
  ...figures,
  ...notations,
  ...addresses,
];

/** Grids that say something about each cell of a grid: what decides its new colour. */
export const gridFeatures: readonly LibraryEntry[] = [...gridCounts, ...gridPlaces, ...gridPartFeatures];

/** Every primitive for grids. */
export const gridLibrary: readonly LibraryEntry[] = [
  ...gridShapes,
  ...gridPatterns,
  ...gridRepairs,
  ...gridColours,
  ...gridObjects,
  ...gridLayers,
  ...gridFeatures,
];
