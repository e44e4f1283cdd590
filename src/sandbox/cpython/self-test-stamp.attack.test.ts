import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { PythonInstallation } from './find-python.js';
import { SelfTestStamp, type TestedConfinement } from './self-test-stamp.js';

const AT = new Date('2026-01-02T03:04:05.000Z');
const PYTHON: PythonInstallation = {
  executable: '/usr/bin/python3',
  version: '3.11.2',
  readable: ['/usr/lib/python3.11'],
  packages: [],
  modules: [],
  compiled: Buffer.from('compiled'),
};

const PROGRAMS = { files: { sh: '/bin/sh' }, readable: [] };

const linux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

unless(linux ? null : 'not on Linux').describe('the stamp of a self-test', () => {
  let home = '';
  let folder = '';
  let bubblewrap = '';
  let path = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'mettle-stamp-'));
    folder = join(home, '.cache', 'mettle');
    path = join(folder, 'self-test-bubblewrap.json');
    bubblewrap = join(home, 'bwrap');
    writeFileSync(bubblewrap, 'the program');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const stamp = (
    tested: Partial<TestedConfinement> = {},
    environment: Readonly<Record<string, string>> = { HOME: home },
  ): SelfTestStamp =>
    new SelfTestStamp(
      {
        mechanism: 'bubblewrap',
        python: PYTHON,
        bubblewrap,
        build: 'build 1',
        programs: PROGRAMS,
        ...tested,
      },
      environment,
    );

  it('is believed where everything is as it was, and is the user’s alone', () => {
    expect(stamp().read()).toBeNull();
    expect(stamp().write(AT)).toBe(true);
    expect(stamp().read()).toEqual(AT);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual(['self-test-bubblewrap.json']);
    expect(stamp().write(new Date(0))).toBe(true);
    expect(stamp().read()).toEqual(new Date(0));
    stamp().remove();
    expect(stamp().read()).toBeNull();
  });

  it.each<[string, Partial<TestedConfinement>]>([
    ['build of Mettle', { build: 'build 2' }],
    ['mechanism', { mechanism: 'landlock' }],
    ['programs', { programs: { files: { sh: '/bin/other' }, readable: [] } }],
    ['interpreter', { python: { ...PYTHON, executable: '/usr/local/bin/python3' } }],
    ['version of the interpreter', { python: { ...PYTHON, version: '3.11.3' } }],
    ['compiled inside', { python: { ...PYTHON, compiled: Buffer.from('other') } }],
    ['folder that the interpreter reads', { python: { ...PYTHON, readable: ['/usr/lib', '/opt'] } }],
    ['way of finding out what build it is', { build: null }],
  ])('is not believed for another %s', (_what, tested) => {
    stamp().write(AT);
    expect(stamp(tested).read()).toBeNull();
    expect(stamp().read()).toEqual(AT);
  });

  it.each<[string, (proc: string) => void]>([
    ['start of the machine', (proc) => writeFileSync(join(proc, 'sys/kernel/random/boot_id'), 'boot 2')],
    ['set of capabilities', (proc) => writeFileSync(join(proc, 'self/status'), 'Name:\tn\nCapEff:\t0\n')],
    ['seccomp filter', (proc) => writeFileSync(join(proc, 'self/status'), 'CapEff:\tff\nSeccomp:\t2\n')],
    ['set of limits', (proc) => writeFileSync(join(proc, 'self/limits'), 'Max processes 10')],
    ['label of a security module', (proc) => writeFileSync(join(proc, 'self/attr/current'), 'snap.code')],
    ...['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'].map((name): [string, (proc: string) => void] => [
      `${name} namespace`,
      (proc) => {
        rmSync(join(proc, 'self/ns', name));
        symlinkSync(`${name}:[2]`, join(proc, 'self/ns', name));
      },
    ]),
    ['kernel that hides its namespaces', (proc) => rmSync(join(proc, 'self/ns/user'))],
  ])('is not believed with another %s', (_what, change) => {
    const proc = join(home, 'proc');
    for (const folder of ['sys/kernel/random', 'self/attr', 'self/ns'])
      mkdirSync(join(proc, folder), { recursive: true });
    writeFileSync(join(proc, 'sys/kernel/random/boot_id'), 'boot 1');
    writeFileSync(join(proc, 'self/status'), 'Name:\tnode\nCapEff:\tff\n');
    writeFileSync(join(proc, 'self/limits'), 'Max processes 5');
    for (const name of ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'])
      symlinkSync(`${name}:[1]`, join(proc, 'self/ns', name));
    stamp({ proc }).write(AT);
    writeFileSync(join(proc, 'self/status'), 'Name:\tanother\nCapEff:\tff\nThreads:\t5\n');
    expect(stamp({ proc }).read()).toEqual(AT);
    change(proc);
    expect(stamp({ proc }).read()).toBeNull();
  });

  it('is not believed once the bubblewrap program is another, though its path is the same', () => {
    stamp().write(AT);
    writeFileSync(bubblewrap, 'the Program');
    expect(stamp().read()).toBeNull();
    rmSync(bubblewrap);
    expect(stamp().read()).toBeNull();
  });

  it('is not written for sources that were not built, nor where no folder is known', () => {
    expect(stamp({ build: null }).write(AT)).toBe(false);
    expect(stamp({}, {}).write(AT)).toBe(false);
    expect(stamp({}, { HOME: 'relative', XDG_CACHE_HOME: 'too' }).path).toBeNull();
    expect(existsSync(folder)).toBe(false);
  });

  it('lies in XDG_RUNTIME_DIR where that is the user’s alone, else in XDG_CACHE_HOME, else below HOME', () => {
    const [runtime, cache] = [join(home, 'run'), join(home, 'cache')];
    mkdirSync(runtime, { mode: 0o700 });
    const all = { HOME: home, XDG_CACHE_HOME: cache, XDG_RUNTIME_DIR: runtime };
    expect(stamp({}, all).path).toBe(join(runtime, 'mettle', 'self-test-bubblewrap.json'));
    expect(stamp({}, all).write(AT)).toBe(true);
    expect(stamp({}, all).read()).toEqual(AT);
    chmodSync(runtime, 0o777);
    expect(stamp({}, all).path).toBe(join(cache, 'mettle', 'self-test-bubblewrap.json'));
    expect(stamp({}, { ...all, XDG_CACHE_HOME: '' }).path).toBe(path);
    expect(stamp({}, { ...all, XDG_RUNTIME_DIR: join(home, 'none') }).path).toContain(cache);
  });

  const others: readonly (readonly [string, () => void])[] = [
    ['others may read', () => chmodSync(path, 0o644)],
    ['others may write', () => chmodSync(path, 0o602)],
    ['a group may write', () => chmodSync(path, 0o620)],
    ['can be run', () => chmodSync(path, 0o700)],
    [
      'is a link to a stamp that holds',
      () => {
        renameSync(path, join(home, 'moved.json'));
        symlinkSync(join(home, 'moved.json'), path);
      },
    ],
    ['has a second name', () => linkSync(path, join(home, 'second.json'))],
    [
      'is a folder',
      () => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    ['is empty', () => writeFileSync(path, '')],
    ['is no JSON', () => writeFileSync(path, '{"key":')],
    ['is a list', () => writeFileSync(path, '[1]')],
    ['has no time', () => writeFileSync(path, readFileSync(path, 'utf8').replace(/"at":"[^"]*"/, '"at":5'))],
    ['has a wrong time', () => writeFileSync(path, readFileSync(path, 'utf8').replace(/2026/, 'soon'))],
    [
      'has another key',
      () => writeFileSync(path, readFileSync(path, 'utf8').replace(/"key":"./, '"key":"x')),
    ],
    ['is too large', () => writeFileSync(path, readFileSync(path, 'utf8') + ' '.repeat(1000))],
    ['lies in a folder that others may write', () => chmodSync(folder, 0o777)],
    ['lies in a folder that a group may write', () => chmodSync(folder, 0o770)],
    [
      'lies in a folder behind a link',
      () => {
        renameSync(folder, join(home, 'elsewhere'));
        symlinkSync(join(home, 'elsewhere'), folder);
      },
    ],
    ...(isRoot
      ? ([
          ['is another user’s', () => chownSync(path, 12_345, 0)],
          ['lies in another user’s folder', () => chownSync(folder, 12_345, 0)],
        ] as const)
      : []),
  ];

  it.each<readonly [string, () => void]>(others)('is not believed when it %s', (_what, change) => {
    stamp().write(AT);
    expect(stamp().read()).toEqual(AT);
    change();
    expect(stamp().read()).toBeNull();
  });

  it('is written over what cannot be believed, and never through a link', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const victim = join(home, 'victim');
    writeFileSync(victim, 'mine');
    symlinkSync(victim, path);
    expect(stamp().write(AT)).toBe(true);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(stamp().read()).toEqual(AT);
  });

  it('leaves nothing behind where it cannot be written', () => {
    mkdirSync(join(path, 'in the way'), { recursive: true });
    chmodSync(folder, 0o700);
    expect(stamp().write(AT)).toBe(false);
    expect(readdirSync(folder)).toEqual(['self-test-bubblewrap.json']);
  });

  it('is neither written nor removed in a folder that is not the user’s alone', () => {
    stamp().write(AT);
    chmodSync(folder, 0o777);
    expect(stamp().write(new Date(0))).toBe(false);
    stamp().remove();
    chmodSync(folder, 0o700);
    expect(stamp().read()).toEqual(AT);
    rmSync(folder, { recursive: true });
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), folder);
    expect(stamp().write(AT)).toBe(false);
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([]);
  });
});
