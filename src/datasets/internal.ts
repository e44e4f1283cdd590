/** What siblings need of datasets/; no part of the package. */

export { type ArcTask, readArcTasks } from './arc/arc-task.js';
export { gridProblem } from './arc/grid.js';
export { csvRows } from './readers/csv.js';
export { filesBelow } from './readers/files.js';
export { jsonlRows, jsonRows } from './readers/json.js';
export { parquetRows } from './readers/parquet.js';
export type { Row } from './row.js';
