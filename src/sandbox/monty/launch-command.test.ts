import { describe, expect, it } from 'vitest';
import { launchCommand } from './launch-command.js';

const LIMITS = { cpuSeconds: 60, addressSpaceMegabytes: 2 };

describe('launchCommand', () => {
  it('uses what Linux has', () => {
    const launch = launchCommand('/m', LIMITS, { platform: 'linux', environment: {}, works: () => true });
    expect([launch.command, ...launch.args].join(' ')).toMatch(
      /^\/usr\/bin\/setpriv --pdeathsig KILL --no-new-privs -- \/bin\/sh -c .*ulimit -t 60 && ulimit -v 2048 .* \/m subprocess$/,
    );
    expect(launch).toMatchObject({
      diesWithParent: true,
      environment: {},
      limited: { cpuSeconds: true, addressSpaceMegabytes: true },
    });
  });

  it('does without the limit on address space where there is none, as on macOS', () => {
    const works = (command: readonly string[]): boolean =>
      command[0] === '/bin/sh' && !command.join(' ').includes('ulimit -v');
    const launch = launchCommand('/m', LIMITS, { platform: 'darwin', environment: {}, works });
    expect(launch.command).toBe('/bin/sh');
    expect(launch.args.join(' ')).not.toContain('ulimit -v');
    expect(launch).toMatchObject({
      diesWithParent: false,
      limited: { cpuSeconds: true, addressSpaceMegabytes: false },
    });
  });

  it('starts the binary itself where nothing guards it, as on Windows', () => {
    const works = (): boolean => {
      throw new Error('nothing of Unix is tried on Windows');
    };
    const launch = launchCommand('C:\\monty.exe', LIMITS, {
      platform: 'win32',
      environment: { SystemRoot: 'C:\\Windows', SECRET: 's' },
      works,
    });
    expect(launch).toEqual({
      command: 'C:\\monty.exe',
      args: ['subprocess'],
      environment: { SystemRoot: 'C:\\Windows' },
      diesWithParent: false,
      limited: { cpuSeconds: false, addressSpaceMegabytes: false },
    });
    const bare = launchCommand('/m', LIMITS, { platform: 'linux', environment: {}, works: () => false });
    expect([bare.command, bare.args]).toEqual(['/m', ['subprocess']]);
  });
});
