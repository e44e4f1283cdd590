import { afterAll, describe, expect, it } from 'vitest';
import { MECHANISMS, SKIPPED } from '../../sandbox/cpython/test-engine.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Environment, World } from '../environment.js';
import { type CodingEnvironmentOptions, createCodingEnvironment } from './coding-environment.js';

const ROOT = '/home/me/shop';
const opened: (World | Environment)[] = [];
const open = async (options: Partial<CodingEnvironmentOptions> = {}): Promise<World> => {
  const environment = await createCodingEnvironment({
    client: 'claude-code',
    root: ROOT,
    files: { 'a.py': 'x = 1\ny = 1\n', 'lib/b.py': 'import a\n', 'data.ipynb': NOTEBOOK },
    ...options,
  });
  const world = await environment.open({ seed: 0 });
  opened.unshift(world, environment);
  return world;
};
const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'c1', source: '1', outputs: [1], execution_count: 3 }],
  metadata: {},
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

describe('files as a client of coding agents has them', () => {
  it('are read, edited and found under the paths of the session', async () => {
    const world = await open();
    const said = async (tool: string, given: object): Promise<string> =>
      (await world.call(tool, given as never)).observation.content;
    expect(await said('Read', { file_path: `${ROOT}/a.py`, offset: 2, limit: 1 })).toBe('     2→y = 1');
    expect(await said('Edit', { file_path: `${ROOT}/a.py`, old_string: '1', new_string: '2' })).toContain(
      'Found 2 matches',
    );
    expect(
      await said('Edit', { file_path: `${ROOT}/a.py`, old_string: '1', new_string: '2', replace_all: true }),
    ).toContain('updated');
    expect(await said('Write', { file_path: `${ROOT}/new/c.py`, content: 'z' })).toContain('created');
    expect(await said('Glob', { pattern: '**/*.py' })).toBe(
      `${ROOT}/a.py\n${ROOT}/lib/b.py\n${ROOT}/new/c.py`,
    );
    expect(await said('Grep', { pattern: '= 2', output_mode: 'content' })).toBe('a.py:1:x = 2\na.py:2:y = 2');
    expect(await said('LS', { path: ROOT })).toContain('  - lib/\n    - b.py');
    expect(
      await said('NotebookEdit', { notebook_path: `${ROOT}/data.ipynb`, cell_id: 'c1', new_source: '2' }),
    ).toBe('Updated cell c1 with 2');
    expect(world.state().get('files/a.py')).toEqual({ text: 'x = 2\ny = 2\n' });
  });

  it.each(['/etc/passwd', '../../you/.ssh/id_rsa', `${ROOT}/../x`])('end at the folder: %s', async (path) => {
    const world = await open();
    for (const [tool, given] of [
      ['Read', { file_path: path }],
      ['Write', { file_path: path, content: 'x' }],
      ['Edit', { file_path: path, old_string: '', new_string: 'x' }],
      ['Grep', { pattern: 'x', path }],
    ] as const) {
      expect((await world.call(tool, given)).observation.error?.type).toBe('outside');
    }
    expect(world.state().size).toBe(3);
  });
});

unless(SKIPPED).describe.each(MECHANISMS.slice(0, 1))('the shell of a coding world in %s', () => {
  it('begins where the last line that did well ended, in the session’s own folders', async () => {
    const world = await open();
    const ran = async (command: string): Promise<string> =>
      (await world.call('Bash', { command })).observation.content;
    expect(await ran(`cd ${ROOT}/lib && pwd`)).toBe(`${ROOT}/lib`);
    expect(await ran('cd .. && false')).toBe('Exit code 1');
    expect(await ran('pwd; echo ~; echo hi > /tmp/x')).toBe(`${ROOT}/lib\n/home/me`);
    expect(await ran('cat /tmp/x; cd /tmp')).toBe(`hi\nShell cwd was reset to ${ROOT}`);
    expect(await ran(`python3 -c "import sys; sys.path.insert(0, '.'); import a; print(a.x)" && ls`)).toBe(
      '1\n__pycache__\na.py\ndata.ipynb\nlib',
    );
    expect([...world.state().keys()].filter((name) => name.includes('pycache'))).toEqual([]);
    expect(await ran('[[ a == a ]] && echo bash')).toBe('bash');
  });

  it('sees nothing of the host and no network', async () => {
    const world = await open();
    const { observation } = await world.call('Bash', {
      command: `cat /etc/passwd; ls ${process.cwd()}; echo $HOME; python3 -c "import socket; socket.create_connection(('1.1.1.1', 80), 2)"`,
    });
    expect(observation.content).not.toContain('root:');
    expect(observation.content).not.toContain('package.json');
    expect(observation.status).toBe('error');
  });

  it('branches with its files and its folder', async () => {
    const world = await open();
    await world.call('Bash', { command: 'cd lib; echo 1 > /tmp/n' });
    const branch = await world.fork();
    opened.unshift(branch);
    await branch.call('Bash', { command: 'echo 2 > made' });
    expect((await branch.call('Bash', { command: 'pwd; cat /tmp/n' })).observation.content).toBe(
      `${ROOT}/lib\n1`,
    );
    expect(branch.state().has('files/lib/made')).toBe(true);
    expect(world.state().has('files/lib/made')).toBe(false);
  });
});
