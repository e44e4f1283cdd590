import { expect, it } from 'vitest';
import { loadWorld, worldNames } from './built-in-worlds.js';
import { jars } from './jars.fixture.js';
import { createDataEnvironment, tablesOfSeed } from './world-environment.js';
import { keyArgument } from './world-tools.js';

/** Tools for which no draw gives what the rules want: the one right amount, or two rows that fit each other. */
const UNSAMPLED: Readonly<Record<string, readonly string[]>> = {
  airline: ['change_flight', 'cancel_booking', 'issue_voucher'],
  clinic: ['book_slot', 'cancel_appointment'],
  disputes: ['decide_case'],
  hotel: ['cancel_stay'],
  payroll: ['pay_bonus'],
  warehouse: ['move_units', 'ship_order', 'order_goods'],
};

it('names the rule that forbids a call, and what would be allowed', async () => {
  await using world = await createDataEnvironment(jars).open({ seed: 0 });
  const { observation, changes } = await world.call('take', { jar_id: 'J1', units: 6 });
  expect(observation.error).toEqual({
    type: 'rule',
    message: 'Refused by rule J1: No more leaves a jar than is in it. Ada Quinn has 5 left.',
  });
  expect(changes).toEqual([]);
});

it('changes rows, adds them under the next key and removes them', async () => {
  await using world = await createDataEnvironment(jars).open({ seed: 0 });
  const taken = await world.call('take', { jar_id: 'J1', units: 3 });
  expect(taken.changes).toMatchObject([
    { name: 'jars/J1', before: { units: 5, opened_on: null }, after: { units: 2, opened_on: '2031-01-31' } },
  ]);
  const noted = await world.call('note', { jar_id: 'J1', text: 'low' });
  expect(noted.changes).toEqual([
    { name: 'notes/1', before: null, after: { id: '1', jar_id: 'J1', text: 'low', on: null } },
  ]);
  await world.call('break', { jar_id: 'J1' });
  expect([...world.state().keys()]).toEqual(['owners/O1', 'notes/1']);
  expect((await world.call('get_jar', { jar_id: 'J1' })).observation.error?.message).toBe(
    'There is no jar J1.',
  );
});

it('adds up two changes of the same row', async () => {
  await using world = await createDataEnvironment(jars).open({ seed: 0 });
  const { changes } = await world.call('pour', { from_id: 'J1', to_id: 'J1', units: 2 });
  expect(changes).toMatchObject([{ name: 'jars/J1', after: { units: 5, label: 'mixed' } }]);
});

it('adds two rows to one table', async () => {
  await using world = await createDataEnvironment(jars).open({ seed: 0 });
  const { observation } = await world.call('open', { jar_id: 'J1', day: '2032-02-29' });
  expect(observation.data).toMatchObject({ row: { id: 'J1', opened_on: '2032-02-29' } });
  expect([...world.state().keys()].filter((name) => name.startsWith('notes/'))).toEqual([
    'notes/1',
    'notes/2',
  ]);
});

it.each(['2031-02-29', '2031-04-31', '2031-13-01', '2031-00-10', '0000-00-00'])(
  'refuses the day %s, which no calendar has',
  async (day) => {
    await using world = await createDataEnvironment(jars).open({ seed: 0 });
    const { observation, changes } = await world.call('open', { jar_id: 'J1', day });
    expect([observation.error?.message, changes]).toEqual([`There is no day ${day}.`, []]);
  },
);

it('tells what only a person knows when the person is asked, and nowhere else', async () => {
  await using world = await createDataEnvironment(jars).open({ seed: 0 });
  const { observation } = await world.call('ask_owner', { owner_id: 'O1', about: 'taste' });
  expect(observation.data).toEqual({ reply: 'I like it sweet.' });
  const { observation: found } = await world.call('find_jars', { label: 'Figs' });
  expect(found.content).not.toContain('sweet');
});

it.each(worldNames)(
  '%s holds together: keys are unique, references lead to rows, every seed gives others',
  async (name) => {
    const data = await loadWorld(name);
    const { tables } = tablesOfSeed(data, 1);
    const keys = [...tables.values()].flatMap((table) => [...table.keys()]);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [table, { columns }] of Object.entries(data.tables)) {
      for (const [column, drawn] of Object.entries(columns)) {
        if (!('ref' in drawn)) continue;
        for (const row of tables.get(table)?.values() ?? []) {
          if (row[column] !== null) expect(tables.get(drawn.ref)?.has(String(row[column]))).toBe(true);
        }
      }
    }
    expect(tablesOfSeed(data, 2).facts).not.toEqual(tablesOfSeed(data, 1).facts);
    // What is hidden can be asked for, every rule is about a tool, and every tool that changes rows has a task or a rule.
    const hidden = Object.values(data.tables).flatMap(({ columns }) =>
      Object.entries(columns).flatMap(([column, drawn]) => (drawn.hidden === true ? [column] : [])),
    );
    const topics = JSON.stringify(
      Object.values(data.tools).flatMap((tool) => ('ask' in tool ? [tool.topics] : [])),
    );
    for (const column of hidden) expect(topics).toContain(column.replace(/_id$/, ''));
    for (const { forbids } of data.rules)
      expect(Object.keys(data.tools)).toEqual(expect.arrayContaining(Object.keys(forbids)));
    expect(new Set(data.tasks.map(({ family }) => family))).toEqual(
      new Set(['lookup', 'conditional', 'bulk', 'repair', 'request', 'unclear']),
    );
    for (const { asks } of data.tasks) expect(new Set(asks).size).toBeGreaterThanOrEqual(6);
  },
);

it.each(worldNames)('%s samples arguments that its tools take', async (name) => {
  const data = await loadWorld(name);
  await using environment = createDataEnvironment(data);
  await using world = await environment.open({ seed: 4 });
  const unsampled: string[] = [];
  for (const tool of environment.tools) {
    const given = environment.sampleArguments(tool.name, { prompt: '', seed: 4 });
    if (given === null) {
      unsampled.push(tool.name);
      continue;
    }
    const { observation } = await world.call(tool.name, given);
    expect([tool.name, observation.error]).toEqual([tool.name, null]);
    await world.reset(4);
  }
  expect(unsampled).toEqual(UNSAMPLED[name] ?? []);
});

it('calls the key of a row by what one of them is called', () => {
  expect(
    ['loans', 'branches', 'companies', 'houses', 'copies', 'purchases', 'cases'].map(keyArgument),
  ).toEqual(['loan_id', 'branch_id', 'company_id', 'house_id', 'copy_id', 'purchase_id', 'case_id']);
});
