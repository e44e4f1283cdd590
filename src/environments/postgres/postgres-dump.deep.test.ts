import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresEnvironment, type PostgresEnvironment } from './postgres-environment.js';
import { ZOO_DUMP } from './zoo-dump.fixture.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postgres-dump-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function open(text: string | Uint8Array, name = 'zoo.sql'): Promise<PostgresEnvironment> {
  const database = join(folder, name);
  await writeFile(database, text);
  return createPostgresEnvironment({ database });
}

describe('a PostgreSQL world from a dump', () => {
  let zoo: PostgresEnvironment;
  beforeAll(async () => {
    zoo = await open(ZOO_DUMP);
  });
  afterAll(() => zoo?.close());

  it('has its tables, rows, types and views, and names what it lacks', async () => {
    await using world = await zoo.open({ seed: 0 });
    const facts = [...world.state().keys()];
    const count = (table: string): number => facts.filter((name) => name.startsWith(`${table}/`)).length;
    expect(['keeper', 'animal', 'visit', 'sale', 'visit_2024'].map(count)).toEqual([3, 24, 20, 3, 0]);
    expect(world.state().get('keeper/1')).toEqual({
      id: 1,
      name: 'Ada\tLee',
      hired: '2019-03-01',
      active: true,
    });
    expect(world.state().get('animal/2')).toMatchObject({
      diet: 'plants',
      weight: '48.10',
      facts: { legs: 4 },
    });
    const { observation } = await world.call('sql_query', {
      sql: 'SELECT (SELECT count(*)::int FROM heavy), (SELECT count(*)::int FROM totals), (SELECT count(*)::int FROM sale), (SELECT diet FROM animal ORDER BY diet DESC LIMIT 1)',
    });
    expect(observation.data).toMatchObject({ rows: [[19, 3, 3, 'both']] });
    expect(zoo.leftOut.map(({ name }) => name)).toEqual([
      'function touch',
      'view strange',
      'trigger touched',
    ]);
    const schema = zoo.tools[0]?.description ?? '';
    expect(schema).toContain(`CREATE TYPE diet AS ENUM ('meat', 'plants', 'both')`);
    expect(schema).toContain('FOREIGN KEY (keeper_id) REFERENCES keeper(id) ON DELETE CASCADE');
  });

  it('gives new rows the next number, and the same times and random values each time', async () => {
    await using world = await zoo.open({ seed: 0 });
    await world.call('sql_execute', { sql: "INSERT INTO keeper (name, hired) VALUES ('Cyd', '2024-01-01')" });
    expect(world.state().get('keeper/4')).toMatchObject({ name: 'Cyd', active: true });
    const seen = (world.state().get('animal/1') as { seen: string }).seen;
    expect(seen).toBe('2000-01-01 00:00:00+00');
    await using again = await open(ZOO_DUMP, 'again.sql');
    expect(again.fingerprint).toBe(zoo.fingerprint);
  });

  it('tells what a write changes in other tables, in partitions and in rows without a key', async () => {
    await using world = await zoo.open({ seed: 0 });
    const { changes } = await world.call('sql_execute', { sql: 'DELETE FROM keeper WHERE id = 3' });
    expect(changes).toHaveLength(9);
    const moved = await world.call('sql_execute', { sql: "UPDATE visit SET at = '2025-12-31' WHERE id = 1" });
    expect(moved.changes.map(({ name }) => name).sort()).toEqual([
      'visit/2024-01-11 10:00:00,1',
      'visit/2025-12-31 00:00:00,1',
    ]);
    const sold = await world.call('sql_execute', { sql: "DELETE FROM sale WHERE item = 'hat'" });
    expect(sold.changes).toHaveLength(2);
    const noted = await world.call('sql_execute', { sql: "UPDATE note SET words = 'open'" });
    expect(noted.changes.map(({ name }) => name).sort()).toEqual(['note/1', 'note_old/1']);
    const none = await world.call('sql_execute', { sql: 'UPDATE keeper SET name = name WHERE id = 1' });
    expect([none.observation.data, none.changes]).toEqual([{ changed_rows: 1 }, []]);
  });

  it('lets an agent no further than its rows', async () => {
    await using world = await zoo.open({ seed: 0 });
    for (const sql of [
      'TRUNCATE shop.sale',
      "SELECT nextval('shop.x')",
      'SET ROLE loader',
      'SELECT * FROM pg_authid',
    ]) {
      const { observation } = await world.call('sql_execute', { sql });
      expect([sql, observation.status]).toEqual([sql, 'error']);
    }
  });
});

it('reads a folder of dumps in the order of their names, and names the files that are none', async () => {
  const path = join(folder, 'parts');
  await mkdir(path);
  await writeFile(join(path, '1.sql'), 'CREATE TABLE pet (id serial PRIMARY KEY, name text);');
  await writeFile(join(path, '2.sql'), "INSERT INTO pet (name) VALUES ('Rex');");
  await writeFile(join(path, 'more.csv'), 'id\n1\n');
  await using environment = await createPostgresEnvironment({ database: path });
  expect(environment.leftOut.map(({ name }) => name)).toEqual(['file more.csv']);
  await using world = await environment.open({ seed: 0 });
  expect([...world.state()]).toEqual([['pet/1', { id: 1, name: 'Rex' }]]);
});

it('leaves out references that rows break, and statements that fail, and goes on', async () => {
  await using environment = await open(
    `CREATE TABLE pet (id int PRIMARY KEY, owner int REFERENCES person);
     CREATE TABLE person (id int PRIMARY KEY);
     CREATE TABLE toy (id int PRIMARY KEY, person int REFERENCES person);
     INSERT INTO toy VALUES (1, 9); INSERT INTO toy VALUES (1, 8); INSERT INTO toy VALUES ('x', 1);`,
    'broken.sql',
  );
  await using world = await environment.open({ seed: 0 });
  expect([...world.state().keys()]).toEqual(['toy/1']);
  expect(environment.leftOut).toMatchObject([
    { name: 'table pet', reason: expect.stringContaining('Line 1: relation "person" does not exist') },
    { name: 'rows of toy', reason: expect.stringContaining('(and 1 more statements)') },
    { name: 'reference toy_person_fkey in table toy' },
  ]);
});

it('opens a dump of several schemas, and keeps of tables with one name the one that the name means', async () => {
  await using environment = await open(
    `CREATE EXTENSION "uuid-ossp" WITH SCHEMA public;
     CREATE SCHEMA sales; CREATE SCHEMA stock;
     CREATE TABLE stock.paper (code text PRIMARY KEY);
     CREATE TABLE sales.paper (id int PRIMARY KEY, tag uuid DEFAULT public.uuid_generate_v1() NOT NULL);
     CREATE TABLE stock.box (id int PRIMARY KEY, code text REFERENCES stock.paper, bill int REFERENCES sales.paper);
     INSERT INTO stock.paper VALUES ('a'); INSERT INTO sales.paper (id) VALUES (7); INSERT INTO stock.box VALUES (1, 'a', 7);`,
    'schemas.sql',
  );
  expect(environment.leftOut.map(({ name }) => name)).toEqual(['extension uuid-ossp', 'table stock.paper']);
  await using world = await environment.open({ seed: 0 });
  expect([...world.state().keys()]).toEqual(['box/1', 'paper/7']);
  const sql = 'SELECT id FROM paper UNION SELECT bill FROM stock.box';
  expect((await world.call('sql_query', { sql })).observation.data).toMatchObject({ rows: [[7]] });
});

it('gives a dump no way to more than its own tables', async () => {
  await using environment = await open(
    `CREATE TABLE pet (id int PRIMARY KEY);
     UPDATE pg_proc SET provolatile = 'i' WHERE proname = 'pg_sleep';
     INSERT INTO pg_authid (rolname) VALUES ('agent');
     CREATE ROLE agent SUPERUSER; ALTER ROLE loader SUPERUSER; GRANT ALL ON SCHEMA public TO PUBLIC;
     SET ROLE postgres; SET session_replication_role = origin;
     ALTER TABLE pg_catalog.pg_class ADD COLUMN x int;
     COPY pet FROM PROGRAM 'id'; COPY pet FROM '/etc/passwd';
     CREATE VIEW secret AS SELECT rolname FROM pg_authid;
     INSERT INTO pet VALUES (1);`,
    'hostile.sql',
  );
  expect(environment.leftOut.map(({ name }) => name)).toEqual([
    'rows of pg_proc',
    'rows of pg_authid',
    'change of table pg_class',
    'rows of pet',
  ]);
  await using world = await environment.open({ seed: 0 });
  expect([...world.state().keys()]).toEqual(['pet/1']);
  for (const sql of ['SELECT pg_sleep(0)', 'SELECT * FROM secret', 'SELECT random()']) {
    expect((await world.call('sql_query', { sql })).observation.status).toBe('error');
  }
});

it('refuses what is no dump, an empty one, and another than was meant', async () => {
  await expect(open(new Uint8Array([0, 1, 2]))).rejects.toMatchObject({
    code: 'environments/invalid_sql_content',
  });
  await expect(open('SELECT 1;')).rejects.toMatchObject({
    code: 'environments/invalid_sql_content',
    message: expect.stringContaining('no SQL dump with a table'),
  });
  await expect(
    createPostgresEnvironment({ database: join(folder, 'broken.sql'), sha256: '0'.repeat(64) }),
  ).rejects.toMatchObject({ code: 'environments/invalid_sql_content' });
  await expect(createPostgresEnvironment({})).rejects.toMatchObject({ code: 'core/invalid_option' });
});
