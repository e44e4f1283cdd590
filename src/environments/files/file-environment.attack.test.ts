import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedEngine } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { World } from '../environment.js';
import { createFileEnvironment } from './file-environment.js';

const root = mkdtempSync(join(tmpdir(), 'mettle-file-attack-'));
const folder = join(root, 'lent');
let world: World;

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'inside.txt'), 'inside');
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(root, join(folder, 'up'));
  world = await (await createFileEnvironment({ folder, maxBytes: 1_000_000 })).open({ seed: 0 });
});
afterAll(async () => {
  await world.close();
  rmSync(root, { recursive: true });
});

describe('attacks on a file world', () => {
  it('takes nothing over a link that leads out of its folder', () => {
    expect([...world.state().keys()]).toEqual(['files/inside.txt']);
  });

  it.each([
    '../secret.txt',
    '/etc/passwd',
    'up/secret.txt',
    'link.txt',
    '../../../../etc/passwd',
    'inside.txt/..',
  ])('reads nothing of the host by %s', async (path) => {
    const { observation, changes } = await world.call('read_file', { path });
    expect([observation.error?.type, changes]).toEqual(['file_error', []]);
  });

  it('writes nothing to the host, whatever the path', async () => {
    await using branch = await world.fork();
    const made = join(root, 'made.txt');
    for (const path of [made, '../made.txt', 'up/made.txt', 'inside.txt']) {
      await branch.call('write_file', { path, content: 'made' });
    }
    expect(existsSync(made)).toBe(false);
    expect(readdirSync(root).sort()).toEqual(['lent', 'secret.txt']);
    expect(readFileSync(join(folder, 'inside.txt'), 'utf8')).toBe('inside');
    expect(world.state().get('files/inside.txt')).toEqual({ text: 'inside' });
  });

  it.each([
    ['read_file', { path: 'a\0b' }],
    ['write_file', { path: 'a\0b', content: '' }],
    ['write_file', { path: '', content: '' }],
    ['write_file', { path: 'inside.txt/below', content: '' }],
    ['write_file', { path: `${'x/'.repeat(5_000)}x`, content: '' }],
    ['write_file', { path: 'y'.repeat(100_000), content: '' }],
    ['edit_file', { path: 'inside.txt', old: '', new: 'x' }],
    ['search_files', { pattern: '(a+)+$(?=b)' }],
    ['search_files', { pattern: `${'(a{1,100}){1,100}'.repeat(20)}` }],
  ] as const)('answers %s with an error that changes nothing: case %#', async (tool, argumentValues) => {
    const { observation, changes } = await world.call(tool, argumentValues);
    expect([observation.status, changes]).toEqual(['error', []]);
  });

  it('gives no more of a long file than a result of its tools holds', async () => {
    const long = await createFileEnvironment({ files: { 'a.txt': 'x'.repeat(5_000_000) } });
    await using reader = await long.open({ seed: 0 });
    const { observation } = await reader.call('read_file', { path: 'a.txt' });
    expect(observation).toMatchObject({ status: 'ok', data: { truncated: true, next_character: 20_001 } });
    expect(reader.state().get('files/a.txt')).toMatchObject({ size: 5_000_000 });
  });

  it('does not let files name themselves into other facts', async () => {
    await using branch = await world.fork();
    await branch.call('write_file', { path: '__proto__/x', content: 'p' });
    await branch.call('write_file', { path: 'constructor', content: 'c' });
    expect([...branch.state().keys()].sort()).toEqual([
      'files/__proto__/x',
      'files/constructor',
      'files/inside.txt',
    ]);
  });
});

const { available, reason } = await sharedEngine('cpython').probe();

unless(available ? null : reason).describe('Python in a file world', () => {
  it('reaches neither the folder nor the tree of another world, nor grows over its limit', async () => {
    const environment = await createFileEnvironment({
      folder,
      python: { engine: 'cpython', limits: { maxFileBytes: 100_000 } },
    });
    await using first = await environment.open({ seed: 0 });
    await using second = await environment.open({ seed: 0 });
    const code = `
import os
seen = []
for path in [${JSON.stringify(join(root, 'secret.txt'))}, '../secret.txt', 'link.txt']:
    try: seen.append(open(path).read())
    except OSError: pass
try: os.symlink('/etc', 'etc')
except OSError: pass
open('inside.txt', 'w').write('mine')
seen`;
    const { observation } = await first.call('run_python_code', { code });
    expect(observation.data).toMatchObject({ value: [] });
    expect(first.state().get('files/inside.txt')).toEqual({ text: 'mine' });
    expect(second.state().get('files/inside.txt')).toEqual({ text: 'inside' });
    const big = await second.call('run_python_code', { code: "open('big', 'w').write('x' * 10_000_000)" });
    expect(big.observation.status).toBe('error');
    // Landlock gives back nothing of what reached the limit, bubblewrap what fits into it.
    const { size } = (second.state().get('files/big') ?? { size: 0 }) as { readonly size: number };
    expect([0, 100_000]).toContain(size);
    expect(readFileSync(join(folder, 'inside.txt'), 'utf8')).toBe('inside');
  });
});
