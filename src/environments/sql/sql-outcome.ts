import type { Json } from '../../core/index.js';

/** What one SQL statement gave. */
export type SqlOutcome =
  | {
      readonly ok: true;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Json[])[];
      /** Whether there were more rows than `maxRows` of the limits. */
      readonly truncated: boolean;
      /** Rows inserted, changed or deleted. */
      readonly changedRows: number;
    }
  | { readonly ok: false; readonly type: 'sql_error' | 'not_allowed' | 'limit'; readonly message: string };
