/** Longest text a primitive may make during search, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 4096;

/** Longest list a primitive may make during search. */
const MAX_LIST_LENGTH = 1024;

/** Most cells of a grid a primitive may make during search. */
export const MAX_GRID_CELLS = 1200;

/** The text, unless there is none or it is too long. */
export function boundedText(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= MAX_TEXT_LENGTH ? text : undefined;
}

/** The list, unless there is none or it is too long. */
export function boundedList<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list !== undefined && list.length <= MAX_LIST_LENGTH ? list : undefined;
}

/** The whole number, unless doubles may have rounded it; never minus zero. */
export function exactInteger(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

/** The number, unless it is infinite or no number. */
export function finiteNumber(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
