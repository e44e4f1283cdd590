import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from './create-sandbox.js';
import { checkPackagesVersion, packagesVersion, resolvePackages } from './packages.js';

let folder = '';

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-packages-')));
  for (const name of ['venv/lib/python3.11', 'two/lib/python3.10', 'two/lib/python3.11']) {
    mkdirSync(join(folder, name, 'site-packages'), { recursive: true });
  }
  mkdirSync(join(folder, 'plain'));
  mkdirSync(join(folder, 'hollow'));
  for (const name of ['venv', 'hollow'])
    writeFileSync(join(folder, name, 'pyvenv.cfg'), 'version = 3.11.2\n');
  symlinkSync('venv', join(folder, 'link'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('resolvePackages', () => {
  it('finds the site-packages of a virtual environment, through links', () => {
    const site = join(folder, 'venv/lib/python3.11/site-packages');
    const given = [join(folder, 'link'), join(folder, 'venv'), site];
    expect(resolvePackages(given)).toEqual([site]);
    expect(resolvePackages(join(folder, 'link'))).toEqual([site]);
  });

  it('takes a folder of packages as it is', () => {
    expect(resolvePackages([join(folder, 'plain')])).toEqual([join(folder, 'plain')]);
    expect(resolvePackages(undefined)).toEqual([]);
  });

  it.each([
    ['none', 'there is no folder'],
    ['venv/pyvenv.cfg', 'is not a folder'],
    ['hollow', 'a virtual environment without'],
    ['two', 'packages of several Pythons'],
  ])('refuses %s', (name, words) => {
    expect(() => resolvePackages(join(folder, name))).toThrow(
      expect.objectContaining({
        code: 'sandbox/invalid_packages',
        message: expect.stringContaining(words) as string,
      }),
    );
  });

  it.each([[''], ['/'], ['/proc'], [5], [[5]]])('refuses %j', (given) => {
    expect(() => resolvePackages(given as string)).toThrow(
      expect.objectContaining({ code: 'sandbox/invalid_packages' }),
    );
  });

  it('is asked before any engine', async () => {
    const packages = join(folder, 'none');
    await expect(createSandbox({ packages })).rejects.toMatchObject({ code: 'sandbox/invalid_packages' });
  });
});

describe('the Python of packages', () => {
  it('is read off the path', () => {
    expect(packagesVersion('/x/lib/python3.12/site-packages')).toBe('3.12');
    expect(packagesVersion('/x/plain')).toBeNull();
  });

  it('has to be the one that runs', () => {
    const folders = ['/x/plain', '/x/lib/python3.12/site-packages'];
    expect(() => checkPackagesVersion(folders, '3.12.1')).not.toThrow();
    expect(() => checkPackagesVersion(folders, '3.11.2')).toThrow(/are for Python 3.12, and Python 3.11.2/);
  });
});
