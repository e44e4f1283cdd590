import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import type { SqlContent } from '../../../environments/index.js';
import { auditTasks } from '../audit-tasks.js';
import { columnWords, flagWords, isAside, linkWords, tableNoun } from './column-words.js';
import { createSqlTaskGenerator } from './create-sql-task-generator.js';
import { openSqlRecords } from './open-sql-records.js';
import { drawCondition } from './row-condition.js';

const track = { one: 'track', many: 'tracks' };

it.each([
  ['UnitPrice', false, 'unit price'],
  ['track_title', false, 'title'],
  ['TrackId', false, 'ID'],
  ['Milliseconds', false, 'length in milliseconds'],
  ['is_live', true, 'live flag'],
])('calls the column %s of tracks what a person would', (column, isFlag, words) => {
  expect(columnWords(column, track, isFlag)).toBe(words);
});

it('knows what nobody asks for, and what people and links are called', () => {
  for (const column of ['last_update', 'UpdatedAt', 'created_at', 'password', 'password_hash', 'rowguid']) {
    expect([column, isAside(column)]).toEqual([column, true]);
  }
  for (const column of ['created_by_hand', 'date', 'update_count']) {
    expect([column, isAside(column)]).toEqual([column, false]);
  }
  expect(tableNoun('staff').many).toBe('staff members');
  expect(linkWords('manager_staff_id')).toBe('manager staff member');
  expect(linkWords('SupportRepId')).toBe('support rep');
  expect([flagWords('active', 1), flagWords('discontinued', 0)]).toEqual([
    'that are active',
    'that are not discontinued',
  ]);
  expect(flagWords('tax', 1)).toBeNull();
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
