import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { Environment, World } from '../environment.js';
import { worldStateDigest } from '../world-state.js';
import { createFileEnvironment } from './file-environment.js';

const files = {
  'README.md': '# Shop\nSells figs.\n',
  'src/shop.py': 'def price(kind):\n    return {"fig": 80}[kind]\n',
  'logo.bin': Uint8Array.of(0, 255, 1),
};
let environment: Environment;
const worlds: World[] = [];

async function open(): Promise<World> {
  const world = await environment.open({ seed: 0 });
  worlds.push(world);
  return world;
}

async function data(world: World, tool: string, argumentValues: JsonObject): Promise<JsonObject> {
  return (await world.call(tool, argumentValues)).observation.data as JsonObject;
}

beforeAll(async () => {
  environment = await createFileEnvironment({ files });
});
afterAll(async () => {
  for (const world of worlds) await world.close();
});

describe('a file world', () => {
  it('has the tools of a sandbox on its files, Python only where it is asked for', async () => {
    const names = (one: Environment) => one.tools.map(({ name }) => name);
    expect(names(environment)).toEqual([
      'list_files',
      'read_file',
      'search_files',
      'write_file',
      'edit_file',
      'move_file',
      'delete_file',
    ]);
    const readable = await createFileEnvironment({ files, writable: false });
    expect(names(readable)).toEqual(['list_files', 'read_file', 'search_files']);
    expect(readable.fingerprint).not.toBe(environment.fingerprint);
    const world = await open();
    expect(await data(world, 'list_files', { pattern: '**/*.py' })).toMatchObject({ files: ['src/shop.py'] });
    expect(await data(world, 'read_file', { path: 'README.md', offset: 2 })).toMatchObject({
      content: 'Sells figs.\n',
    });
    expect(await data(world, 'search_files', { pattern: 'fig' })).toMatchObject({ total: 2 });
    expect((await world.call('run_python_code', { code: '1' })).observation.error?.type).toBe('unknown_tool');
  });

  it('holds its files as facts: texts whole, anything else by its hash', async () => {
    const world = await open();
    expect(Object.fromEntries(world.state())).toEqual({
      'files/README.md': { text: files['README.md'] },
      'files/src/shop.py': { text: files['src/shop.py'] },
      'files/logo.bin': {
        sha256: '47ffa3ea45a70b8a41c2c0825df323c00a8b7a01c1ea06083cc41dddcc001123',
        size: 3,
      },
    });
  });

  it('reports what a call changed, and comes back to the same digest', async () => {
    const world = await open();
    const before = world.stateDigest();
    const edit = { path: 'src/shop.py', old: '80', new: '75' };
    const edited = await world.call('edit_file', edit);
    expect(edited.changes).toEqual([
      {
        name: 'files/src/shop.py',
        before: { text: files['src/shop.py'] },
        after: { text: files['src/shop.py'].replace('80', '75') },
      },
    ]);
    expect(edited.stateDigest).not.toBe(before);
    const written = await world.call('write_file', { path: 'a/b/c.txt', content: 'x' });
    expect(written.changes).toEqual([{ name: 'files/a/b/c.txt', before: null, after: { text: 'x' } }]);
    expect(worldStateDigest(new Map([...world.state()].reverse()))).toBe(world.stateDigest());
    await world.reset(0);
    expect(world.stateDigest()).toBe(before);
    await world.call('edit_file', edit);
    const undone = await world.call('edit_file', { path: 'src/shop.py', old: '75', new: '80' });
    expect(undone.stateDigest).toBe(before);
  });

  it('answers wrong calls with errors that the agent can read, and changes nothing', async () => {
    const world = await open();
    for (const [tool, argumentValues, type, message] of [
      ['read_file', { path: 'none' }, 'file_error', 'file not found: none'],
      ['read_file', { path: 'logo.bin' }, 'file_error', 'not a text file: logo.bin'],
      ['edit_file', { path: 'README.md', old: 's', new: '' }, 'file_error', 'not unique'],
      ['search_files', { pattern: '(' }, 'file_error', 'invalid regex'],
      ['read_file', {}, 'invalid_arguments', 'path'],
      ['read_file', { path: 'README.md', offset: 1.5 }, 'invalid_arguments', 'whole number'],
    ] as const) {
      const { observation, changes } = await world.call(tool, argumentValues);
      expect(observation).toMatchObject({
        status: 'error',
        error: { type, message: expect.stringContaining(message) },
      });
      expect(changes).toEqual([]);
    }
  });

  it('forks, and neither sees what the other does', async () => {
    const world = await open();
    await world.call('write_file', { path: 'before.txt', content: '1' });
    const branch = await world.fork();
    worlds.push(branch);
    expect(branch.stateDigest()).toBe(world.stateDigest());
    await branch.call('write_file', { path: 'branch.txt', content: '2' });
    await world.call('write_file', { path: 'before.txt', content: '3' });
    expect(branch.state().get('files/before.txt')).toEqual({ text: '1' });
    expect(world.state().has('files/branch.txt')).toBe(false);
    await using kept = await branch.snapshot();
    await branch.reset(0);
    expect(branch.state().has('files/branch.txt')).toBe(false);
    await branch.restore(kept);
    expect(await data(branch, 'list_files', {})).toMatchObject({ total: 5 });
  });

  it('has arguments to sample that run', async () => {
    const world = await open();
    for (const { name } of environment.tools) {
      const sampled = environment.sampleArguments(name, { prompt: 'How much are figs?', seed: 1 });
      if (name === 'edit_file') expect(sampled).toBeNull();
      else expect((await world.call(name, sampled ?? {})).observation).toMatchObject({ status: 'ok' });
    }
  });
});

describe('createFileEnvironment', () => {
  it('copies a folder, so that its worlds stay what their fingerprint says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-files-'));
    try {
      mkdirSync(join(folder, 'src'));
      for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
      writeFileSync(join(folder, 'secret.txt'), 'kept back');
      const fromFolder = await createFileEnvironment({ folder, ignore: ['secret.txt'] });
      expect(fromFolder.fingerprint).toBe(environment.fingerprint);
      writeFileSync(join(folder, 'README.md'), 'changed');
      await using world = await fromFolder.open({ seed: 0 });
      expect(world.stateDigest()).toBe((await open()).stateDigest());
      expect((await createFileEnvironment({ folder })).fingerprint).not.toBe(environment.fingerprint);
      const over = await createFileEnvironment({ folder, files: { 'README.md': 'mine' } });
      await using mine = await over.open({ seed: 0 });
      expect(mine.state().get('files/README.md')).toEqual({ text: 'mine' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses contents that are too large or none, and options that it has not', async () => {
    await expect(createFileEnvironment({ files, maxBytes: 10 })).rejects.toMatchObject({
      code: 'environments/too_large',
    });
    await expect(createFileEnvironment({ folder: '/nowhere/at all' })).rejects.toMatchObject({
      code: 'filesystem/invalid_base',
    });
    await expect(createFileEnvironment({ files: { '': 'x' } })).rejects.toMatchObject({
      code: expect.stringContaining('filesystem/'),
    });
    await expect(createFileEnvironment({ contents: files } as object)).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
  });
});

it('draws arguments of its tools from its texts and the prompt', () => {
  const drawn = (tool: string, seed = 1, prompt = 'Sell 12 figs, please') =>
    environment.sampleArguments(tool, { prompt, seed });
  expect(drawn('list_files')).toEqual({});
  expect(drawn('read_file', 0)).toEqual({ path: 'README.md' });
  expect(drawn('read_file', -1)).toEqual({ path: 'src/shop.py' });
  expect(drawn('read_file', 2)).toEqual({ path: 'README.md' });
  expect(drawn('search_files')).toEqual({ pattern: 'please' });
  expect(drawn('search_files', 1, '?!')).toEqual({ pattern: '.' });
  expect(drawn('write_file')).toEqual({ path: 'sample.txt', content: 'Sell 12 figs, please' });
  expect(drawn('run_python_code')).toBeNull();
  expect(drawn('edit_file')).toBeNull();
});
