/** Whether databases and dumps of public repositories open as worlds, and whether tasks about their rows are solved by their oracles. */
import { join } from 'node:path';
import { createSqlEnvironment } from '../../dist/environments/index.js';
import { createSqlTaskGenerator, proveTask } from '../../dist/generation/index.js';
import { fetchRepository } from './fetch-packages.mjs';

const TASKS = 12;
/** Rows from which tasks are asked for. */
const ROWS = 300;

export async function tryDatabases(pins, cache) {
  const what = 'databases of public repositories';
  const faults = {};
  let tried = 0;
  let skipped;
  for (const pin of pins) {
    const fetched = fetchRepository(pin, join(cache, 'git'));
    if (fetched.skipped !== undefined) {
      skipped = `${pin.name}: ${fetched.skipped}`;
      continue;
    }
    for (const path of pin.databases) {
      tried++;
      const fault = await tryDatabase(join(fetched.folder, path)).catch((error) => error.message);
      if (fault !== null) faults[`${pin.name}/${path}`] = fault;
    }
    const [first, ...others] = pin.same ?? [];
    for (const path of others) {
      tried++;
      const fault = await compare(...[first, path].map((each) => join(fetched.folder, each))).catch(
        (error) => error.message,
      );
      if (fault !== null) faults[`${pin.name}/${path} beside ${first}`] = fault;
    }
  }
  return { what, tried, faults, ...(tried === 0 && { skipped }) };
}

async function tryDatabase(database) {
  const environment = await createSqlEnvironment({ database });
  const world = await environment.open({ seed: 0 });
  const rows = world.state().size;
  await world.close();
  const lost = environment.leftOut.filter(
    ({ name, reason }) => /^(?:table|rows|file) /.test(name) && !reason.startsWith('It is virtual'),
  );
  if (lost.length > 0) return `left out: ${lost.map(({ name }) => name).join(', ')}: ${lost[0].reason}`;
  if (rows < ROWS) return null;
  const generator = await createSqlTaskGenerator({ database });
  for (let index = 0; index < TASKS; index++) {
    const generated = await generator.generate({ seed: 1, index });
    const { proved } = await proveTask(generated);
    if (!proved) return `the oracle does not solve: ${generated.task.prompt}`;
  }
  return null;
}

/** How the rows of two databases differ that should be the same; null where they don't. Names of tables and columns are taken by their letters. */
async function compare(one, other) {
  const [left, right] = await Promise.all([one, other].map(plainFacts));
  const lost = [...left.keys()].filter((name) => !right.has(name));
  const more = [...right.keys()].filter((name) => !left.has(name));
  const changed = [...left].filter(([name, fact]) => right.has(name) && right.get(name) !== fact);
  if (lost.length + more.length + changed.length === 0) return null;
  const [[name, fact] = []] = changed;
  const example = name === undefined ? (lost[0] ?? more[0]) : `${name}: ${fact} and ${right.get(name)}`;
  return `${lost.length} rows are missing, ${more.length} are new, ${changed.length} differ, such as ${example}`;
}

async function plainFacts(database) {
  const environment = await createSqlEnvironment({ database });
  const world = await environment.open({ seed: 0 });
  const facts = new Map(
    [...world.state()].map(([name, fact]) => [plain(name), JSON.stringify(plainRow(fact))]),
  );
  await world.close();
  return facts;
}

/** Days are written with a time of midnight in some. */
const plainRow = (fact) =>
  Object.fromEntries(
    Object.entries(fact)
      .map(([column, value]) => [
        plain(column),
        typeof value === 'string' ? value.replace(/ 00:00:00$/, '') : value,
      ])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
const plain = (name) => name.toLowerCase().replaceAll('_', '');
