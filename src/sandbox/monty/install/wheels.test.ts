import { describe, expect, it } from 'vitest';
import { indexAddress } from './find-wheel.js';
import { unpackWheel } from './unpack-wheel.js';
import { makeWheel } from './wheel.fixture.js';
import { WHEELS, type WheelHost, wheelFor } from './wheels.js';

describe('wheelFor', () => {
  it.each<[WheelHost['platform'], string, string | null, string]>([
    ['linux', 'x64', '2.36', 'manylinux_2_28_x86_64'],
    ['linux', 'x64', '2.28', 'manylinux_2_28_x86_64'],
    ['linux', 'x64', '3.0', 'manylinux_2_28_x86_64'],
    ['linux', 'x64', '2.27', 'musllinux_1_1_x86_64'],
    ['linux', 'x64', null, 'musllinux_1_1_x86_64'],
    ['linux', 'arm64', '2.31', 'manylinux_2_28_aarch64'],
    ['linux', 'arm64', null, 'musllinux_1_1_aarch64'],
    ['darwin', 'x64', null, 'macosx_10_12_x86_64'],
    ['darwin', 'arm64', null, 'macosx_11_0_arm64'],
    ['win32', 'x64', null, 'win_amd64'],
    ['win32', 'ia32', null, 'win32'],
  ])('%s %s with glibc %s gets %s', (platform, arch, glibc, tag) => {
    expect(wheelFor({ platform, arch, glibc }).fileName).toBe(
      `pydantic_monty_runtime-1.4.0-py3-none-${tag}.whl`,
    );
  });

  it('says where there is none', () => {
    for (const [platform, arch] of [
      ['freebsd', 'x64'],
      ['linux', 'riscv64'],
      ['win32', 'arm64'],
    ] as const) {
      expect(() => wheelFor({ platform, arch, glibc: null })).toThrow(`for ${platform} on ${arch}`);
    }
  });

  it('knows eight wheels, each with a hash of its own', () => {
    const wheels = Object.values(WHEELS);
    expect(new Set(wheels.map(({ sha256 }) => sha256)).size).toBe(8);
    for (const { sha256, bytes } of wheels) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(bytes).toBeGreaterThan(12_000_000);
    }
  });
});

describe('unpackWheel', () => {
  it('finds the binary of each platform', () => {
    const unix = makeWheel();
    expect(Buffer.from(unpackWheel(unix.content, unix, 'darwin').binary).toString()).toContain('#!/bin/sh');
    const windows = makeWheel({ binary: 'monty.exe' });
    expect(unpackWheel(windows.content, windows, 'win32').sha256).toHaveLength(64);
    expect(() => unpackWheel(unix.content, unix, 'win32')).toThrow('lacks the binary');
  });

  it('refuses what is no wheel', () => {
    const wheel = makeWheel();
    const cut = wheel.content.subarray(0, 100);
    expect(() => unpackWheel(cut, wheel, 'linux')).toThrow('its sha256 is');
  });
});

describe('indexAddress', () => {
  it.each([
    [{}, 'https://pypi.org/simple'],
    [{ PIP_INDEX_URL: 'https://a.test/simple' }, 'https://a.test/simple'],
    [{ UV_INDEX_URL: 'https://b.test/x' }, 'https://b.test/x'],
    [{ UV_DEFAULT_INDEX: 'corporate=https://c.test/x' }, 'https://c.test/x'],
    [{ PIP_INDEX_URL: '', UV_INDEX_URL: 'http://d.test/' }, 'http://d.test/'],
    [{ PIP_INDEX_URL: 'https://a.test/', UV_INDEX_URL: 'https://b.test/' }, 'https://a.test/'],
  ])('%j', (environment, address) => {
    expect(indexAddress(environment, { index: null }).href).toBe(address);
  });

  it("is that of pip's configuration if no variable names one", () => {
    const settings = { index: 'https://e.test/simple' };
    expect(indexAddress({}, settings).href).toBe('https://e.test/simple');
    expect(indexAddress({ PIP_INDEX_URL: 'https://a.test/' }, settings).href).toBe('https://a.test/');
  });
});
