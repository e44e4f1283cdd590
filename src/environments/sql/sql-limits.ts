import { environmentError } from '../error-codes.js';

/**
 * What one SQL statement may use. All limits but the last are counts and not seconds, so that a replay meets the same
 * ones.
 */
export interface SqlLimits {
  /** Steps of SQLite's virtual machine per statement; a million take a few hundredths of a second. Default 5,000,000. */
  readonly maxSteps: number;
  /** Rows that come back; what lies beyond is cut off and said to be. Default 200. */
  readonly maxRows: number;
  /** Characters of all values that come back together; more is an error. Default 50,000. */
  readonly maxResultChars: number;
  /** Bytes of one statement. Default 20,000. */
  readonly maxStatementBytes: number;
  /** Bytes of one value while a statement runs. The work of one step grows with it. Default 100,000. */
  readonly maxValueBytes: number;
  /** Bytes that the database may grow to. Default 33,554,432. */
  readonly maxDatabaseBytes: number;
  /**
   * Seconds, for statements that do much work in few steps. Far above what {@link SqlLimits.maxSteps} lets through
   * otherwise, as a slower machine meets it earlier. Default 10.
   */
  readonly maxSeconds: number;
}

/** The default limits. */
export const defaultSqlLimits: SqlLimits = {
  maxSteps: 5_000_000,
  maxRows: 200,
  maxResultChars: 50_000,
  maxStatementBytes: 20_000,
  maxValueBytes: 100_000,
  maxDatabaseBytes: 33_554_432,
  maxSeconds: 10,
};

/**
 * Checks limits.
 * @throws {MettleError} `environments/invalid_limit` for a limit that there is not, or that is no positive number, whole but
 *   for the seconds.
 */
export function checkSqlLimits(limits: Partial<SqlLimits>): void {
  for (const [limit, value] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultSqlLimits, limit)) {
      throw environmentError(
        'invalid_limit',
        `There is no limit ${limit}; there are ${Object.keys(defaultSqlLimits).join(', ')}.`,
      );
    }
    const isWhole = limit !== 'maxSeconds';
    if (!(isWhole ? Number.isSafeInteger(value) && value >= 1 : Number.isFinite(value) && value > 0)) {
      throw environmentError(
        'invalid_limit',
        `${limit} is a positive ${isWhole ? 'whole ' : ''}number; got ${value}.`,
      );
    }
  }
}
