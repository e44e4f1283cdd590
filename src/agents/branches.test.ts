import { expect } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { Branches } from './branches.js';

const { it } = await needs('sandbox');

async function withBranch(
  use: (parts: { readonly parent: Sandbox; readonly child: Sandbox; readonly branches: Branches }) => unknown,
): Promise<void> {
  await using parent = await createSandbox({ files: { 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' } });
  const branches = new Branches(parent);
  const handle = branches.reserve();
  await using child = await branches.fork(handle);
  expect(await branches.merge(handle, {})).toEqual({ error: expect.stringContaining('still at work') });
  expect(await branches.discard(handle)).toEqual({ error: expect.stringContaining('still at work') });
  await branches.ended(handle);
  await use({ parent, child, branches });
}

it('takes over new and edited files, all of them or some', () =>
  withBranch(async ({ parent, child, branches }) => {
    child.files.edit('a.txt', '5', 'five');
    child.files.writeText('new.txt', 'new\n');
    expect(branches.diff('subagent_0')).toMatchObject({
      written: [
        { path: 'a.txt', kind: 'modify', size: 13 },
        { path: 'new.txt', kind: 'create', size: 4 },
      ],
      deleted: [],
    });
    expect(await branches.merge('subagent_0', { paths: ['/new.txt'] })).toEqual({
      written: ['new.txt'],
      deleted: [],
      conflicts: [],
      skipped: [],
    });
    expect(parent.files.readText('a.txt')).toBe('1\n2\n3\n4\n5\n');
    expect(await branches.merge('subagent_0', {})).toMatchObject({ written: ['a.txt'] });
    expect(parent.files.readText('a.txt')).toBe('1\n2\n3\n4\nfive\n');
  }));

it('shows both versions of lines that both sides changed, and takes the subagent’s only when forced', () =>
  withBranch(async ({ parent, child, branches }) => {
    child.files.edit('a.txt', '3', 'theirs');
    parent.files.edit('a.txt', '3', 'ours');
    expect(await branches.merge('subagent_0', {})).toEqual({
      written: [],
      deleted: [],
      conflicts: ['a.txt'],
      skipped: ['a.txt'],
      conflict_details: [
        {
          path: 'a.txt',
          reason: 'lines',
          hunks: [{ line: 3, base: '3\n', ours: 'ours\n', theirs: 'theirs\n' }],
        },
      ],
    });
    expect(await branches.merge('subagent_0', { force: true })).toMatchObject({
      written: ['a.txt'],
      conflicts: ['a.txt'],
      skipped: [],
    });
    expect(parent.files.readText('a.txt')).toBe('1\n2\ntheirs\n4\n5\n');
  }));

it('shows both versions of a file that has no lines in common, which the model sees nowhere else', () =>
  withBranch(async ({ parent, child, branches }) => {
    child.files.writeText('new.txt', 'theirs\n');
    parent.files.writeText('new.txt', 'ours\n');
    child.files.writeText('a.txt', 'kept by the subagent\n');
    parent.files.removeFile('a.txt');
    child.files.removeFile('b.txt');
    parent.files.writeText('b.txt', 'b, and more\n');
    child.files.writeBytes('image', new Uint8Array([0, 255]));
    parent.files.writeText('image', 'x'.repeat(20_003));
    const details = [
      { path: 'a.txt', reason: 'removed_here', hunks: [], ours: null, theirs: 'kept by the subagent\n' },
      { path: 'b.txt', reason: 'removed_there', hunks: [], ours: 'b, and more\n', theirs: null },
      {
        path: 'image',
        reason: 'both_made',
        hunks: [],
        ours: expect.stringMatching(/^x{19962}\n\[41 more characters are not shown\]$/),
        theirs: null,
      },
      { path: 'new.txt', reason: 'both_made', hunks: [], ours: 'ours\n', theirs: 'theirs\n' },
    ];
    expect(await branches.merge('subagent_0', {})).toMatchObject({
      written: [],
      conflict_details: details,
    });
    const forced = await branches.merge('subagent_0', { paths: ['new.txt'], force: true });
    expect(forced).toMatchObject({ written: ['new.txt'], skipped: [] });
    expect(forced.conflict_details).toEqual([{ path: 'new.txt', reason: 'both_made', hunks: [] }]);
    expect(parent.files.readText('new.txt')).toBe('theirs\n');
  }));

it('keeps a branch after its sandbox has closed and after a merge, and drops it when told to', () =>
  withBranch(async ({ child, branches }) => {
    child.files.removeFile('b.txt');
    await child.close();
    expect(await branches.merge('subagent_0', {})).toMatchObject({ deleted: ['b.txt'] });
    expect(await branches.merge('subagent_0', {})).toMatchObject({ written: [], deleted: [], conflicts: [] });
    expect(await branches.discard('subagent_0')).toEqual({ discarded: 'subagent_0' });
    expect(await branches.discard('subagent_0')).toEqual({
      error: 'unknown subagent handle: "subagent_0"; there are none',
    });
  }));

it('answers with the remedy for a handle or a path that there is not', () =>
  withBranch(async ({ branches }) => {
    expect(await branches.merge('subagent_7', {})).toEqual({
      error: 'unknown subagent handle: "subagent_7"; there are subagent_0',
    });
    expect(await branches.merge('subagent_0', { paths: ['nowhere.txt'] })).toEqual({
      error: expect.stringContaining('nowhere.txt'),
    });
  }));

it('lets a branch be adopted once its subagent has ended, and closes what was forked', async () => {
  await using parent = await createSandbox();
  await parent.run('n = 1');
  const branches = new Branches(parent, { copyNamespace: true });
  const child = await branches.fork(branches.reserve());
  await branches.fork(branches.reserve());
  await child.run('n = n + 1');
  expect(branches.adopt('subagent_0')).toEqual({ error: expect.stringContaining('still at work') });
  await branches.ended('subagent_0');
  expect(branches.adopt('subagent_0')).toEqual({ adopted: 'subagent_0' });
  expect(branches.adopt('subagent_0')).toMatchObject({ error: expect.stringContaining('unknown') });
  expect((await branches.sandbox.run('n')).value).toBe(2);
  await branches.close();
  await expect(child.run('n')).rejects.toMatchObject({ code: 'sandbox/closed' });
  expect((await parent.run('n')).value).toBe(1);
});
