import type { Json, JsonObject } from '../../core/index.js';
import { inParallel } from '../../core/internal.js';
import { type MessageRules, nullable, text, wholeNumber } from './field-errors.js';
import { type HttpAnswer, type HttpRequest, type HttpRoute, httpProblem } from './http-answer.js';
import { readBodyAs } from './read-body-as.js';
import type { ServedGym, ServedSplit, ServedTask } from './served-gym.js';

const SPLIT: MessageRules = { fields: { split: text() }, required: ['split'] };
const TASK: MessageRules = { fields: { split: text(), index: wholeNumber() }, required: ['split', 'index'] };
const RANGE: MessageRules = {
  fields: { split: text(), start: nullable(wholeNumber()), stop: nullable(wholeNumber()) },
  required: ['split'],
};

/** The routes by which clients list the tasks of a gym. */
export function taskRoutes(gym: ServedGym, wrongIndex: string): readonly HttpRoute[] {
  const within = (
    rules: MessageRules,
    answer: (split: ServedSplit, values: JsonObject) => Promise<Json> | Json,
  ) => {
    return async ({ parameters, body }: HttpRequest): Promise<HttpAnswer> => {
      const { env = '' } = parameters;
      if (env.toLowerCase() !== gym.name.toLowerCase()) return unknownEnvironment(env);
      const read = readBodyAs(body, rules);
      if ('problem' in read) return read.problem;
      const split = gym.splits.find(({ name }) => name === read.values.split);
      if (split === undefined) return httpProblem(400, 'Invalid split');
      const json = await answer(split, read.values);
      return json === null ? httpProblem(400, wrongIndex) : { json };
    };
  };
  return [
    { method: 'GET', path: '/list_environments', answer: () => ({ json: [gym.name] }) },
    {
      method: 'GET',
      path: '/:env/splits',
      answer: ({ parameters: { env = '' } }) =>
        env.toLowerCase() === gym.name.toLowerCase()
          ? { json: gym.splits.map(({ name, type }) => ({ name, type })) }
          : unknownEnvironment(env),
    },
    {
      method: 'POST',
      path: '/:env/tasks',
      answer: within(SPLIT, async (split) => ({
        tasks: await tasksOf(gym, split, 0, split.count),
        env_name: gym.name,
      })),
    },
    {
      method: 'POST',
      path: '/:env/num_tasks',
      answer: within(SPLIT, ({ count }) => ({ num_tasks: count })),
    },
    {
      method: 'POST',
      path: '/:env/task',
      answer: within(TASK, async (split, { index }) => {
        const [task] = await tasksOf(gym, split, Number(index), Number(index) + 1);
        return task === undefined ? null : { task, env_name: gym.name };
      }),
    },
    {
      method: 'POST',
      path: '/:env/task_range',
      answer: within(RANGE, async (split, { start, stop }) => ({
        tasks: await tasksOf(gym, split, placeOf(start, 0, split), placeOf(stop, split.count, split)),
        env_name: gym.name,
      })),
    },
  ];
}

/** The tasks from one place to before another; none where there are none. */
async function tasksOf(
  gym: ServedGym,
  split: ServedSplit,
  start: number,
  stop: number,
): Promise<readonly ServedTask[]> {
  const first = Math.max(0, start);
  const count = start < 0 && stop <= 0 ? 0 : Math.max(0, Math.min(stop, split.count) - first);
  const places = Array.from({ length: count }, (_, offset) => first + offset);
  return inParallel(8, places, (index) => gym.task({ split: split.name, index }));
}

/** A place as a slice of Python has it: from the end where it is negative. */
function placeOf(given: Json | undefined, other: number, { count }: ServedSplit): number {
  if (typeof given !== 'number') return other;
  return given < 0 ? Math.max(0, count + given) : given;
}

function unknownEnvironment(name: string): HttpAnswer {
  return httpProblem(404, `unknown environment ${inQuotes(name)}`);
}

/** As Python quotes a text. */
function inQuotes(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return `${quote}${text}${quote}`;
}
