export type { RoundComparison } from './demo/compare-rounds.js';
export type { DemoDataset } from './demo/dataset.js';
export type { DemoResult, StageTiming } from './demo/demo-result.js';
export type { FailingSkill, SkillExample } from './demo/mine-skill.js';
export { renderReport } from './demo/report/render-report.js';
export type { RoundSummary } from './demo/round-summary.js';
export { type DemoOptions, runDemo } from './demo/run-demo.js';
export type { SkillTraining } from './demo/train-skill.js';
export { type DemoFiles, prepareOutputFolder, writeDemo } from './demo/write-demo.js';
