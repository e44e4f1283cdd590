export { mettleJsonl } from './mettle-jsonl.js';
export { openAIJsonl } from './openai-jsonl.js';
export type { EncodedTrajectories, SkippedTrajectory, TrajectoryFormat } from './trajectory-format.js';
