/** A stretch of numbers shown over a stretch of pixels. */
export interface Scale {
  readonly ticks: readonly number[];
  /** Pixel of a number. */
  at(value: number): number;
}

/** Numbers beyond stand at the edge: with them, differences would overflow or vanish. */
const LARGEST = 1e300;
const SMALLEST = 1e-300;

/**
 * A linear scale whose ends and ticks are round numbers: 1, 2 or 5 times a power of ten apart (Heckbert 1990, *Graphics
 * Gems*, "Nice numbers for graph labels").
 *
 * @param pixels - where the least and the greatest number stand.
 * @param wanted - about how many ticks.
 */
export function niceScale(
  values: readonly number[],
  pixels: readonly [number, number],
  { wanted = 5, whole = false }: { readonly wanted?: number; readonly whole?: boolean } = {},
): Scale {
  let low = values.reduce((least, value) => Math.min(least, clamp(value)), Number.POSITIVE_INFINITY);
  let high = values.reduce((most, value) => Math.max(most, clamp(value)), Number.NEGATIVE_INFINITY);
  if (low > high) [low, high] = [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Numbers that can't be told apart on an axis get space around them.
  if (high - low <= size * 1e-9 || size < SMALLEST) {
    const margin = size < SMALLEST ? 0.5 : size / 2;
    [low, high] = [low - margin, high + margin];
  }
  const step = niceStep((high - low) / wanted, whole);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
  const [from, to] = pixels;
  const start = first * step;
  const span = (last - first) * step;
  return { ticks, at: (value) => from + ((clamp(value) - start) / span) * (to - from) };
}

/** A number as an axis shows it. */
export function tickLabel(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) {
    return value.toExponential(1).replace('.0e', 'e').replace('e+', 'e');
  }
  return String(Number(value.toPrecision(6)));
}

function niceStep(rough: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return whole ? Math.max(1, factor * power) : factor * power;
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function clamp(value: number): number {
  return Math.max(-LARGEST, Math.min(LARGEST, value));
}
