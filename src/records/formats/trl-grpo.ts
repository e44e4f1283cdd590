import type { JsonObject } from '../../core/index.js';
import { EachTaskOnce, jsonRows } from './json-rows.js';
import { lineFormat } from './line-format.js';
import { isAnsweredByText, NO_EXPECTATION, REWARD_NEEDS_WORLD, taskPromptOf } from './task-prompt.js';
import { checkPackOptions, type PackedFormat } from './trajectory-format.js';

/**
 * Prompts for `GRPOTrainer` and its like of TRL: a task a line, however many runs of it there are. `prompt` holds the messages; the other
 * columns reach reward functions and `reset` of an environment: `answer` as text, all that is `expected` as JSON text, `task_id`, `seed`,
 * `world` and `split`. Each column is there in each row, and of one type.
 */
export const trlGrpo: PackedFormat = {
  ...lineFormat(
    {
      name: 'trl-grpo',
      extension: '.jsonl',
      description: 'prompts and what is expected, for GRPOTrainer of TRL',
    },
    (trajectory) => {
      const prompt = taskPromptOf(trajectory);
      if (prompt === null) return { reason: NO_EXPECTATION };
      const { task, seed, environment } = trajectory;
      return {
        record: {
          prompt: prompt.messages,
          answer: prompt.answer,
          expected: prompt.expected,
          task_id: task.id,
          category: task.category,
          seed,
          world: environment.name,
          world_fingerprint: environment.fingerprint,
          split: prompt.split,
          tools: prompt.tools,
        },
        losses: isAnsweredByText(trajectory) ? [] : [REWARD_NEEDS_WORLD],
      };
    },
  ),
  prepare: async (_, options) => {
    checkPackOptions(options ?? {});
  },
  pack: async (lines, path, options) => {
    checkPackOptions(options ?? {});
    const { openAtomicFile } = await import('../../filesystem/internal.js');
    await using file = await openAtomicFile(path);
    const tasks = new EachTaskOnce();
    let records = 0;
    for await (const { row } of jsonRows(lines)) {
      if (!tasks.isNew(keyOf(row))) continue;
      await file.write(`${JSON.stringify(row)}\n`);
      records += 1;
    }
    await file.commit();
    return { records, repeated: tasks.repeated };
  },
};

function keyOf({ world_fingerprint: world = '', seed = 0, task_id: task = '' }: JsonObject): string {
  return `${world} ${seed} ${task}`;
}
