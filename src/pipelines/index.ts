export type { RoundComparison } from './demo/compare-rounds.js';
export type { DemoDataset } from './demo/dataset.js';
export type { DemoResult, StageTiming } from './demo/demo-result.js';
export type { SkillResult } from './demo/judge-skills.js';
export type { FailingSkill, SkillExample } from './demo/mine-skill.js';
export type { ControlKind, ControlScript, NegativeControl } from './demo/negative-controls.js';
export type { RoundSummary } from './demo/round-summary.js';
export { type DemoOptions, runDemo } from './demo/run-demo.js';
export type { Skill } from './demo/skills.js';
export type { HouseStyle } from './demo/styles/house-style.js';
export type { DemoSize } from './demo/tasks/generate-tasks.js';
export type { SkillTraining } from './demo/train-skill.js';
export type { TrainableFailures } from './demo/trainable-failures.js';
export type { DemoFiles } from './demo/write-demo.js';
export {
  type GeneratedFolder,
  type GenerateToFolderOptions,
  generateToFolder,
} from './generate/generate-to-folder.js';
export { type GenerationReport, renderGenerationReport } from './generate/report/render-generation-report.js';
export type { GenerationSummary, PolicySummary } from './generate/summarise.js';
export {
  renderTrainingReport,
  type TrainedTask,
  type TrainingReport,
} from './train-report/render-training-report.js';
