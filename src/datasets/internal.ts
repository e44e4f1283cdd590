/** What siblings need of datasets/; no part of the package. */

export { csvRows } from './readers/csv.js';
export { filesBelow } from './readers/files.js';
export { jsonlRows, jsonRows } from './readers/json.js';
export { parquetRows } from './readers/parquet.js';
export type { Row } from './row.js';
