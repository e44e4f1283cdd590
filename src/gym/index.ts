/** Episodes step by step, rewards that can't be had without the work, and what trainers read. */
export type {
  AnswerAction,
  GymAction,
  MessageAction,
  OpenAICallAction,
  ToolAction,
} from './action.js';
export { AgentGym, type GymPolicy, type ResetOptions } from './agent-gym.js';
export { ANSWER_TOOL } from './answer-tool.js';
export {
  type Curriculum,
  type LevelResult,
  type RisingLevelsOptions,
  risingLevels,
} from './curriculum.js';
export {
  type ExportedEpisodes,
  episodesToGrpo,
  episodesToRft,
  type GrpoExportOptions,
  type RftExportOptions,
} from './export-episodes.js';
export type { EpisodePlace, GymEpisode, GymReset, GymState, GymStep } from './gym-episode.js';
export type { AgentGymOptions } from './gym-options.js';
export type { GymTasks, TaskChoice } from './gym-tasks.js';
export { type CodeRewardFnOptions, makeCodeRewardFn } from './make-code-reward-fn.js';
export { type CompletionWeights, makeRewardFn, type RewardFnOptions } from './make-reward-fn.js';
export { type ServeOpenEnvOptions, serveOpenEnv } from './openenv/serve-openenv.js';
export { serveOrs } from './ors/serve-ors.js';
export type { RewardBatch, RewardCallOptions, RewardFunction } from './reward-call.js';
export { type RowRequirementsOptions, requirementsOfRow } from './rewards/requirements-of-row.js';
export { type RewardServing, type ServeRewardsOptions, serveRewards } from './rewards/serve-rewards.js';
export {
  type CollectedEpisodes,
  collectEpisodes,
  type FailedEpisode,
  type RolloutBatchOptions,
  rolloutBatch,
} from './rollout-batch.js';
export type { GymServing, ServeGymOptions } from './serving/serve-options.js';
export { type StepAdvantage, type StepAdvantagesOptions, stepAdvantages } from './step-advantages.js';
export type { TerminalReward } from './terminal-reward.js';
