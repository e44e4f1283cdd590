/** Recipes, runs into folders, and their reports. */
export {
  type GeneratedFolder,
  type GenerateToFolderOptions,
  generateToFolder,
} from './generate/generate-to-folder.js';
export { type GenerationReport, renderGenerationReport } from './generate/report/render-generation-report.js';
export type { GenerationSummary, PolicySummary } from './generate/summarise.js';
export { loadRecipe } from './recipe/load-recipe.js';
export { parseRecipe } from './recipe/parse-recipe.js';
export type { Recipe, RecipeFilter, RecipeQuery, RecipeTasks } from './recipe/recipe.js';
export {
  renderTrainingReport,
  type TrainedTask,
  type TrainingReport,
} from './train-report/render-training-report.js';
