/** What siblings need of benchmarks/; no part of the package. */
export { summaryRecord } from './results/report-file.js';
