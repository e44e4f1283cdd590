/**
 * Searches tasks in this process and appends a line for each to a file of results. The file is the first argument and the search
 * the second; standard input says which tasks, and which part is off for them, as JSON. A run can be ended at any time.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createSandbox } from 'mettle/sandbox';
import { fillWith, type TableSearch } from './fill-column.js';
import { active, switchOff } from './switches.js';
import { measuredTasks, type SwitchedSearch, type Verdict } from './tasks.js';

/** A line of the results. */
export interface Result extends Verdict {
  readonly task: string;
  readonly set: string;
  /** The part that was off; null with all on. */
  readonly off: string | null;
  readonly seconds: number;
  /** The parts that did something. */
  readonly active: readonly string[];
}

/** Tasks to search with a part off; null with all on. */
export interface Plan {
  readonly off: string | null;
  readonly names: readonly string[];
}

const [, , file = '', built = ''] = process.argv;
const plan = JSON.parse(readFileSync(0, 'utf8')) as readonly Plan[];
await using sandbox = await createSandbox({ engine: 'monty' });
const found = (await import(pathToFileURL(built).href)) as TableSearch & Pick<SwitchedSearch, 'searchScript'>;
const switchedSearch: SwitchedSearch = { ...found, fillColumn: fillWith(found, sandbox) };
const tasks = new Map(measuredTasks().map((task) => [task.name, task]));
for (const { off, names } of plan) {
  switchOff(off);
  for (const name of names) {
    const task = tasks.get(name);
    if (task === undefined) throw new RangeError(`no task ${name}`);
    active.clear();
    const started = process.cpuUsage();
    const verdict = await task.search(sandbox, switchedSearch);
    const { user, system } = process.cpuUsage(started);
    const result: Result = {
      task: name,
      set: task.set,
      off,
      ...verdict,
      seconds: Math.round((user + system) / 1e3) / 1e3,
      active: [...active].sort(),
    };
    appendFileSync(file, `${JSON.stringify(result)}\n`);
  }
}
