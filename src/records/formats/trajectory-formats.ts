import { mettleJsonl } from './mettle-jsonl.js';
import { openAIJsonl } from './openai-jsonl.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/** Every form that trajectories can be written in, as `mettle export --format` offers them. A new one is added here. */
export const trajectoryFormats: readonly TrajectoryFormat[] = [mettleJsonl, openAIJsonl];
