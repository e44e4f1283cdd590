/** Benchmarks: cases with expected calls or with tasks in worlds, scores with intervals, and comparisons with a paired test. */
export { type ReadBfclOptions, readBfcl } from './bfcl/read-bfcl.js';
export type { BenchmarkCase, BfclCase, BfclRule, CallCase, TaskCase } from './cases/benchmark-case.js';
export type { ExpectedArgument, ExpectedCall, PredictedCall } from './cases/expected-call.js';
export { type TaskCasesOptions, taskCases } from './cases/task-cases.js';
export { type CompareModelsOptions, compareModels } from './compare-models.js';
export type {
  BenchmarkSubject,
  CallFunction,
  CallFunctionOptions,
  CallPair,
  SubjectIdentity,
} from './players/subject.js';
export type { BenchmarkReport, BenchmarkStop, CategoryResult } from './results/benchmark-report.js';
export type { CaseResult } from './results/case-result.js';
export { type BenchmarkComparison, type ChangedCase, compareReports } from './results/compare-reports.js';
export { readBenchmarkReport, writeBenchmarkReport } from './results/report-file.js';
export { benchmarkTable, comparisonTable } from './results/report-tables.js';
export type { TrialResult } from './results/trial-result.js';
export { type RunBenchmarkOptions, runBenchmark } from './run-benchmark.js';
