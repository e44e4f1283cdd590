import { expect, it } from 'vitest';
import type { useSandboxes } from '../testing/subject.fixture.js';

/** Several hands on one tree or one sandbox at the same time. */
export function raceCases(open: ReturnType<typeof useSandboxes>): void {
  it('a host function that writes while the code writes', async () => {
    const sandbox = await open({
      functions: {
        meddle: (n) => {
          sandbox.files.writeText('shared.txt', `host ${String(n)}`);
          sandbox.files.writeText(`host-${String(n)}.txt`, 'host');
          return null;
        },
      },
    });
    const code = `
for i in range(20):
    with open("shared.txt", "w") as f: f.write(f"code {i}")
    meddle(i)
with open("last.txt", "w") as f: f.write("code")
`;
    expect((await sandbox.run(code)).error).toBeNull();
    expect(sandbox.files.readText('last.txt')).toBe('code');
    expect(sandbox.files.readText('host-19.txt')).toBe('host');
    expect(sandbox.files.readText('shared.txt')).toMatch(/^(host|code) 19$/);
  });

  it('a host function that removes the folder that the code is in', async () => {
    const sandbox = await open({
      files: { 'd/e/f.txt': 'x' },
      functions: {
        remove: () => {
          sandbox.files.removeDirectory('d', { recursive: true });
          return null;
        },
      },
    });
    const result = await sandbox.run(
      'import os\nremove()\nseen = os.path.exists("d/e/f.txt")\nopen("d/e/g.txt", "w")',
    );
    expect(result.error?.kind).not.toBe('infrastructure');
    expect((await sandbox.run('1 + 1')).value).toBe(2);
    expect(() => sandbox.files.list('/')).not.toThrow();
  });

  it('forks that write to the same file at once', async () => {
    const sandbox = await open({ files: { 'a.txt': 'base' } });
    const forks = await Promise.all([0, 1, 2, 3].map(() => sandbox.fork()));
    await Promise.all(
      forks.map((fork, index) => fork.run(`with open("a.txt", "w") as f: f.write("fork ${index}")`)),
    );
    expect(forks.map((fork) => fork.files.readText('a.txt'))).toEqual([
      'fork 0',
      'fork 1',
      'fork 2',
      'fork 3',
    ]);
    expect(sandbox.files.readText('a.txt')).toBe('base');
    await Promise.all(forks.map((fork) => fork.close()));
  });

  it('a reset and a close while runs wait', async () => {
    const sandbox = await open();
    const outcomes = await Promise.allSettled([
      sandbox.run('x = 1'),
      sandbox.reset(),
      sandbox.run('x'),
      sandbox.fork(),
      sandbox.dump(),
      sandbox.close(),
      sandbox.run('1'),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'sandbox/closed' });
      else if (typeof outcome.value === 'object' && 'close' in outcome.value) await outcome.value.close();
    }
  });

  it('a sandbox that is closed by its own host function', async () => {
    const sandbox = await open({
      functions: {
        end: async () => {
          await sandbox.close();
          return null;
        },
      },
      limits: { deadlineSeconds: 5 },
    });
    const outcome = await sandbox.run('end()\n1').then(
      ({ ok }) => (ok ? 'ran' : 'failed'),
      (thrown: unknown) => Reflect.get(Object(thrown), 'code'),
    );
    expect(['ran', 'failed', 'sandbox/closed']).toContain(outcome);
  });
}
