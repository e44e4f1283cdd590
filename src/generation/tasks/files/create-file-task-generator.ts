import { defineOptions, option } from '../../../core/index.js';
import { createFileEnvironment } from '../../../environments/index.js';
import { defineTaskGenerator, type TaskDraft } from '../define-task-generator.js';
import type { TaskGenerator } from '../generated-task.js';
import { FILE_LEVELS } from './file-templates.js';

/** How {@link createFileTaskGenerator} makes tasks. */
export interface FileTaskGeneratorOptions {
  /** snake_case; the name of the generator and of its environments. Default `files`. */
  readonly name?: string;
  /** Offers Python to the agents. Default false. */
  readonly python?: boolean;
}

const checkOptions = defineOptions<FileTaskGeneratorOptions>()('createFileTaskGenerator', {
  name: option.string,
  python: option.boolean,
});

/**
 * Tasks on made-up projects, each with a tree of its own. Level 1: read a setting, count lines. Level 2: count over files,
 * change a setting. Level 3: rename a function across files, and mend a function whose tests fail, which is judged by
 * hidden tests: score it with `scoreOutcomeInSandbox`.
 *
 * @throws {MettleError} from `generate`, as {@link TaskGenerator} says.
 */
export function createFileTaskGenerator(options: FileTaskGeneratorOptions = {}): TaskGenerator {
  const { name = 'files', python = false } = checkOptions(options);
  return defineTaskGenerator({
    name,
    levels: [...FILE_LEVELS.keys()],
    draw: ({ stream, level }): TaskDraft | null => {
      const draft = stream.pick(FILE_LEVELS.get(level) ?? [])(stream);
      if (draft === null) return null;
      const { category, prompt, key, files, expected, oracle } = draft;
      return {
        category,
        prompt,
        key,
        expected: { ...expected, stateDigest: null },
        oracle: (_, actor) => oracle(actor),
        environment: () => createFileEnvironment({ name, files, python }),
        world: { type: 'files', name, files, python },
      };
    },
  });
}
