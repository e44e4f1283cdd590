import {
  contentHash,
  defineOptions,
  type Json,
  MettleError,
  option,
  RandomStream,
} from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Environment, Policy } from '../../environments/index.js';
import type { EnvironmentConfig, ExpectedOutcome, Task } from '../../records/index.js';
import { answerData } from '../answer-data.js';
import { generationError } from '../error-codes.js';
import type { GeneratedTask, GenerateTaskOptions, TaskGenerator, TaskSplit } from './generated-task.js';
import { demandsLook, isGuessable } from './guessable.js';

/** A task before it has its place in a sequence. */
export interface TaskDraft {
  /** What kind of work it is, in snake_case. */
  readonly category: string;
  readonly prompt: string;
  /** As in `Task`. */
  readonly instructions?: string;
  /** What is asked, whatever the words: drafts with equal keys are the same task. */
  readonly key: Json;
  /** Worked out without the way in which the oracle does it. */
  readonly expected: ExpectedOutcome;
  readonly oracle: Policy['play'];
  readonly environment: () => Promise<Environment>;
  /** Default 0. */
  readonly worldSeed?: number;
  /** How the environment is opened again, for tasks that bring one of their own; it goes into their records. */
  readonly world?: EnvironmentConfig;
  /** Whether it is to be offered: asked once for each `key`. Default: it is. */
  readonly check?: () => Promise<boolean>;
}

/** What {@link defineTaskGenerator} makes a generator from. */
export interface TaskGeneratorDefinition {
  /** snake_case. */
  readonly name: string;
  readonly levels: readonly number[];
  /** A task of this level by chance, or null when the draw gave none that makes sense. */
  readonly draw: (options: {
    readonly stream: RandomStream;
    readonly level: number;
  }) => TaskDraft | null | Promise<TaskDraft | null>;
}

const checkDefinition = defineOptions<TaskGeneratorDefinition>()('defineTaskGenerator', {
  name: option.required(option.string),
  levels: option.required(option.list(option.number)),
  draw: option.required(option.callback),
});

/** Draws in a row without a new task after which a generator gives up. */
const MOST_DRAWS = 4000;
/** Draws after which another level is tried, where any will do. */
const DRAWS_PER_LEVEL = 50;
/** Share of the instances that are held out. */
const HELD_OUT_SHARE = 0.2;
/** Sequences that are remembered, so that the next index is not worked out from the first one again. */
const MOST_SEQUENCES = 64;

/** The tasks of one seed, level and split, as far as they were asked for. */
interface Sequence {
  readonly drafts: { readonly draft: TaskDraft; readonly level: number }[];
  readonly known: Set<string>;
  /** Ends when the sequence is as long as was asked for last. */
  growing: Promise<void>;
}

/**
 * A generator from a function that draws tasks. Done here for all: sequences without repetition, the split, the ids, and
 * that no task that asks for neither a goal on the world nor a look at it has an answer that could be given blindly.
 *
 * @throws {MettleError} from `generate`, as {@link TaskGenerator} says; there, `generation/draw_failed` where `draw` throws.
 */
export function defineTaskGenerator(definition: TaskGeneratorDefinition): TaskGenerator {
  checkDefinition(definition);
  const { name, levels } = definition;
  const sequences = new Map<string, Sequence>();
  const checked = new Map<string, boolean>();
  const check = async (key: string, draft: TaskDraft): Promise<boolean> => {
    if (draft.check === undefined) return true;
    const known = checked.get(key) ?? (await draft.check());
    checked.set(key, known);
    return known;
  };
  return {
    name,
    levels,
    async generate(options) {
      const { seed, index, level, split } = options;
      checkOptions(definition, options);
      const id = [seed, level ?? 'any', split ?? 'any'].join('/');
      const sequence = sequences.get(id) ?? {
        drafts: [],
        known: new Set<string>(),
        growing: Promise.resolve(),
      };
      sequences.delete(id);
      sequences.set(id, sequence);
      const [oldest] = sequences.keys();
      if (sequences.size > MOST_SEQUENCES && oldest !== undefined) sequences.delete(oldest);
      const grown = sequence.growing.then(async () => {
        while (sequence.drafts.length <= index) await extend(definition, sequence, id, { ...options, check });
      });
      // Whoever asks next goes on from here, also after a failure.
      sequence.growing = grown.catch(() => undefined);
      await grown;
      const { draft, level: drawn } = sequence.drafts[index] as Sequence['drafts'][number];
      return finish(name, draft, { seed, index, level: drawn });
    },
  };
}

function checkOptions({ levels }: TaskGeneratorDefinition, { index, level }: GenerateTaskOptions): void {
  if (!Number.isSafeInteger(index) || index < 0) {
    throw generationError('invalid_index', `index is a whole number from 0; got ${index}.`);
  }
  if (level !== undefined && !levels.includes(level)) {
    throw generationError('unknown_level', `There is no level ${level}; there are: ${levels.join(', ')}.`);
  }
}

/** A draw; what it throws names the generator, whose code may be the user's. */
async function drawOne(
  { name, draw }: TaskGeneratorDefinition,
  options: Parameters<TaskGeneratorDefinition['draw']>[0],
): Promise<TaskDraft | null> {
  try {
    return await draw(options);
  } catch (error) {
    if (error instanceof MettleError) throw error;
    throw generationError('draw_failed', `${name} can't draw a task: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

async function extend(
  definition: TaskGeneratorDefinition,
  sequence: Sequence,
  id: string,
  {
    seed,
    level,
    split,
    check,
  }: GenerateTaskOptions & { readonly check: (key: string, draft: TaskDraft) => Promise<boolean> },
): Promise<void> {
  const { name, levels } = definition;
  const stream = new RandomStream(seed, `tasks/${name}/${id}/${sequence.drafts.length}`);
  let drawn = level ?? 0;
  for (let count = 0; count < MOST_DRAWS; count++) {
    // A level that is hard to draw is given time, so that each comes about as often.
    if (level === undefined && count % DRAWS_PER_LEVEL === 0) drawn = stream.pick(levels);
    const draft = await drawOne(definition, { stream, level: drawn });
    if (draft === null || (split !== undefined && splitOf(draft) !== split)) continue;
    const key = contentHash(draft.key);
    const { answer, goals = [] } = draft.expected;
    if (sequence.known.has(key) || sequence.known.has(draft.prompt)) continue;
    const isBlind = goals.length === 0 && !demandsLook(draft.expected);
    if (isBlind && answer !== null && isGuessable(draft, answer)) continue;
    // A model's text that reads like data is taken for data.
    if (typeof answer?.value === 'string' && typeof answerData(answer.value) !== 'string') continue;
    if (!(await check(key, draft))) continue;
    sequence.known.add(key).add(draft.prompt);
    sequence.drafts.push({ draft, level: drawn });
    return;
  }
  throw generationError(
    'too_few_tasks',
    `${name} finds no more than ${sequence.drafts.length} different tasks (seed/level/split ${id}). Give it more data, or ask for fewer.`,
  );
}

/** Decided by what is asked, so that no seed can move an instance from one part to the other. */
function splitOf({ key }: TaskDraft): TaskSplit {
  return Number.parseInt(contentHash(key).slice(0, 8), 16) < HELD_OUT_SHARE * 2 ** 32 ? 'held_out' : 'train';
}

async function finish(
  generator: string,
  draft: TaskDraft,
  place: { readonly seed: number; readonly index: number; readonly level: number },
): Promise<GeneratedTask> {
  const { category, prompt, instructions, expected, key, oracle, environment, worldSeed = 0, world } = draft;
  const task: Task = {
    id: `${generator}-${category}-${contentHash({ prompt, key }).slice(0, 12)}`,
    category,
    prompt,
    ...(instructions === undefined ? {} : { instructions }),
    expected,
    metadata: { generator, ...place, split: splitOf(draft) },
  };
  return {
    task,
    environment: await environment(),
    seed: worldSeed,
    oracle: { name: 'oracle', version: contentHash({ generator, key }), play: oracle },
    ...(world === undefined ? {} : { world }),
  };
}
