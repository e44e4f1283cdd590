import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpCases } from './mcp-cases.fixture.js';
import { createMcpEnvironment } from './mcp-environment.js';
import { type NotesAddress, notesProcess, serveNotes } from './notes-servers.fixture.js';

let server: NotesAddress;
beforeAll(async () => {
  server = await serveNotes();
});
afterAll(() => server.close());
const address = () => ({ url: server.url });

describe('a world of an MCP server at an address', () => {
  mcpCases((options) => createMcpEnvironment({ server: address(), reset: { tool: 'clear' }, ...options }));
});

describe('what an MCP world can do', () => {
  it('is told, and is more where the server is declared deterministic', async () => {
    const unknown = await createMcpEnvironment({ server: address() });
    expect(unknown.capabilities.replay).toContain('deterministic: true');
    const declared = await createMcpEnvironment({ server: address(), deterministic: true });
    expect(declared.capabilities).toEqual({
      fork: 'all worlds of an address share one server',
      replay: true,
    });
    expect(declared.fingerprint).not.toBe(unknown.fingerprint);
  });

  it('does not take what is volatile for another answer', async () => {
    const volatile = { clock: ['data/time', 'content'] };
    const environment = await createMcpEnvironment({ server: notesProcess(), deterministic: true, volatile });
    expect(environment.volatile).toEqual(volatile);
    expect(environment.capabilities).toEqual({ fork: true, replay: true });
    await using world = await environment.open({ seed: 0 });
    await world.call('add_note', { text: 'one' });
    await world.call('clock', {});
    await using branch = await world.fork();
    expect(branch.stateDigest()).toBe(world.stateDigest());
    await branch.call('add_note', { text: 'two' });
    expect((await branch.call('read_notes', {})).observation.data).toMatchObject({ notes: ['one', 'two'] });
    expect((await world.call('read_notes', {})).observation.data).toMatchObject({ notes: ['one'] });
  });

  it('is reset by a tool that is told the seed, which agents are not offered', async () => {
    const environment = await createMcpEnvironment({
      server: address(),
      readState: { notes: { tool: 'read_notes' } },
      reset: { tool: 'clear', seed: 'start' },
    });
    expect(environment.tools.map(({ name }) => name)).not.toContain('clear');
    await using world = await environment.open({ seed: 4 });
    expect(world.state().get('notes/notes')).toEqual(['seed 4']);
    await world.reset(5);
    expect(world.state().get('notes/notes')).toEqual(['seed 5']);
  });

  it('is one world for ever, at an address that nobody can reset', async () => {
    const environment = await createMcpEnvironment({ server: address() });
    await using world = await environment.open({ seed: 0 });
    const refused = {
      code: 'environments/cannot_reset',
      message: expect.stringContaining('Name a tool in reset'),
    };
    await expect(environment.open({ seed: 0 })).rejects.toMatchObject(refused);
    await expect(world.reset(0)).rejects.toMatchObject(refused);
    expect((await world.call('clock', {})).observation.status).toBe('ok');
  });
});

describe('createMcpEnvironment', () => {
  it('is another environment with each option that decides how worlds answer', async () => {
    const read = (source: object) => ({ readState: { notes: source } });
    const options = [
      {},
      { name: 'notes' },
      { allow: ['add_note'] },
      { deterministic: true },
      { identity: 'v2' },
      { reset: { tool: 'clear' } },
      { reset: { tool: 'clear', seed: 'start' } },
      { reset: { tool: 'clear', arguments: { start: 1 } } },
      { volatile: { clock: ['data'] } },
      read({ tool: 'read_notes' }),
      read({ tool: 'read_notes', arguments: { a: 1 } }),
      read({ resource: 'notes://all' }),
    ] as readonly Partial<Parameters<typeof createMcpEnvironment>[0]>[];
    const prints: string[] = [];
    for (const each of options)
      prints.push((await createMcpEnvironment({ server: address(), ...each })).fingerprint);
    expect(new Set(prints).size).toBe(options.length);
    const [plain] = prints;
    expect(
      (await createMcpEnvironment({ server: address(), timeoutSeconds: 50, connectTimeoutSeconds: 50 }))
        .fingerprint,
    ).toBe(plain);
    const process = await createMcpEnvironment({ server: notesProcess() });
    expect(prints).not.toContain(process.fingerprint);
  });

  it('says why worlds do not fork or replay, and draws arguments of tools', async () => {
    const unknown =
      'it was not declared that the MCP server answers the same calls the same way (deterministic: true)';
    const environment = await createMcpEnvironment({ server: notesProcess() });
    expect(environment.capabilities).toEqual({ fork: unknown, replay: unknown });
    expect(environment.tools.map(({ name }) => name)).toEqual(
      [...environment.tools.map(({ name }) => name)].sort(),
    );
    expect(environment.sampleArguments('add_note', { prompt: 'Buy figs', seed: 1 })).toEqual({ text: 'Buy' });
    expect(environment.sampleArguments('none', { prompt: 'Buy figs', seed: 1 })).toBeNull();
    const allowed = await createMcpEnvironment({
      server: address(),
      allow: ['clear'],
      reset: { tool: 'clear' },
    });
    expect(allowed.tools.map(({ name }) => name)).toEqual(['clear']);
  });

  it('refuses tools that are not there, or not usable', async () => {
    for (const [options, words] of [
      [{ allow: ['none'] }, 'no usable tool "none"; it has add_note'],
      [{ allow: ['broken'] }, 'no usable tool "broken": '],
      [{ reset: { tool: 'none' } }, '"none"'],
      [{ readState: { all: { tool: 'none' } } }, '"none"'],
      [{ volatile: { none: ['data'] } }, '"none"'],
    ] as const) {
      await expect(createMcpEnvironment({ server: address(), ...options })).rejects.toMatchObject({
        code: 'core/invalid_option',
        message: expect.stringContaining(words),
      });
    }
    await expect(
      createMcpEnvironment({ server: address(), tools: [] } as object as never),
    ).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
    await expect(createMcpEnvironment({ server: { command: '/nowhere/server' } })).rejects.toMatchObject({
      code: 'tools/mcp_unreachable',
    });
  });
});
