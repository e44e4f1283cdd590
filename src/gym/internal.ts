/** What other modules use of the gym, and users don't. */
export { rewardClient } from './rewards/reward-client.js';
export { TaskRows } from './rewards/task-rows.js';
