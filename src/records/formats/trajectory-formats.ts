import { anthropicJsonl } from './anthropic-jsonl.js';
import { hermesJsonl } from './hermes.js';
import { mettleJsonl } from './mettle-jsonl.js';
import { openAIJsonl } from './openai-jsonl.js';
import { sharegptJsonl } from './sharegpt.js';
import type { TrajectoryFormat } from './trajectory-format.js';
import { trlSft } from './trl-sft.js';

/** Every form that trajectories can be written in, as `mettle export --format` offers them. A new one is added here. */
export const trajectoryFormats: readonly TrajectoryFormat[] = [
  mettleJsonl,
  openAIJsonl,
  anthropicJsonl,
  trlSft,
  sharegptJsonl,
  hermesJsonl,
];
