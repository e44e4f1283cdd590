import { describe, expect, it } from 'vitest';
import { defineEnvironment } from '../define-environment.js';
import { createFileEnvironment } from '../files/file-environment.js';
import { shopContent } from '../shop.fixture.js';
import { createSqlEnvironment } from '../sql/sql-environment.js';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { createCompositeEnvironment } from './composite-environment.js';

const create = async () =>
  createCompositeEnvironment([
    await createSqlEnvironment({ content: shopContent, limits: { maxResultChars: 1_000 } }),
    { environment: await createFileEnvironment({ files: { 'a.txt': 'one\n' } }), prefix: 'disk' },
  ]);

describeEnvironment('a composite world', {
  create,
  reads: [
    { tool: 'sql_query', arguments: { sql: 'SELECT count(*) FROM book' } },
    { tool: 'disk_read_file', arguments: { path: 'a.txt' } },
  ],
  writes: [
    { tool: 'sql_execute', arguments: { sql: 'UPDATE book SET price = price + 1' } },
    { tool: 'disk_write_file', arguments: { path: 'b.txt', content: 'two' } },
    { tool: 'sql_execute', arguments: { sql: 'DELETE FROM book' } },
  ],
  failing: { tool: 'disk_read_file', arguments: { path: 'nowhere.txt' } },
  long: {
    call: { tool: 'sql_query', arguments: { sql: `SELECT '${'x'.repeat(2_000)}'` } },
    maxChars: 1_000,
  },
  hostProbes: ({ file, folder }) => [
    { tool: 'disk_read_file', arguments: { path: file } },
    { tool: 'disk_write_file', arguments: { path: `../../../../../..${folder}/new.txt`, content: 'x' } },
    { tool: 'sql_execute', arguments: { sql: `VACUUM INTO '${folder}/copy.db'` } },
  ],
});

describe('createCompositeEnvironment', () => {
  it('names tools and facts by their parts', async () => {
    await using environment = await create();
    expect(environment.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sql_query', 'sql_execute', 'disk_read_file']),
    );
    await using world = await environment.open({ seed: 0 });
    const { changes } = await world.call('disk_write_file', { path: 'a.txt', content: 'two' });
    expect(changes.map(({ name }) => name)).toEqual(['disk/files/a.txt']);
    expect(world.state().has('sql/book/2,Solaris')).toBe(true);
    expect(environment.sampleArguments('disk_list_files', { prompt: '', seed: 0 })).toEqual({});
    expect(environment.sampleArguments('sql_query', { prompt: 'How many books?', seed: 0 })).toEqual({
      sql: 'SELECT count(*) FROM "book"',
    });
  });

  it('refuses no parts, and parts whose tools or facts could not be told apart', async () => {
    await using sql = await createSqlEnvironment({ content: shopContent });
    await using other = await createSqlEnvironment({ name: 'other', content: shopContent });
    await using files = await createFileEnvironment({ files: {} });
    expect(() => createCompositeEnvironment([])).toThrow(/no environment/);
    expect(() => createCompositeEnvironment([sql, other])).toThrow(
      'sql and other both have a tool sql_query; give one of them a prefix',
    );
    expect(() => createCompositeEnvironment([sql, { environment: files, prefix: 'sql' }])).toThrow(
      /begin with sql\//,
    );
    expect(() => createCompositeEnvironment([{ environment: sql, prefix: 'A b' }])).toThrow(/snake_case/);
    const both = createCompositeEnvironment([sql, { environment: other, prefix: 'other' }]);
    expect(both.fingerprint).not.toBe(createCompositeEnvironment([sql, files]).fingerprint);
  });

  it('keeps what may differ in the answers of a part', () => {
    const clock = defineEnvironment({
      name: 'clock',
      version: 1,
      tools: [{ name: 'time', description: 'time', parameters: { type: 'object' } }],
      identity: {},
      volatile: { time: ['content'] },
      begin: () => Promise.reject(new Error('no world')),
    });
    const whole = createCompositeEnvironment([{ environment: clock, prefix: 'wall' }]);
    expect(whole.volatile).toEqual({ wall_time: ['content'] });
  });

  it('can do what all its parts can do, and closes what was opened where one does not open', async () => {
    let open = 0;
    const partOf = (name: string, begin: () => Promise<void>) =>
      defineEnvironment({
        name,
        version: 1,
        tools: [],
        identity: {},
        cannotFork: 'it is fixed',
        cannotReplay: 'it is wild',
        begin: async () => {
          await begin();
          open++;
          return {
            run: () => Promise.reject(new Error('no tools')),
            state: () => new Map(),
            close: async () => {
              open--;
            },
          };
        },
      });
    const good = partOf('good', async () => undefined);
    const bad = partOf('bad', () => Promise.reject(new Error('no machine')));
    const whole = createCompositeEnvironment([good, bad]);
    expect(whole.volatile).toBeUndefined();
    expect(whole.capabilities).toEqual({ fork: 'good: it is fixed', replay: 'good: it is wild' });
    await expect(whole.open({ seed: 0 })).rejects.toThrow('no machine');
    expect(open).toBe(0);
  });
});

it('hands on what is volatile in its parts, by the names of its own tools', () => {
  const part = defineEnvironment({
    name: 'clocks',
    version: 1,
    tools: ['tick', 'stop'].map((name) => ({ name, description: '', parameters: { type: 'object' } })),
    identity: {},
    volatile: { tick: ['data/time'] },
    begin: () => Promise.reject(new Error('not opened here')),
  });
  const whole = createCompositeEnvironment([{ environment: part, prefix: 'wall' }]);
  expect(whole.volatile).toEqual({ wall_tick: ['data/time'] });
  expect(createCompositeEnvironment([{ environment: part }]).volatile).toEqual({ tick: ['data/time'] });
});
