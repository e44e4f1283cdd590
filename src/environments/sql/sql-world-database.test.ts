import { expect, it } from 'vitest';
import { SQLAgent } from '../../agents/index.js';
import { scriptedModel } from '../../testing/index.js';
import { createSqlEnvironment } from './sql-environment.js';
import { sqlWorldDatabase } from './sql-world-database.js';

const environment = await createSqlEnvironment({
  name: 'cities',
  content: {
    tables: [
      {
        name: 'city',
        columns: 'name TEXT, people INTEGER',
        rows: Array.from({ length: 60 }, (_, n) => [`city "${n}"`, n]),
      },
    ],
  },
});

/** What tools answered to the calls of one turn. */
async function answersTo(
  calls: readonly { readonly name: string; readonly input?: Record<string, string | number> }[],
  outputFormat: 'csv' | 'json' = 'json',
) {
  await using world = await environment.open({ seed: 0 });
  const database = sqlWorldDatabase(environment, world);
  const model = scriptedModel([{ toolCalls: calls }, 'Done.']);
  const { messages } = await new SQLAgent({ model, database, outputFormat }).call('Look.');
  const content = messages[2]?.content;
  if (typeof content !== 'object') throw new Error('there are no results');
  return content.map((part) => ('output' in part ? part.output.value : null));
}

it('reads schema, samples and queries, and says when there is more', async () => {
  const [schema, sample, rest, query, cte] = await answersTo([
    { name: 'get_database_schema' },
    { name: 'get_table_sample', input: { table: 'city', limit: 1, offset: 7 } },
    { name: 'get_table_sample', input: { table: 'city' } },
    { name: 'run_sql_query', input: { query: 'SELECT people FROM city;' } },
    {
      name: 'run_sql_query',
      input: { query: 'WITH big AS (SELECT * FROM city WHERE people > 57) SELECT name FROM big' },
    },
  ]);
  expect(schema).toContain('CREATE TABLE city');
  expect(sample).toMatchObject({ rows: [{ name: 'city "7"', people: 7 }], row_count: 1 });
  expect(rest).toMatchObject({ row_count: 5 });
  expect(query).toMatchObject({ row_count: 50, may_have_more: true });
  expect(cte).toMatchObject({ row_count: 2, may_have_more: false });
});

it('shows rows as CSV that keeps quotes', async () => {
  const query = 'SELECT name, people FROM city WHERE people = 3';
  const [answer] = await answersTo([{ name: 'run_sql_query', input: { query } }], 'csv');
  expect(answer).toMatchObject({ rows: 'name,people\n"city ""3""",3' });
});

it('changes nothing, whatever is asked', async () => {
  const answers = await answersTo(
    [
      'DELETE FROM city',
      'SELECT 1; DELETE FROM city',
      'SELECT 1) ; DELETE FROM city; --',
      'WITH x AS (SELECT 1) DELETE FROM city',
      'PRAGMA user_version = 3',
      "SELECT load_extension('x')",
      'SELECT * FROM nowhere',
    ].map((query) => ({ name: 'run_sql_query', input: { query } })),
  );
  for (const answer of answers) expect(answer).toEqual(expect.any(String));
  expect(answers[0]).toContain('only read');
  expect(answers.at(-1)).toContain('no such table');
  const [count] = await answersTo([
    { name: 'run_sql_query', input: { query: 'SELECT count(*) AS n FROM city' } },
  ]);
  expect(count).toMatchObject({ rows: [{ n: 60 }] });
});
