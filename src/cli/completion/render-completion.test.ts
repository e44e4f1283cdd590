import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { callCommandLine } from '../command-line.fixture.js';
import { commands } from '../commands/index.js';

const scriptFor = async (shell: string): Promise<string> =>
  (await callCommandLine(['completion', shell])).stdout;

/** Whether a shell is installed. */
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).error === undefined;

describe('completion', () => {
  const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `${await scriptFor('bash')}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _mettle; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((word) => word !== '');
  };

  unless(has('bash') ? null : 'there is no bash').it('completes commands and options in bash', async () => {
    const names = commands.map(({ name }) => name);
    expect((await complete('mettle', '')).toSorted()).toEqual([...names, '--help', '--version'].toSorted());
    expect(await complete('mettle', 'ev')).toEqual(['evolve']);
    expect(await complete('mettle', 'run', '--app')).toEqual(['--apply']);
    expect(await complete('mettle', 'run', 'file.py', '--w')).toEqual(['--workdir']);
    expect(await complete('mettle', 'run', 'fi')).toEqual([]);
  });

  it.each(['zsh', 'fish'])(
    'is a script that %s reads (only looked at where it is not installed)',
    async (shell) => {
      const script = await scriptFor(shell);
      for (const { name } of commands) expect(script).toContain(name);
      expect(script).toMatch(/packages/);
      if (!has(shell)) return;
      expect(spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    },
  );

  it('answers another shell with one line', async () => {
    expect(await callCommandLine(['completion', 'tcsh'])).toMatchObject({
      code: 2,
      stderr: 'mettle completion: completion takes bash, zsh, fish; got "tcsh".\n',
    });
  });
});
