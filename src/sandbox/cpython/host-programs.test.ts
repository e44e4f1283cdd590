import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { findHostPrograms, type HostPrograms } from './host-programs.js';

const { describe, it } = unless(process.platform === 'linux' ? null : 'not on Linux');

describe('programs of the host', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-programs-'));
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const find = (
    named: readonly string[],
    more: { unprivileged?: boolean; readable?: string[] } = {},
  ): HostPrograms =>
    findHostPrograms(named, {
      path: folder,
      readable: [],
      python: '/the/python',
      unprivileged: false,
      ...more,
    });
  const program = (name: string, content: string | Uint8Array, mode = 0o755): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  };
  const why = (named: readonly string[], more = {}): string => {
    try {
      find(named, more);
      return 'it is lent';
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'sandbox/no_program' });
      return (thrown as Error).message;
    }
  };

  it('are a shell, what its lines call, and the interpreter, with their loader and libraries', () => {
    const { files, readable } = find([]);
    expect(files).toMatchObject({
      sh: realpathSync('/bin/sh'),
      python3: '/the/python',
      python: '/the/python',
    });
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['cat', 'sed', 'grep', 'sort', 'env']));
    expect(readable.some((path) => /\/ld-[^/]*\.so/.test(path))).toBe(true);
    expect(readable.some((path) => /\/libc[.-]/.test(path))).toBe(true);
    expect(
      readable.filter((path) => path.startsWith('/etc') || /\/(?:passwd|su|sudo|mount)$/.test(path)),
    ).toEqual([]);
  });

  it('need nothing that is visible already', () => {
    const libraries = find([])
      .readable.filter((path) => path.includes('.so'))
      .map((path) => dirname(path));
    const { readable } = find([], { readable: [...new Set(libraries)] });
    expect(readable.filter((path) => path.includes('.so'))).toEqual([]);
    expect(readable.some((path) => path.endsWith('/sh'))).toBe(true);
  });

  it('are found by name or absolute path, and through links', () => {
    const script = program('mine', '#!/usr/bin/env sh\necho mine\n');
    symlinkSync(script, join(folder, 'linked'));
    expect(find(['mine', 'linked']).files).toMatchObject({ mine: script, linked: script });
    expect(find([script]).files.mine).toBe(script);
    expect(why(['./mine'])).toMatch(
      /^The program \.\/mine cannot be used in the sandbox: give its name, or its absolute path\.$/,
    );
    expect(why(['absent'])).toContain('it is not on PATH');
    expect(why([join(folder, 'absent')])).toContain('there is no such program');
    program('data', '#!/bin/sh\n', 0o644);
    expect(why([join(folder, 'data')])).toContain('there is no such program');
  });

  it('are there under the names that scripts ask for, wherever PATH found them', () => {
    symlinkSync('/bin/sh', join(folder, 'sh'));
    const { readable } = find([], { readable: [] });
    expect(readable).toContain(join(folder, 'sh'));
    expect(readable).toContain(join(realpathSync('/bin'), 'sh'));
  });

  it('bring the folders that they read', () => {
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'lib/git-core'), { recursive: true });
    const git = program('bin/git', '#!/bin/sh\n');
    expect(find([git]).readable).toEqual(expect.arrayContaining([git, join(folder, 'lib/git-core')]));
  });

  it('are refused where they change the user, lack a part, or nobody else may read them', () => {
    program('other-user', readFileSync(realpathSync('/bin/sh')), 0o4755);
    expect(why(['other-user'])).toContain('it changes to another user');
    const broken = Buffer.from(readFileSync(realpathSync('/bin/sh')));
    const at = broken.indexOf('libc.');
    broken.write('libX.', at, 'latin1');
    program('broken', broken);
    expect(why(['broken'])).toMatch(/its library libX\.\S+ is in no usual folder/);
    program('strange', '#!/usr/bin/strange-interpreter -x\n');
    expect(why(['strange'])).toContain('name strange-interpreter as well, before it');
    program('text', 'only text\n');
    expect(why(['text'])).toContain('it is no program for Linux on this machine, and no script');
    const hidden = program('hidden', '#!/bin/sh\n', 0o700);
    expect(why([hidden], { unprivileged: true })).toContain('cannot be read by a user without privileges');
    expect(why([hidden])).toBe('it is lent');
  });
});
