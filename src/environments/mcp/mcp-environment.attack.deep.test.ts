import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../environment.js';
import { createMcpEnvironment, type McpEnvironmentOptions } from './mcp-environment.js';
import { type NotesAddress, notesProcess, serveNotes } from './notes-servers.fixture.js';

const broken = { code: 'environments/world_broken' };
let notes: NotesAddress;
let environment: Environment;

beforeAll(async () => {
  notes = await serveNotes();
  environment = await make();
});
afterAll(() => notes.close());

function make(options: Partial<McpEnvironmentOptions> = {}): Promise<Environment> {
  return createMcpEnvironment({ server: { url: notes.url }, reset: { tool: 'clear' }, ...options });
}

describe('a hostile or failing MCP server', () => {
  it('breaks its world when it dies, in a call or between two, and is not started again before a reset', async () => {
    const mortal = await createMcpEnvironment({ server: notesProcess() });
    await using world = await mortal.open({ seed: 0 });
    await world.call('add_note', { text: 'one' });
    await expect(world.call('die', { yes: true })).rejects.toMatchObject(broken);
    await expect(world.call('read_notes', {})).rejects.toMatchObject(broken);
    await world.reset(0);
    expect((await world.call('read_notes', {})).observation.data).toMatchObject({ count: 0 });
    const { observation } = await world.call('pid', {});
    process.kill(Number(observation.content), 'SIGKILL');
    await expect(world.call('read_notes', {})).rejects.toMatchObject(broken);
  });

  it('breaks its world when it hangs, and is given up when the caller gives up', async () => {
    const impatient = await createMcpEnvironment({
      server: { url: notes.url },
      deterministic: true,
      timeoutSeconds: 0.2,
    });
    await using world = await impatient.open({ seed: 0 });
    await expect(world.call('hang', { yes: true })).rejects.toMatchObject({
      ...broken,
      message: expect.stringContaining('took longer'),
    });
    await world.reset(0);
    const controller = new AbortController();
    const call = world.call('hang', { yes: true }, { signal: controller.signal });
    const reason = new Error('enough');
    setImmediate(() => controller.abort(reason));
    await expect(call).rejects.toBe(reason);
    await expect(world.call('clock', {})).rejects.toMatchObject({ code: 'environments/world_interrupted' });
  });

  it.each([
    ['big', { size: 4_500_000 }, 'limit'],
    ['big', { size: 6_000_000 }, 'limit'],
    ['lie', {}, 'mcp_error'],
    ['refuse', {}, 'mcp_error'],
  ] as const)('answers with an error for %s %j, and the world goes on', async (tool, values, type) => {
    await using world = await environment.open({ seed: 0 });
    expect((await world.call(tool, values)).observation.error?.type).toBe(type);
    expect((await world.call('add_note', { text: 'on' })).observation.content).toBe('note 1');
  });

  it('has a long answer cut off', async () => {
    await using world = await environment.open({ seed: 0 });
    const { observation } = await world.call('big', { size: 150_000 });
    expect(observation.content.length).toBeLessThan(100_200);
    expect(observation.content).toContain('cut off');
  });

  it('is not offered with schemas that are none, nor with patterns that never end', async () => {
    expect(environment.tools.map(({ name }) => name)).not.toContain('broken');
    expect(JSON.stringify(environment.tools.find(({ name }) => name === 'odd'))).not.toContain('pattern');
    await using world = await environment.open({ seed: 0 });
    expect((await world.call('odd', { code: '123' })).observation.content).toBe('123');
  });

  it('is refused when it offers other tools than it did', async () => {
    const other = await serveNotes();
    const trapped = await createMcpEnvironment({ server: { url: other.url }, deterministic: true });
    await using world = await trapped.open({ seed: 0 });
    other.addTool();
    const refused = { message: expect.stringContaining('its tool trap has changed') };
    await expect(trapped.open({ seed: 0 })).rejects.toMatchObject(refused);
    await expect(world.reset(0)).rejects.toMatchObject(refused);
    await other.close();
  });

  it('is refused when its state or its reset is an error', async () => {
    const unread = await make({ readState: { all: { tool: 'fail', arguments: { yes: true } } } });
    await expect(unread.open({ seed: 0 })).rejects.toMatchObject(broken);
    const unknown = await make({ readState: { all: { resource: 'notes:none' } } });
    await expect(unknown.open({ seed: 0 })).rejects.toMatchObject({
      ...broken,
      message: expect.stringMatching(/^The state of the MCP server can't be read: .*notes:none/),
    });
    const flooded = await make({ readState: { all: { resource: 'notes:*' } } });
    await using world = await flooded.open({ seed: 0 });
    await expect(world.call('add_note', { text: 'flood' })).rejects.toMatchObject({
      ...broken,
      message: expect.stringContaining('it lists 301 resources as notes:*, over 200'),
    });
    const unreset = await make({ reset: { tool: 'fail', arguments: { yes: true } } });
    await expect(unreset.open({ seed: 0 })).rejects.toMatchObject(broken);
  });
});
