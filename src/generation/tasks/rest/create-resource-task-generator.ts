import { defineOptions, option } from '../../../core/index.js';
import {
  createRestEnvironment,
  type Environment,
  type MockContent,
  type RestEnvironmentOptions,
} from '../../../environments/index.js';
import { REST_OPTIONS, readRestResources, withToolsOnly } from '../../../environments/internal.js';
import { isCallStep } from '../../../records/index.js';
import { generationError } from '../../error-codes.js';
import { defineTaskGenerator, type TaskDraft } from '../define-task-generator.js';
import type { TaskGenerator } from '../generated-task.js';
import { playDraft, solvedDraft } from '../play-draft.js';
import { RESOURCE_LEVELS } from './resource-templates.js';
import { type Collection, type ResourceWorld, readResourceWorld } from './resource-world.js';

/** The web interface that {@link createResourceTaskGenerator} makes tasks on. */
export interface ResourceTaskGeneratorOptions
  extends Omit<RestEnvironmentOptions, 'mock' | 'baseUrl' | 'openServer' | 'reset' | 'readState'> {
  /** What the mock servers begin with. Default: what Mettle makes up. */
  readonly mock?: true | MockContent;
  /** Different worlds that the tasks are about; more of them give more tasks. Default 12. */
  readonly worlds?: number;
}

const { baseUrl: _url, openServer: _open, reset: _reset, readState: _read, ...KINDS } = REST_OPTIONS;
const checkOptions = defineOptions<ResourceTaskGeneratorOptions>()('createResourceTaskGenerator', {
  ...KINDS,
  worlds: option.wholeNumber(1),
});

/**
 * Tasks on the web interface that any OpenAPI document describes, in worlds that are mock servers. Level 1: a look at one object.
 * Level 2: find an object and change or delete it. Level 3: change or delete all that have something in common, make one after the
 * pattern of another, count those that refer to one, find one below another that has to be found first. The oracle plays each
 * task before it is offered, so that a task asks for nothing that the document doesn't allow.
 *
 * @example
 * ```ts
 * import { createResourceTaskGenerator, proveTask } from 'mettle/generation';
 * import { shopSpec } from 'mettle/environments';
 *
 * const generator = await createResourceTaskGenerator({ spec: shopSpec, worlds: 2 });
 * const generated = await generator.generate({ seed: 1, index: 0, level: 2 });
 * console.log(generated.task.prompt); // → …
 * console.log((await proveTask(generated)).proved); // → true
 * ```
 * @throws {MettleError} `generation/no_tasks` for a document that lets no object be looked up or changed; as
 *   `createRestEnvironment`.
 */
export async function createResourceTaskGenerator(
  options: ResourceTaskGeneratorOptions,
): Promise<TaskGenerator> {
  const { worlds: count = 12, mock = true, name = 'rest', ...rest } = checkOptions(options);
  const environment = await createRestEnvironment({ ...rest, name, mock });
  const offered = new Set(environment.tools.map((tool) => tool.name));
  const resources = (await readRestResources(options.spec)).map((resource) => ({
    ...resource,
    tools: Object.fromEntries(Object.entries(resource.tools).filter(([, { tool }]) => offered.has(tool))),
  }));
  const worlds: ResourceWorld[] = [];
  for (let seed = 0; seed < count; seed++) {
    worlds.push(await readResourceWorld(environment, resources, seed));
  }
  if (!worlds.some(({ collections }) => collections.some(isOfUse))) {
    throw generationError(
      'no_tasks',
      'No task can be made on this OpenAPI document: it has no resource whose objects can be listed or read by a key without other arguments.',
    );
  }
  return defineTaskGenerator({
    name,
    levels: [...RESOURCE_LEVELS.keys()],
    draw: async ({ stream, level }): Promise<TaskDraft | null> => {
      const world = stream.pick(worlds);
      if (world.collections.length === 0) return null;
      const draft = await stream.pick(RESOURCE_LEVELS.get(level) ?? [])(world, stream);
      if (draft === null) return null;
      const { category, prompt, key, answer = null, goals = [], touched = [], tools = [], oracle } = draft;
      // One call could be hit by chance; a workflow has to be one.
      if (level === 3 && (category === 'update' || category === 'removal')) return null;
      const task: TaskDraft = {
        category,
        prompt,
        key: [world.seed, key],
        expected: { answer, stateDigest: null, goals, invariants: [{ kind: 'unchanged', except: touched }] },
        oracle: (_, actor) => oracle(actor),
        environment: async () => environment,
        worldSeed: world.seed,
      };
      // An episode's record holds every tool: those of a large API are ten megabytes.
      return { ...task, check: () => isDone(withToolsOnly(environment, tools), task) };
    },
  });
}

/**
 * Whether the oracle does the task by calls whose values it has seen, and no single call of its tools with arguments by chance
 * does: what a document allows shows only in a try.
 */
async function isDone(environment: Environment, draft: TaskDraft): Promise<boolean> {
  const trajectory = await solvedDraft(draft, environment);
  if (trajectory === null) return false;
  if ((draft.expected.goals ?? []).length === 0) return true;
  for (const tool of new Set(trajectory.steps.filter(isCallStep).map((step) => step.tool))) {
    const given = environment.sampleArguments(tool, { prompt: draft.prompt, seed: 0 }) ?? {};
    const lucky = await playDraft(draft, environment, async (_, actor) => {
      await actor.call(tool, given);
      actor.answer('done');
    });
    if (lucky.isPassed) return false;
  }
  return true;
}

function isOfUse({ resource, members }: Collection): boolean {
  return members.length > 0 && (resource.tools.list ?? resource.tools.read) !== undefined;
}
