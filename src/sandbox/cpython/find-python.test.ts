import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { findPython } from './find-python.js';
import { decodeMarshal } from './marshal-decode.js';
import { probeCpython } from './probe-cpython.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const facts = (version: string, implementation: string): string =>
  `echo '{"executable": "/bin/sh", "version": "${version}", "implementation": "${implementation}", "folders": [], "libraries": []}'`;

describe('findPython', () => {
  it.each([
    ['is not there', join(folder, 'none'), /none/],
    ['answers nonsense', script('nonsense', 'echo hello'), /not understood/],
    ['answers something else', script('other', 'echo "[1]"'), /not understood/],
    ['fails', script('fails', 'exit 3'), /fails/],
    ['is too old', script('old', facts('3.8.1', 'cpython')), /3\.8\.1 is too old/],
    ['is no CPython', script('pypy', facts('3.11.0', 'pypy')), /pypy, not CPython/],
  ])('refuses an interpreter that %s, and says why', async (_what, python, why) => {
    await expect(findPython({ python, environment: {}, unprivileged: false })).rejects.toMatchObject({
      code: 'sandbox/no_python',
      message: expect.stringMatching(why),
    });
  });

  it('takes METTLE_PYTHON and no other when it is set', async () => {
    const environment = { METTLE_PYTHON: join(folder, 'none'), PATH: process.env.PATH };
    await expect(findPython({ environment, unprivileged: false })).rejects.toMatchObject({
      code: 'sandbox/no_python',
    });
  });

  it('refuses what a user without privileges could not read', async () => {
    const hidden = join(folder, 'hidden');
    writeFileSync(hidden, '', { mode: 0o600 });
    const python = script('private', facts('3.11.0', 'cpython').replace('/bin/sh', hidden));
    await expect(findPython({ python, environment: {}, unprivileged: true })).rejects.toMatchObject({
      message: expect.stringContaining('cannot be read'),
    });
  });

  it('does not start one of PATH that lies where a user without privileges cannot reach', async () => {
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    const started = join(folder, 'started');
    writeFileSync(join(home, 'python3'), `#!/bin/sh\n: > ${started}\nexit 3\n`, { mode: 0o755 });
    const environment = { PATH: home };
    await findPython({ environment, unprivileged: true }).catch(() => {});
    expect(existsSync(started)).toBe(false);
    await findPython({ environment, unprivileged: false }).catch(() => {});
    expect(existsSync(started)).toBe(true);
  });
});

const usable = await findPython({ environment: process.env, unprivileged: false }).catch(() => null);

unless(usable === null ? 'there is no usable interpreter' : null).describe(
  'an interpreter that is found',
  () => {
    it('brings the modules that run inside compiled, and says what can be imported', () => {
      expect(usable?.compiled.readUInt32BE(0)).toBe((usable?.compiled.length ?? 0) - 4);
      const bundle = decodeMarshal(usable?.compiled.subarray(4) ?? new Uint8Array()) as Record<
        string,
        unknown
      >;
      expect([bundle.mettle_supervisor, bundle.magic]).toEqual([
        expect.any(Uint8Array),
        expect.any(Uint8Array),
      ]);
      expect(usable?.modules).toEqual(expect.arrayContaining(['json', 'math', 'zoneinfo']));
    });
  },
);

describe('probeCpython', () => {
  it('says what is missing where there is no interpreter', async () => {
    const probe = await probeCpython({ environment: { METTLE_PYTHON: join(folder, 'none') } });
    expect(probe.available).toBe(false);
    expect(probe.why).toContain('METTLE_PYTHON');
    expect(Object.values(probe.isolation)).toEqual([null, null, null, null, null]);
  });
});
