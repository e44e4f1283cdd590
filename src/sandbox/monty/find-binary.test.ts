import { describe, expect, it } from 'vitest';
import { type BinaryHost, cacheFolder, findMontyBinary, thisHost } from './find-binary.js';

/** A machine that has these binaries, each with its version. */
function machine(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string>>,
  binaries: Readonly<Record<string, string | null>>,
): BinaryHost {
  return {
    platform,
    environment,
    home: platform === 'win32' ? 'C:\\Users\\me' : '/home/me',
    isExecutable: (path) => Object.hasOwn(binaries, path),
    versionOf: async (path) => binaries[path] ?? null,
  };
}

describe('findMontyBinary', () => {
  it.each<[string, BinaryHost, string]>([
    [
      'the variable first',
      machine(
        'linux',
        { METTLE_MONTY_BIN: '/x/m', PATH: '/bin' },
        { '/x/m': '1.4.0', '/bin/monty': '1.4.0' },
      ),
      '/x/m',
    ],
    [
      'the first of the right version on PATH',
      machine(
        'linux',
        { PATH: '/old:/none:/bin' },
        { '/old/monty': '1.3.0', '/bin/monty': '1.4.0', '/home/me/.cache/mettle/monty/1.4.0/monty': '1.4.0' },
      ),
      '/bin/monty',
    ],
    [
      'the cache folder of Linux',
      machine(
        'linux',
        { PATH: '/old' },
        { '/old/monty': null, '/home/me/.cache/mettle/monty/1.4.0/monty': '1.4.0' },
      ),
      '/home/me/.cache/mettle/monty/1.4.0/monty',
    ],
    [
      'the cache folder that XDG names',
      machine('linux', { XDG_CACHE_HOME: '/c' }, { '/c/mettle/monty/1.4.0/monty': '1.4.0' }),
      '/c/mettle/monty/1.4.0/monty',
    ],
    [
      'the cache folder of macOS',
      machine(
        'darwin',
        { XDG_CACHE_HOME: '/c' },
        { '/home/me/Library/Caches/mettle/monty/1.4.0/monty': '1.4.0' },
      ),
      '/home/me/Library/Caches/mettle/monty/1.4.0/monty',
    ],
    [
      'PATH on Windows',
      machine('win32', { Path: 'C:\\none;D:\\tools' }, { 'D:\\tools\\monty.exe': '1.4.0' }),
      'D:\\tools\\monty.exe',
    ],
    [
      'the cache folder of Windows',
      machine('win32', { LOCALAPPDATA: 'C:\\L' }, { 'C:\\L\\mettle\\monty\\1.4.0\\monty.exe': '1.4.0' }),
      'C:\\L\\mettle\\monty\\1.4.0\\monty.exe',
    ],
  ])('finds %s', async (_, host, path) => {
    expect(await findMontyBinary(null, host)).toBe(path);
  });

  it.each<[BinaryHost, string | null, RegExp]>([
    [
      machine('linux', { PATH: '/bin' }, {}),
      null,
      /no monty 1\.4\.0 here: run npx --no mettle install monty/,
    ],
    [machine('linux', { PATH: '/bin' }, { '/bin/monty': '0.0.23' }), null, /\/bin\/monty is 0\.0\.23/],
    [machine('linux', { METTLE_MONTY_BIN: '/x' }, {}), null, /METTLE_MONTY_BIN names \/x, which is no file/],
    [
      machine('linux', { METTLE_MONTY_BIN: '/x' }, { '/x': '1.5.0' }),
      null,
      /is monty 1\.5\.0; it must be 1\.4\.0/,
    ],
    [machine('linux', {}, { '/bin/true': null }), '/bin/true', /which is no monty/],
  ])('says what is wrong, case %#', async (host, chosen, message) => {
    await expect(findMontyBinary(chosen, host)).rejects.toMatchObject({
      code: 'sandbox/no_engine',
      message: expect.stringMatching(message),
    });
  });

  it('ignores a cache folder that is not absolute', () => {
    const host = thisHost({ platform: 'linux', environment: { XDG_CACHE_HOME: 'here' }, home: '/h' });
    expect(cacheFolder(host)).toBe('/h/.cache/mettle/monty/1.4.0');
  });
});
