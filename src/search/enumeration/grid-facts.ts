import type { Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';

/** Colours that have a bit of their own; a grid with any other counts as one that holds them all. */
const COLOURS = 31;

type Grid = readonly (readonly number[])[];

/** Sizes and colours of candidates that are grids, found once for each: what they tell need not be computed. */
export class GridFacts {
  readonly #required: number;
  readonly #palettes = new Map<Expression, number>();
  readonly #heights = new Map<Expression, number>();
  readonly #widths = new Map<Expression, number>();
  /** Numbers for rows of heights or widths. */
  readonly #numbers = new Map<string, number>();

  /** @param required - how many of the first working inputs a candidate must have a value on. */
  constructor(required: number) {
    this.#required = required;
  }

  /** Whether two grids that the operator takes are of sizes that it has no value for on some working input. */
  misfit({ alike }: Operator, left: Expression, right: Expression | undefined): boolean {
    if (alike === undefined || right === undefined) return false;
    if (alike !== 'width' && this.#height(left) !== this.#height(right)) return true;
    return alike !== 'height' && this.#width(left) !== this.#width(right);
  }

  /** Whether the operator changes nothing: the grid holds none of its colours on any input. */
  isIdle({ idleWithout }: Operator, grid: Expression): boolean {
    if (idleWithout === undefined) return false;
    const palette = this.#palette(grid);
    return idleWithout.every((colour) => colour < COLOURS && (palette & (1 << colour)) === 0);
  }

  #palette(expression: Expression): number {
    const known = this.#palettes.get(expression);
    if (known !== undefined) return known;
    let palette = 0;
    for (const grid of expression.values as readonly (Grid | undefined)[]) {
      for (const row of grid ?? []) {
        for (const cell of row) palette |= cell >= 0 && cell < COLOURS ? 1 << cell : -1;
      }
    }
    this.#palettes.set(expression, palette);
    return palette;
  }

  #height(expression: Expression): number {
    return this.#number(this.#heights, expression, (grid) => grid.length);
  }

  #width(expression: Expression): number {
    return this.#number(this.#widths, expression, (grid) => grid[0]?.length ?? 0);
  }

  #number(sizes: Map<Expression, number>, expression: Expression, sizeOf: (grid: Grid) => number): number {
    const known = sizes.get(expression);
    if (known !== undefined) return known;
    const text = (expression.values.slice(0, this.#required) as readonly Grid[]).map(sizeOf).join();
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    sizes.set(expression, number);
    return number;
  }
}
