import { adpJsonl } from './adp-jsonl.js';
import { anthropicJsonl } from './anthropic-jsonl.js';
import { atifJsonl } from './atif-jsonl.js';
import { harborTasks } from './harbor-tasks.js';
import { hermesJsonl } from './hermes.js';
import { huggingFaceFolder } from './hugging-face-folder.js';
import { mettleJsonl } from './mettle-jsonl.js';
import { openAIJsonl } from './openai-jsonl.js';
import { openenvCollect } from './openenv-collect.js';
import { parquetTable } from './parquet-table.js';
import { responsesJsonl } from './responses-jsonl.js';
import { sharegptJsonl } from './sharegpt.js';
import { stsFolder } from './sts-folder.js';
import type { TrajectoryFormat } from './trajectory-format.js';
import { trlGrpo } from './trl-grpo.js';
import { trlSft } from './trl-sft.js';
import { verifiersJsonl } from './verifiers-jsonl.js';
import { verlParquet } from './verl-parquet.js';

/** Every form that trajectories can be written in, as `mettle export --format` offers them. A new one is added here. */
export const trajectoryFormats: readonly TrajectoryFormat[] = [
  mettleJsonl,
  openAIJsonl,
  responsesJsonl,
  anthropicJsonl,
  trlSft,
  trlGrpo,
  sharegptJsonl,
  hermesJsonl,
  verlParquet,
  verifiersJsonl,
  openenvCollect,
  atifJsonl,
  adpJsonl,
  stsFolder,
  harborTasks,
  parquetTable,
  huggingFaceFolder,
];
