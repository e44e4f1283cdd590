/** What siblings need of generation/; no part of the package. */
export { answerData } from './answer-data.js';
export { chooseOfflinePolicy } from './generator/offline-policy.js';
export { replySettings } from './generator/reply-settings.js';
export { TRAJECTORY_MODES } from './generator/trajectory-mode.js';
export { plannedCall } from './play-agent.js';
export { isOutOfTasks } from './tasks/is-out-of-tasks.js';
export { SQL_WITH_RULES } from './tasks/open-task-environment.js';
export { SHOP_COUNTS } from './tasks/rest/create-rest-task-generator.js';
