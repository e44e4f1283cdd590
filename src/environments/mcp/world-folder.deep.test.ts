import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { openEnvironment } from '../registry/environment-registry.js';
import { createMcpEnvironment, type McpEnvironmentOptions } from './mcp-environment.js';

const script = fileURLToPath(new URL('./__fixtures__/shelf-server.mjs', import.meta.url));
const server = { command: process.execPath, args: [script, '{folder}'] };
const shelf = (options: Partial<McpEnvironmentOptions> = {}) =>
  createMcpEnvironment({ server, deterministic: true, ...options });

let host = '';
beforeAll(() => {
  host = mkdtempSync(join(tmpdir(), 'mettle-host-'));
  mkdirSync(join(host, 'old'));
  writeFileSync(join(host, 'old', 'a.txt'), 'from the host');
  symlinkSync('/etc', join(host, 'link'));
});
afterAll(() => rmSync(host, { recursive: true }));

const foldersNow = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('mettle-world-'));

describe('a folder for each world of an MCP server', () => {
  it('is seen under one name, and by no other world', async () => {
    await using environment = await shelf({ folder: { files: { 'notes/one.txt': 'first' } } });
    expect(environment.tools.map(({ description }) => description)).toContain('Does save in /world.');
    await using world = await environment.open({ seed: 0 });
    await using other = await environment.open({ seed: 0 });
    const { observation, changes } = await world.call('save', {
      path: '/world/two.txt',
      text: 'see /world/x',
    });
    expect(observation.content).toBe('Saved /world/two.txt.');
    expect(changes).toEqual([{ name: 'files/two.txt', before: null, after: 'see /world/x' }]);
    expect((await world.call('load', { path: 'notes/one.txt' })).observation.content).toBe('first');
    const missing = await other.call('load', { path: 'two.txt' });
    expect(missing.observation.error?.message).toContain('There is no /world/two.txt.');
    expect([...other.state().keys()]).toEqual(['files/notes/', 'files/notes/one.txt']);
  });

  it('is made anew when the world is reset, and forks with it', async () => {
    await using environment = await shelf();
    await using world = await environment.open({ seed: 0 });
    await world.call('save', { path: 'a', text: '1' });
    await using branch = await world.fork();
    await branch.call('save', { path: 'a', text: '2' });
    expect([world.state().get('files/a'), branch.state().get('files/a')]).toEqual(['1', '2']);
    await world.reset(0);
    expect(world.state().size).toBe(0);
    expect((await world.call('names', {})).observation.content).toBe('');
  });

  it('goes with its world', async () => {
    const before = foldersNow();
    const environment = await shelf();
    const world = await environment.open({ seed: 0 });
    await world.reset(1);
    expect(foldersNow().length).toBeGreaterThan(before.length);
    await world.close();
    await environment.close();
    await expect(environment.open({ seed: 0 })).rejects.toMatchObject({
      code: 'environments/environment_closed',
    });
    expect(foldersNow().filter((name) => !before.includes(name))).toEqual([]);
  });

  it('begins with the files of a folder of this machine, without its links', async () => {
    await using environment = await shelf({ folder: { copyOf: host } });
    await using world = await environment.open({ seed: 0 });
    expect(Object.fromEntries(world.state())).toEqual({
      'files/old/': true,
      'files/old/a.txt': 'from the host',
    });
  });

  it('begins as the folder of this machine was when the environment was made, also through a link', async () => {
    const changing = mkdtempSync(join(tmpdir(), 'mettle-host-'));
    const link = join(host, 'to-changing');
    symlinkSync(changing, link);
    writeFileSync(join(changing, 'a'), '1');
    await using environment = await shelf({ folder: { copyOf: link } });
    const { fingerprint } = environment;
    writeFileSync(join(changing, 'a'), '2');
    writeFileSync(join(changing, 'b'), '2');
    await using world = await environment.open({ seed: 0 });
    expect(Object.fromEntries(world.state())).toEqual({ 'files/a': '1' });
    await using later = await shelf({ folder: { copyOf: link } });
    expect(later.fingerprint).not.toBe(fingerprint);
    rmSync(changing, { recursive: true });
    await world.reset(0);
    expect(Object.fromEntries(world.state())).toEqual({ 'files/a': '1' });
    rmSync(link);
  });

  it.each(['missing', 'old/a.txt'])('is not copied of %s, which is no folder', async (name) => {
    const before = foldersNow();
    await expect(shelf({ folder: { copyOf: join(host, name) } })).rejects.toMatchObject({
      code: 'core/invalid_option',
      message: expect.stringContaining(name),
    });
    expect(foldersNow()).toEqual(before);
  });

  unless(process.platform === 'linux' ? null : 'only Linux says which processes live').it(
    'goes too where a process was killed that had it',
    async () => {
      const [namespace = ''] = /\d+/.exec(readlinkSync('/proc/self/ns/pid')) ?? [];
      const left = join(tmpdir(), `mettle-world-${namespace}-4194305-1-left`);
      mkdirSync(join(left, 'old'), { recursive: true });
      await using _ = await shelf();
      expect(existsSync(left)).toBe(false);
    },
  );

  it('is a part of the identity, and its facts can be left out', async () => {
    const made = [
      await shelf(),
      await shelf({ folder: { files: { a: '1' } } }),
      await shelf({ folder: { files: { a: '2' } } }),
      await shelf({ folder: { facts: false } }),
    ];
    expect(new Set(made.map(({ fingerprint }) => fingerprint)).size).toBe(4);
    expect((await shelf()).fingerprint).toBe(made[0]?.fingerprint);
    await using world = await (made[3] as (typeof made)[number]).open({ seed: 0 });
    const { changes } = await world.call('save', { path: 'a', text: '1' });
    expect(changes.map(({ name }) => name)).toEqual(['calls/1']);
  });

  it('is the cwd of a server that is told of none', async () => {
    const given = { command: process.execPath, args: [script] };
    await using environment = await shelf({ server: given, folder: {} });
    await using world = await environment.open({ seed: 0 });
    await world.call('save', { path: 'a', text: '1' });
    expect(world.state().get('files/a')).toBe('1');
  });

  it('holds facts that differ only where they are declared volatile', async () => {
    const volatile = { about: ['content', 'data/seen'] };
    await using environment = await openEnvironment({
      type: 'mcp',
      server,
      folder: { files: { a: 'one' } },
      deterministic: true,
      volatile,
    });
    await using world = await environment.open({ seed: 0 });
    const { observation } = await world.call('about', { path: 'a' });
    expect(observation.data).toEqual({ where: '/world/a', size: 3, seen: expect.any(String) });
    await using branch = await world.fork();
    expect(branch.stateDigest()).toBe(world.stateDigest());
  });

  it('is refused for files outside of it, and for an address', async () => {
    await expect(shelf({ folder: { files: { '../a': '' } } })).rejects.toThrow('not inside');
    await expect(
      createMcpEnvironment({ server: { url: 'http://127.0.0.1:9/mcp' }, folder: {} }),
    ).rejects.toThrow('needs a process');
  });
});
