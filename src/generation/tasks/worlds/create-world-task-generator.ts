import { defineOptions, option, type RandomStream } from '../../../core/index.js';
import type { Environment } from '../../../environments/index.js';
import {
  createDataEnvironment,
  loadWorld,
  type TaskData,
  tablesOfSeed,
  type WorldData,
  worldNames,
} from '../../../environments/internal.js';
import { defineTaskGenerator, type TaskDraft } from '../define-task-generator.js';
import type { TaskGenerator } from '../generated-task.js';
import { solvedDraft } from '../play-draft.js';
import { drawWorldTask } from './draw-world-task.js';
import { worldInstructions } from './world-instructions.js';

/** The world that {@link createWorldTaskGenerator} makes tasks in. */
export interface WorldTaskGeneratorOptions {
  /** One of the worlds that Mettle brings: `airline`, `clinic`, `courses`, `disputes`, `hotel`, `library`, `payroll`, `tickets`, `warehouse`. */
  readonly world: string;
}

const checkOptions = defineOptions<WorldTaskGeneratorOptions>()('createWorldTaskGenerator', {
  world: option.required(option.oneOf(worldNames)),
});

/**
 * Tasks at a service desk, under the rules of the house, which stand in `task.instructions`. Each task has rows of its own. Level 1:
 * look something up over several tables. Level 2: do what depends on what is found, on the rules, or on what only the person
 * knows. Level 3: change many rows, and correct a call that was refused. The oracle plays each task before it is offered.
 *
 * @example
 * ```ts
 * import { createWorldTaskGenerator, proveTask } from 'mettle/generation';
 *
 * const generator = await createWorldTaskGenerator({ world: 'airline' });
 * const generated = await generator.generate({ seed: 1, index: 0, level: 2 });
 * console.log(generated.task.prompt); // → …
 * console.log((await proveTask(generated)).proved); // → true
 * ```
 * @throws {MettleError} `core/invalid_option` for a world that there is not.
 */
export async function createWorldTaskGenerator(options: WorldTaskGeneratorOptions): Promise<TaskGenerator> {
  const data = await loadWorld(checkOptions(options).world);
  const environment = createDataEnvironment(data);
  return defineTaskGenerator({
    name: data.name,
    levels: [...new Set(data.tasks.map(({ level }) => level))].sort(),
    draw: ({ stream, level }) => {
      const template = stream.pick(data.tasks.filter((each) => each.level === level));
      const draft = worldTaskDraft({ data, environment, template, stream });
      return draft && { ...draft, check: async () => (await solvedDraft(draft, environment)) !== null };
    },
  });
}

/** What a draft is made from. */
export interface WorldTaskSource {
  readonly data: WorldData;
  readonly environment: Environment;
  readonly template: TaskData;
  readonly stream: RandomStream;
}

/** A task of one kind in a world of its own; null where the world has none. */
export function worldTaskDraft({ data, environment, template, stream }: WorldTaskSource): TaskDraft | null {
  const worldSeed = stream.integer(0, 2 ** 31 - 1);
  const drawn = drawWorldTask(data, template, { tables: tablesOfSeed(data, worldSeed).tables, stream });
  if (drawn === null) return null;
  const { calls, answer, key, ...draft } = drawn;
  return {
    ...draft,
    key: [worldSeed, key],
    instructions: worldInstructions(data),
    environment: async () => environment,
    world: { type: 'world', world: data.name },
    worldSeed,
    oracle: async (_, actor) => {
      for (const [tool, given] of calls) await actor.call(tool, given);
      actor.answer(answer);
    },
  };
}
