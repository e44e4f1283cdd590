/** Recipes, runs into folders and their reports, and skills compiled from runs. */

export { createEmbeddedEngine, type EmbeddedEngineOptions } from './engine/embedded-engine.js';
export {
  createProcessTasks,
  type ProcessTasks,
  type ProcessTasksOptions,
} from './engine/process-tasks.js';
export type {
  EngineTask,
  TaskContext,
  TaskDefinition,
  TaskEngine,
  TaskResult,
} from './engine/task-engine.js';
export type { OpenedTasks, OpenTasks, OpenTasksAccess, TaskModule } from './engine/task-module.js';
export type { FlywheelOptions } from './flywheel/flywheel-options.js';
export type {
  FlywheelLesson,
  FlywheelRound,
  FlywheelRun,
  FlywheelSkill,
  FlywheelStop,
} from './flywheel/flywheel-round.js';
export { runFlywheel } from './flywheel/run-flywheel.js';
export { type GenerateToFolderOptions, generateToFolder } from './generate/generate-to-folder.js';
export { type GenerationReport, renderGenerationReport } from './generate/report/render-generation-report.js';
export type { GeneratedFolder, OpenEngine } from './generate/run-folder.js';
export { type RecipeRun, type RunRecipeOptions, runRecipe } from './generate/run-recipe.js';
export type { Shard } from './generate/shard.js';
export type { ExportResult } from './outputs/export-runs.js';
export type { GenerationSummary, PolicySummary } from './outputs/summary-tally.js';
export { loadRecipe } from './recipe/load-recipe.js';
export { parseRecipe } from './recipe/parse-recipe.js';
export type { Recipe, RecipeFilter, RecipeQuery, RecipeTasks } from './recipe/recipe.js';
export { type RecipeFromFailuresOptions, recipeFromFailures } from './recipe/recipe-from-failures.js';
export {
  type SessionFinding,
  type SessionShare,
  type SessionTest,
  type SessionTestOptions,
  testFromSession,
} from './session-tests/session-test.js';
export { writeSessionTest } from './session-tests/write-session-test.js';
export {
  type CompiledSkill,
  type CompiledSkills,
  type CompileSkillsOptions,
  compileSkills,
  type RejectedSkill,
} from './skills/compile-skills.js';
export type { UsableSkill } from './skills/match-skill.js';
export { type OpenedSkill, type OpenSkillOptions, openSkill } from './skills/open-skill.js';
export type { SkillTest } from './skills/paired-test.js';
export type { SkillCandidate, SkillRequest, SkillWorld } from './skills/skill-candidate.js';
export { type SkillPolicyOptions, skillPolicy } from './skills/skill-policy.js';
export { writeSkill } from './skills/write-skill.js';
export {
  openSessionFolder,
  type SessionFacts,
  type SessionFolder,
  type SessionFolderOptions,
} from './store/session-folder.js';
export {
  renderTrainingReport,
  type TrainedTask,
  type TrainingReport,
} from './train-report/render-training-report.js';
export type { ModuleWorld } from './worlds/world-access.js';
