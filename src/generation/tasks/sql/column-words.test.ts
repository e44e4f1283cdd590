import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import type { SqlContent, SqlTableSchema } from '../../../environments/index.js';
import { auditTasks } from '../audit-tasks.js';
import {
  columnsWords,
  columnWords,
  flagWords,
  isAside,
  isTechnical,
  linkWords,
  tableNoun,
  tableNouns,
} from './column-words.js';
import { createSqlTaskGenerator } from './create-sql-task-generator.js';
import { openSqlRecords } from './open-sql-records.js';
import { drawCondition } from './row-condition.js';
import { schemaWords } from './schema-words.js';

const track = { one: 'track', many: 'tracks' };
const table = (name: string, ...columns: readonly string[]): SqlTableSchema => ({
  name,
  columns: columns.map((column) => ({ name: column, type: 'TEXT', nullable: false })),
  primaryKey: [columns[0] ?? ''],
  unique: [],
  foreignKeys: [],
  constrained: false,
  derived: false,
});
const words = schemaWords([
  table('country', 'countrycode', 'governmentform', 'surfacearea', 'gnp'),
  table('dept_emp', 'emp_no', 'from_date'),
]);

it.each([
  ['UnitPrice', 'unit price'],
  ['track_title', 'title'],
  ['TrackId', 'ID'],
  ['Milliseconds', 'length in milliseconds'],
  ['dose_amt', 'dose amount'],
  ['num_reviews', 'number of reviews'],
  ['num_enrolled', 'number enrolled'],
  ['emp_no', 'employee number'],
  ['countrycode', 'country code'],
  ['surfacearea', 'surface area'],
  ['joindate', 'join date'],
  ['gnp', 'GNP'],
  ['weight_kg', 'weight in kg'],
  ['price_in_usd', 'price in USD'],
  ['price_eur', 'price in EUR'],
  ['tra_title', 'title'],
  ['count_plays', 'number of plays'],
  // One word each, whatever could be found in it.
  ['candidate', 'candidate'],
  ['updated', 'updated'],
  ['discount', 'discount'],
  ['birthday', 'birthday'],
])('calls the column %s of tracks what a person would', (column, called) => {
  expect(columnWords(words(column), track)).toBe(called);
});

it('knows what nobody asks for, and what people and links are called', () => {
  for (const column of ['last_update', 'UpdatedAt', 'created_at', 'password', 'password_hash', 'rowguid']) {
    expect([column, isAside(column)]).toEqual([column, true]);
  }
  for (const column of ['created_by_hand', 'date', 'update_count']) {
    expect([column, isAside(column)]).toEqual([column, false]);
  }
  expect(tableNoun('staff').many).toBe('staff members');
  expect(linkWords('manager_staff_id', words)).toBe('manager staff member');
  expect(linkWords('SupportRepId', words)).toBe('support rep');
  expect(linkWords('facid', words, { one: 'facility', many: 'facilities' })).toBe('facility');
  expect(linkWords('serv_cen_id', words, { one: 'service center', many: 'service centers' })).toBe(
    'service center',
  );
  expect(linkWords('author_id', words, { one: 'person', many: 'people' })).toBe('author');
});

it('says flags as a person would', () => {
  expect([flagWords('active', 1), flagWords('discontinued', 0), flagWords('is hidden', true)]).toEqual([
    'that are active',
    'that are not discontinued',
    'that are hidden',
  ]);
  expect([flagWords('has lab', 1), flagWords('has exams', 0)]).toEqual([
    'that have a lab',
    'that have no exams',
  ]);
  expect([flagWords('tax', 1), flagWords('tax', false)]).toEqual(['where tax is yes', 'where tax is no']);
  expect([flagWords('email confirmed', 1), flagWords('isofficial', 0)]).toEqual([
    'whose email is confirmed',
    'that are not official',
  ]);
});

it('leaves out of names what all names of the schema begin with', () => {
  const schemas = ['sb_customer', 'sb_order', 'sb_item'].map((name) =>
    table(name, `${name}_id`, `${name}_name`, `${name}_city`),
  );
  const said = schemaWords(schemas);
  const nouns = tableNouns(schemas, said);
  expect([...nouns.values()].map(({ many }) => many)).toEqual(['customers', 'orders', 'items']);
  const called = columnsWords(
    table('sb_order', 'sb_ord_id', 'sb_ord_name', 'sb_ord_city'),
    { one: 'order', many: 'orders' },
    said,
  );
  expect([...called.values()]).toEqual(['ID', 'name', 'city']);
});

it('asks nothing about tables of frameworks, and about parts of other tables', () => {
  for (const name of ['schema_migrations', 'django_content_type', '_prisma_migrations', 'payment_p2022_06']) {
    expect([name, isTechnical(name)]).toEqual([name, true]);
  }
  for (const name of ['migration', 'job', 'site', 'user_session'])
    expect([name, isTechnical(name)]).toEqual([name, false]);
});

describe('the tables of a real database', () => {
  const days = Array.from(
    { length: 60 },
    (_, index) => `20${String(10 + (index % 9)).padStart(2, '0')}-0${1 + (index % 9)}-11`,
  );
  const content: SqlContent = {
    tables: [
      {
        name: 'Artist',
        columns:
          'ArtistId INTEGER PRIMARY KEY, Name TEXT, active INTEGER NOT NULL, last_update TEXT NOT NULL',
        rows: days.map((_, index) => [
          index + 1,
          index < 2 ? 'The Same' : `Band ${index}`,
          index % 2,
          `2020-01-01 ${index}`,
        ]),
      },
      {
        name: 'Show',
        columns:
          'ShowId INTEGER PRIMARY KEY, ArtistId INTEGER NOT NULL REFERENCES Artist, held TEXT, Total INTEGER',
        rows: days.map((day, index) => [index + 1, 1 + (index % 7), day, index * 3]),
      },
      {
        name: 'artist_show',
        columns: 'artist INTEGER REFERENCES Artist, show INTEGER REFERENCES Show, PRIMARY KEY (artist, show)',
        rows: days.map((_, index) => [index + 1, index + 1]),
      },
    ],
  };

  it('are asked about by their names, days and flags, never about links and records of changes', async () => {
    const { tables } = await openSqlRecords({ content });
    expect(tables.map(({ name, label, dates }) => [name, label, dates])).toEqual([
      ['Artist', 'Name', []],
      ['Show', 'ShowId', ['held']],
    ]);
    expect(tables[0]?.named).toHaveLength(58);
    expect(tables.every(({ isReferred }) => isReferred)).toBe(true);
    const generator = await createSqlTaskGenerator({ content });
    for (let index = 0; index < 60; index++) {
      const { task } = await generator.generate({ seed: 3, index });
      expect(task.prompt).not.toMatch(
        /total total|last update|The Same|artist show|whose active|Please help.*: Please/,
      );
    }
  });

  it('have rows in a year and from a day on exactly where their database finds them', async () => {
    const { tables, environment } = await openSqlRecords({ content });
    await using world = await environment.open({ seed: 0 });
    const [, show] = tables;
    if (show === undefined) throw new Error('the table Show is gone');
    const stream = new RandomStream(5, 'days');
    const seen = new Set<string>();
    for (let draw = 0; draw < 40; draw++) {
      const condition = drawCondition({ ...show, numbers: [], categories: [] }, stream);
      if (condition === null) throw new Error('the table has days');
      seen.add(condition.words.replace(/\d.*/, ''));
      const { observation } = await world.call('sql_query', {
        sql: `SELECT count(*) FROM "Show" AS t WHERE ${condition.sql('t')}`,
      });
      const [[counted] = []] = (observation.data as { rows: number[][] }).rows;
      expect(show.rows.filter(condition.holds)).toHaveLength(counted ?? -1);
    }
    expect([...seen].sort()).toEqual([
      'whose held is ',
      'whose held is before ',
      'whose held is in ',
      'whose held is on or after ',
    ]);
  });

  it('give tasks that their oracle solves', async () => {
    const audit = await auditTasks({
      generator: await createSqlTaskGenerator({ content }),
      seed: 2,
      count: 15,
    });
    expect([audit.flaws, audit.proved]).toEqual([[], 15]);
  });
});
