import type { JsonObject } from '../../core/index.js';
import { EachTaskOnce, jsonRows } from './json-rows.js';
import { lineFormat } from './line-format.js';
import { checkParquetWriter, openParquetFile } from './parquet-file.js';
import type { ParquetColumns } from './parquet-shape.js';
import { isAnsweredByText, NO_EXPECTATION, REWARD_NEEDS_WORLD, taskPromptOf } from './task-prompt.js';
import { checkPackOptions, type PackedFormat } from './trajectory-format.js';

const COLUMNS: ParquetColumns = {
  data_source: 'text',
  prompt: { list: { struct: { role: 'text', content: 'text' } } },
  ability: 'text',
  reward_model: { struct: { style: 'text', ground_truth: 'text' } },
  agent_name: 'text',
  extra_info: {
    struct: {
      index: 'integer',
      split: 'text',
      task_id: 'text',
      seed: 'integer',
      world: 'text',
      world_fingerprint: 'text',
      expected: 'text',
      tools: 'text',
      need_tools_kwargs: 'boolean',
    },
  },
};

/**
 * Prompts for reinforcement with verl 0.9, as Parquet: `data_source`, `prompt`, `ability`, `reward_model`, `agent_name` and `extra_info`, a row
 * for each task, however many runs of it there are. `ground_truth` is the expected answer as text; `extra_info` holds all that is expected and
 * the tools as JSON text. Needs the package `hyparquet-writer`.
 */
export const verlParquet: PackedFormat = {
  ...lineFormat(
    {
      name: 'verl',
      extension: '.parquet',
      description: 'prompts and their ground truth as Parquet, for verl',
    },
    (trajectory) => {
      const prompt = taskPromptOf(trajectory);
      if (prompt === null) return { reason: NO_EXPECTATION };
      const { task, seed, environment } = trajectory;
      return {
        record: {
          data_source: `mettle/${environment.name}`,
          prompt: prompt.messages,
          ability: task.category,
          reward_model: { style: 'rule', ground_truth: prompt.answer },
          // Without tools one reply is all there is.
          agent_name: prompt.tools.length === 0 ? 'single_turn_agent' : 'tool_agent',
          extra_info: {
            split: prompt.split,
            task_id: task.id,
            seed,
            world: environment.name,
            world_fingerprint: environment.fingerprint,
            expected: prompt.expected,
            tools: JSON.stringify(prompt.tools),
            need_tools_kwargs: false,
          },
        },
        losses: isAnsweredByText(trajectory) ? [] : [REWARD_NEEDS_WORLD],
      };
    },
  ),
  prepare: async (_, options) => {
    checkPackOptions(options ?? {});
    await checkParquetWriter();
  },
  pack: async (lines, path, options) => {
    checkPackOptions(options ?? {});
    await using file = await openParquetFile(path, COLUMNS);
    const tasks = new EachTaskOnce();
    let records = 0;
    for await (const { row, characters } of jsonRows(lines)) {
      const extra = row.extra_info as JsonObject;
      if (!tasks.isNew(`${extra.world_fingerprint} ${extra.seed} ${extra.task_id}`)) continue;
      await file.add({ ...row, extra_info: { ...extra, index: records } }, characters);
      records += 1;
    }
    await file.commit();
    return { records, repeated: tasks.repeated };
  },
};
