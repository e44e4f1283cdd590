/**
 * The parts of program search that can be switched off one at a time: what each is called, its files, and what stands in
 * for it. What isn't in this table is what all the others stand on.
 */

/** A name that a file of the package exports, and what does nothing in its place. */
interface Cut {
  /** Below `dist/search`, without `.js`. */
  readonly module: string;
  readonly name: string;
  readonly off: Off;
}

/** What stands in for an export. `entries` is a group of the library: it's empty without. */
type Off = 'entries' | ((...args: never[]) => unknown) | (new (...args: never[]) => object);

/** A part of the search. */
export interface Part {
  readonly name: string;
  /** Below `src/search`; a folder ends in `/`. */
  readonly files: readonly string[];
  readonly cuts: readonly Cut[];
}

// biome-ignore lint/correctness/useYield: it stands in for generators that pause.
function* nothing(): Generator<void, null> {
  return null;
}
const none = (): readonly never[] => [];
const same = (given: unknown): unknown => given;
const no = (): boolean => false;

/** A part that is one file with one export of its own. */
function part(module: string, name: string, off: Off, others: readonly string[] = []): Part {
  const own = `${module}.ts`;
  return {
    name: module.replace(/^.*\//, ''),
    files: [own, ...others.map((other) => module.replace(/[^/]*$/, `${other}.ts`))],
    cuts: [{ module, name, off }],
  };
}

const engines: readonly Part[] = [
  part('engines/chains', 'searchChains', nothing, ['chain-links', 'chain-steps', 'weigh-fits']),
  part('engines/last-looks', 'lookAtLastSteps', nothing),
  part(
    'engines/last-steps',
    'LastSteps',
    class {
      of = none;
    },
  ),
  part('engines/rearranged-lists', 'rearrangements', none),
  part('engines/two-way-steps', 'twoWaySteps', none),
  part('engines/undo-steps', 'undoSteps', () => ({ found: new Map(), firstRows: new Set() })),
  part(
    'engines/pair-sums',
    'PairSums',
    class {
      add = none;
      luck = (): number => 1;
    },
  ),
  part('engines/weighted-sums', 'searchWeightedSums', nothing),
  part('engines/gaps', 'searchGaps', nothing),
  part('engines/stack-grids', 'searchStacks', nothing),
  part('engines/lookups', 'searchLookups', nothing),
  part('engines/cell-rules', 'searchCellRules', nothing, ['cell-columns', 'cell-learner']),
  part('engines/loops', 'searchLoops', nothing),
  part('engines/numbers-in-text', 'searchNumbersInText', nothing),
  part('engines/trees', 'searchTrees', nothing),
  part('engines/whole-products', 'wholeProduct', same),
  part('engines/without-noise', 'withoutNoise', same),
  part('engines/token-pieces', 'tokenPieces', none),
  part('engines/assemble', 'assemble', () => null, ['assembler']),
];

const roundings: readonly Part[] = [
  {
    name: 'rounding',
    files: ['rounding/'],
    cuts: [{ module: 'rounding/search-roundings', name: 'searchRoundings', off: nothing }],
  },
  part('rounding/unit-conversions', 'inOtherUnit', none),
  {
    name: 'rounded times',
    files: ['rounding/rounded-times.ts', 'rounding/clock-notation.ts'],
    cuts: [
      { module: 'rounding/rounded-times', name: 'roundedTimes', off: none },
      { module: 'rounding/rounded-times', name: 'rangesOfTimes', off: none },
    ],
  },
  {
    name: 'rounded numbers',
    files: ['rounding/rounded-numbers.ts', 'rounding/number-notation.ts', 'rounding/unit-conversions.ts'],
    cuts: [
      { module: 'rounding/rounded-numbers', name: 'roundedNumbers', off: none },
      { module: 'rounding/rounded-numbers', name: 'rangesOfNumbers', off: none },
    ],
  },
];

const dates: readonly Part[] = [
  {
    name: 'dates',
    files: ['dates/'],
    cuts: [
      { module: 'dates/search-dates', name: 'searchDates', off: nothing },
      { module: 'dates/date-leaves', name: 'dateLeaves', off: none },
    ],
  },
  part('dates/search-dates', 'searchDates', nothing, [
    'date-writings',
    'mixed-formats',
    'clock-operators',
    'date-pieces',
  ]),
  part('dates/date-leaves', 'dateLeaves', none),
  part('dates/mixed-formats', 'mixedFormats', none),
];

const vocabulary: readonly Part[] = [
  part('vocabulary/column-operators', 'columnOperators', none),
  part('vocabulary/counted-things', 'countedThings', none),
  part('vocabulary/fallback-leaves', 'fallbackLeaves', none),
  part('vocabulary/filled-texts', 'filledTexts', none),
  part('vocabulary/hidden-characters', 'hiddenCharacters', none),
  part('vocabulary/named-values', 'namedValues', none),
  part('vocabulary/number-rows', 'numberRows', none),
  part('vocabulary/padded-parts', 'paddedParts', none),
  part('vocabulary/percentages', 'percentages', none),
  part('vocabulary/quantities', 'quantityLeaves', none),
  part('vocabulary/readings', 'readings', none),
  part('vocabulary/shaped-parts', 'shapedParts', none),
  part('vocabulary/shortened-texts', 'shortenedTexts', none),
  part('vocabulary/temperatures', 'temperatureLeaves', none),
  part('vocabulary/whole-parts', 'wholeParts', none),
];

const judging: readonly Part[] = [
  part('judging/unproven-details', 'findUnprovenDetail', async () => null),
  part('judging/number-changes', 'numberChanges', none),
  part('judging/order-changes', 'orderChanges', none),
  part('judging/insertion-changes', 'insertionChanges', none),
  part('judging/rounding-changes', 'roundingChanges', none),
  part('judging/padding-changes', 'paddingChanges', none),
  part('judging/text-changes', 'textChanges', none),
  part('judging/word-changes', 'wordChanges', none),
  part('judging/list-changes', 'listChanges', none),
  part('judging/count-changes', 'countChanges', none),
  part('judging/other-orders', 'otherOrders', none),
  part('judging/only-counts', 'onlyCounts', no),
  part('judging/telling-constant', 'isTellingConstant', no),
  part('judging/valueless-input', 'findValuelessInput', async () => null),
  part('evidence/inputs-with-twins', 'inputsWithTwins', none),
];

const library: readonly Part[] = (
  [
    ['addresses', 'addresses'],
    ['any-lists', 'anyLists'],
    ['clocks', 'clocks'],
    ['conversions', 'conversions'],
    ['dates-and-times', 'datesAndTimes'],
    ['figures', 'figures'],
    ['grid-colours', 'gridColours'],
    ['grid-features', 'gridCounts'],
    ['grid-layers', 'gridLayers'],
    ['grid-objects', 'gridObjects'],
    ['grid-part-features', 'gridPartFeatures'],
    ['grid-patterns', 'gridPatterns'],
    ['grid-places', 'gridPlaces'],
    ['grid-repairs', 'gridRepairs'],
    ['grid-shapes', 'gridShapes'],
    ['list-arithmetic', 'listArithmetic'],
    ['list-edits', 'listEdits'],
    ['list-rows', 'listRows'],
    ['list-schemes', 'listSchemes'],
    ['list-sections', 'listSections'],
    ['notations', 'notations'],
    ['number-lists', 'numberLists'],
    ['ranges', 'ranges'],
    ['text-case', 'textCase'],
    ['text-clean', 'textClean'],
    ['text-lists', 'textLists'],
    ['text-parts', 'textParts'],
    ['text-patterns', 'textPatterns'],
    ['text-tests', 'textTests'],
  ] as const
).map(([file, name]) => part(`library/${file}`, name, 'entries'));

/** Every part. */
export const parts: readonly Part[] = [
  ...engines,
  ...roundings,
  ...dates,
  ...vocabulary,
  ...judging,
  ...library,
];
