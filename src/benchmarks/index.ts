/** Benchmarks: cases with expected calls or with tasks in worlds, scores with intervals, and comparisons with a paired test. */
export type { PictureOptions, PlotTheme } from '../report/internal.js';
export { type AuditOptions, auditEnvironment } from './audit/audit-environment.js';
export { type AuditGymOptions, auditGym } from './audit/audit-gym.js';
export { type AuditOpenEnvOptions, auditOpenEnv } from './audit/audit-openenv.js';
export {
  type AuditCheck,
  type AuditedCheat,
  type AuditReport,
  type Finding,
  openenvReport,
} from './audit/audit-report.js';
export type { AuditEpisode, AuditPlace, AuditStep, AuditTarget } from './audit/audit-target.js';
export type { AuditSeverity } from './audit/check-ids.js';
export { type ReadBfclOptions, readBfcl } from './bfcl/read-bfcl.js';
export type { AnswerCheck, GridsCheck, ProgramCheck, TestsCheck } from './cases/answer-case.js';
export type {
  AnswerCase,
  BenchmarkCase,
  BfclCase,
  BfclLanguage,
  BfclRule,
  CallCase,
  TaskCase,
} from './cases/benchmark-case.js';
export type { ExpectedArgument, ExpectedCall, PredictedCall } from './cases/expected-call.js';
export { readCallCases } from './cases/read-call-cases.js';
export { type TaskCasesOptions, taskCases } from './cases/task-cases.js';
export { type CompareModelsOptions, compareModels } from './compare-models.js';
export { type AgentProcessOptions, agentProcess } from './players/agent-process.js';
export { type AgentServerOptions, agentServer } from './players/agent-server.js';
export type {
  BenchmarkSubject,
  CallFunction,
  CallFunctionOptions,
  CallPair,
  FunctionAnswer,
  PolicySource,
  SubjectIdentity,
  TrialBrief,
} from './players/subject.js';
export type {
  BenchmarkReport,
  BenchmarkSettings,
  BenchmarkStop,
  CategoryResult,
} from './results/benchmark-report.js';
export type { CaseResult } from './results/case-result.js';
export type { CategoryChange } from './results/category-changes.js';
export type { ChangedCase } from './results/changed-case.js';
export { type BenchmarkComparison, compareReports } from './results/compare-reports.js';
export { junitReport } from './results/junit-report.js';
export { type MarkdownReportOptions, markdownReport } from './results/markdown-report.js';
export type { PassRates } from './results/pass-rates.js';
export { plotBenchmarks } from './results/plot-benchmarks.js';
export { readBenchmarkReport, writeBenchmarkReport } from './results/report-file.js';
export { benchmarkTable, comparisonTable } from './results/report-tables.js';
export { type ChangedTrial, type Reproduction, reproduceReport } from './results/reproduce-report.js';
export type { TrialResult } from './results/trial-result.js';
export { type RunBenchmarkOptions, runBenchmark } from './run-benchmark.js';
export { readArc } from './suites/read-arc.js';
export { readHumanEval } from './suites/read-human-eval.js';
export { readLiveCodeBench } from './suites/read-live-code-bench.js';
export { type ReadMbppOptions, readMbpp } from './suites/read-mbpp.js';
