import fc from 'fast-check';

/** The halves of surrogate pairs, which alone are no text. */
const FIRST_HALF = 0xd800;
const HALVES = 0x800;

/**
 * Any code point, as a text: a `unit` for texts. It draws what fast-check's own unit `binary` draws, which first makes a
 * table of all 1.1 million and keeps it for as long as the worker lives.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - HALVES }).map(
  (place) => String.fromCodePoint(place < FIRST_HALF ? place : place + HALVES),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    const place = point === undefined || point < FIRST_HALF ? point : point - HALVES;
    if (place === undefined || text !== String.fromCodePoint(point ?? 0))
      throw new Error('not one code point');
    return place;
  },
);
