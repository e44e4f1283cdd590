import { expect, it } from 'vitest';
import type { Environment } from '../environment.js';
import type { McpEnvironmentOptions } from './mcp-environment.js';

/** What holds for a world of notes however its server is reached. */
export function mcpCases(
  make: (options: Omit<McpEnvironmentOptions, 'server'>) => Promise<Environment>,
): void {
  it('runs tools, and has facts of what was called and answered', async () => {
    const environment = await make({});
    await using world = await environment.open({ seed: 0 });
    expect(world.state().size).toBe(0);
    const added = await world.call('add_note', { text: 'one' });
    expect(added.observation).toEqual({ status: 'ok', content: 'note 1', data: 'note 1', error: null });
    expect(added.changes).toEqual([
      {
        name: 'calls/1',
        before: null,
        after: { tool: 'add_note', arguments: { text: 'one' }, digest: expect.any(String) },
      },
    ]);
    const read = await world.call('read_notes', {});
    expect(read.observation.data).toEqual({ count: 1, notes: ['one'] });
    const picture = await world.call('picture', {});
    expect(picture.observation.content).toBe('A dot.\n[image image/png, 4 characters of base64]');
    expect(picture.observation.data).toMatchObject({ content: [{}, { type: 'image', data: 'AAAA' }] });
    const failed = await world.call('fail', { yes: true });
    expect(failed.observation).toMatchObject({
      status: 'error',
      error: { type: 'mcp_error', message: expect.stringMatching(/the shop.*is shut/) },
    });
    for (const [tool, values] of [
      ['add_note', { text: '' }],
      ['add_note', {}],
      ['clock', { a: 1 }],
    ] as const) {
      expect((await world.call(tool, values)).observation.error?.type).toBe('invalid_arguments');
    }
    expect(world.state().size).toBe(4);
    await world.reset(0);
    expect(world.state().size).toBe(0);
    expect((await world.call('read_notes', {})).observation.data).toEqual({ count: 0, notes: [] });
  });

  it('has the facts that the server tells, where it is asked', async () => {
    await using world = await (await make({ readState: { notes: { tool: 'read_notes' } } })).open({
      seed: 0,
    });
    expect(Object.fromEntries(world.state())).toEqual({ 'notes/count': 0, 'notes/notes': [] });
    const { changes } = await world.call('add_note', { text: 'one' });
    expect(changes.map(({ name, after }) => [name, after])).toEqual([
      ['notes/count', 1],
      ['notes/notes', ['one']],
    ]);
    expect((await world.call('picture', {})).changes).toEqual([]);
  });

  it('has facts of the resources that the server offers, where it is asked', async () => {
    const readState = {
      all: { resource: 'notes:all' },
      each: { resource: 'notes://*' },
      bad: { resource: 'notes:bad' },
      long: { resource: 'notes:long' },
    };
    await using world = await (await make({ readState })).open({ seed: 0 });
    const constant = {
      bad: ['{no json', { bytes: 3, sha256: expect.any(String) }],
      long: { characters: 100_000, sha256: expect.any(String) },
    };
    expect(Object.fromEntries(world.state())).toEqual({ 'all/count': 0, 'all/last': null, ...constant });
    const { changes } = await world.call('add_note', { text: '{"a": 1}' });
    expect(changes).toEqual([
      { name: 'all/count', before: 0, after: 1 },
      { name: 'all/last', before: null, after: '{"a": 1}' },
      { name: 'each/notes://1', before: null, after: '{"a": 1}' },
    ]);
    expect((await world.call('picture', {})).changes).toEqual([]);
    await world.reset(0);
    expect(Object.fromEntries(world.state())).toEqual({ 'all/count': 0, 'all/last': null, ...constant });
  });
}
