export type { ComparingRewardOptions } from './comparing-reward.js';
export { type CosineSimilarityOptions, cosineSimilarity } from './cosine-similarity.js';
export { exactMatch } from './exact-match.js';
export {
  type GridProgressOptions,
  gridProgress,
  listProgress,
  type NumberProgressOptions,
  numberProgress,
  type ProgressOptions,
  recordProgress,
  textProgress,
} from './progress-rewards.js';
export { rewardByName } from './reward-by-name.js';
