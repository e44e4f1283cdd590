import { dataError } from '../error-codes.js';

/**
 * Schemas that reading one schema may look at, counted along its references and alternatives: these can lead to the same
 * part by more ways than there is time for.
 */
const MAX_PARTS = 200_000;
/** Schemas of one data model, each copy counted: as many as a validator compiles. */
export const MAX_SCHEMAS = 20_000;

/** Counts the parts that are looked at. */
export class PartBudget {
  readonly #most: number;
  #left: number;

  constructor(most: number = MAX_PARTS) {
    this.#most = most;
    this.#left = most;
  }

  /** @throws {MettleError} `data/unsupported_schema` where they are too many. */
  take(parts = 1): void {
    this.#left -= parts;
    if (this.#left >= 0) return;
    throw dataError(
      'unsupported_schema',
      `The schema of this data model has over ${this.#most} parts, counted along its references and alternatives. Make it smaller.`,
    );
  }
}
