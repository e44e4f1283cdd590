/** What siblings need of pipelines/; no part of the package. */
export { isOffline } from './flywheel/practice-recipe.js';
export { type ListedRun, listRuns } from './generate/list-runs.js';
export { policiesOf } from './generate/recipe-players.js';
export { openSpending } from './generate/spending.js';
export { sessionTestReport } from './session-tests/write-session-test.js';
export { type KeptResults, openKeptResults } from './store/kept-results.js';
export { dropSessionFolder, readSessionFacts } from './store/session-folder.js';
export { tasksInTurn } from './worlds/tasks-in-turn.js';
export { openWorldTasks } from './worlds/world-tasks.js';
