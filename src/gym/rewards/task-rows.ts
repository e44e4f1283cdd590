import type { Json, JsonObject } from '../../core/index.js';
import type { Requirement } from '../../requirements/index.js';
import { gymError } from '../error-codes.js';

/** What a task holds that its code is checked by: clients see none of it. */
const HIDDEN: readonly string[] = ['tests', 'cases'];

/** Tasks whose tests the server keeps; the rows of a batch name them by their column `id`, or `task_id`. */
export class TaskRows {
  /** The tasks as clients may see them. */
  readonly shown: JsonObject[] = [];
  readonly #byId = new Map<string, readonly Requirement[]>();
  readonly #requirementsOf: (row: JsonObject) => readonly Requirement[];

  constructor(requirementsOf: (row: JsonObject) => readonly Requirement[]) {
    this.#requirementsOf = requirementsOf;
  }

  /** @throws {MettleError} `gym/invalid_row` for a task without an id or with one that another has; what its requirements throw. */
  add(task: JsonObject): void {
    const id = idOf(task);
    if (id === null) {
      throw gymError('invalid_row', 'A task needs an id, by which the rows of a data set name it.');
    }
    if (this.#byId.has(id)) throw gymError('invalid_row', `The id ${id} is there twice.`);
    this.#byId.set(id, this.#requirementsOf(task));
    this.shown.push(Object.fromEntries(Object.entries(task).filter(([name]) => !HIDDEN.includes(name))));
  }

  /** What the code of a row has to meet. @throws {MettleError} `gym/invalid_row` where it names no task. */
  requirementsOf(row: JsonObject): readonly Requirement[] {
    const id = idOf(row);
    if (id === null) throw gymError('invalid_row', 'A row names no task: it needs a column id.');
    const found = this.#byId.get(id);
    if (found === undefined) throw gymError('invalid_row', `There is no task with the id ${id}.`);
    return found;
  }
}

function idOf({ id, task_id: other }: JsonObject): string | null {
  const given: Json = id ?? other ?? null;
  return typeof given === 'string' || typeof given === 'number' ? String(given) : null;
}
