import { expect, rejection } from '../../core/internal.js';
import { sandboxTools } from '../tools/index.js';
import type { DefineCase } from './define-case.js';

/** Lines of the shell: where there is one they work on the files of the sandbox, and elsewhere they are refused by name. */
export function shellCases(it: DefineCase): void {
  it('are refused by name where there is no shell, and programs with them', async ({ open }) => {
    const sandbox = await open();
    const { programs, engine } = await sandbox.capabilities();
    if (programs.length > 0) {
      expect(programs).toContain('sh');
      expect(await sandbox.shell('exit 0')).toMatchObject({ ok: true, exitCode: 0, error: null, engine });
      return;
    }
    const refused = (await rejection(sandbox.shell('exit 0'))) as Error;
    expect(refused).toMatchObject({ code: 'sandbox/no_shell' });
    expect(refused.message).toContain(engine);
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  shellCase('tell exit code and output, as text and as bytes', async ({ open }) => {
    const sandbox = await open();
    const chunks: Uint8Array[] = [];
    const result = await sandbox.shell("printf 'a\\377\\n'; echo b >&2; exit 7", {
      onOutput: ({ stream, bytes }) => void (stream === 'stdout' && chunks.push(bytes)),
    });
    expect(result).toMatchObject({ ok: false, exitCode: 7, stdout: 'a\ufffd\n', stderr: 'b\n', error: null });
    expect([...Buffer.concat(chunks)]).toEqual([97, 255, 10]);
    expect(await sandbox.shell('kill -9 $$')).toMatchObject({ ok: false, exitCode: 137, error: null });
    expect((await sandbox.shell('nothing-like-it')).exitCode).toBe(127);
  });

  shellCase('read and change the files that Python sees, and no variable of its', async ({ open }) => {
    const sandbox = await open({ files: { 'in/a.txt': 'one\n', 'in/b.txt': 'two\n', old: 'x' } });
    await sandbox.run(
      'import os\nkept = 41\nos.environ["LEFT"] = "1"\nos.chdir("in")\nopen("c.txt", "w").write("three\\n")',
    );
    const result = await sandbox.shell('cat in/*.txt > all.txt; rm old; mkdir -p made/deep; echo "$LEFT"');
    expect(result).toMatchObject({ ok: true, stdout: '\n' });
    expect(sandbox.files.readText('all.txt')).toBe('one\ntwo\nthree\n');
    expect([sandbox.files.exists('old'), sandbox.files.exists('made/deep')]).toEqual([false, true]);
    expect((await sandbox.run('kept + 1, open("all.txt").read()')).value).toEqual([42, 'one\ntwo\nthree\n']);
    expect(sandbox.history()).toHaveLength(2);
  });

  shellCase('take a folder, variables and standard input', async ({ open }) => {
    const sandbox = await open({ files: { 'sub/x': '' }, environment: { KEPT: 'k', OVER: 'o' } });
    const line = 'printf "%s " "$KEPT" "$OVER" "$NEW" "$(ls)" "$(cat)"';
    const result = await sandbox.shell(line, {
      cwd: '/sub/',
      environment: { OVER: 'p', NEW: 'n' },
      stdin: 'typed',
    });
    expect(result.stdout).toBe('k p n x typed ');
    expect((await sandbox.shell('printf "%s" "$OVER$NEW"; cat')).stdout).toBe('o');
    const { stdout } = await sandbox.shell(
      'cd ~ && ls; python3 -c "import os; print(os.getcwd() == os.environ[\'HOME\'])"',
    );
    expect(stdout).toBe('sub\nTrue\n');
  });

  shellCase('have the interpreter of the runs as python3, as programs of Python do', async ({ open }) => {
    const sandbox = await open({ files: { 'mine.py': 'value = 6 * 7' } });
    const code =
      'import os, subprocess, sys\nreal = os.path.realpath\nsay = "import os, sys; print(os.path.realpath(sys.executable))"';
    await sandbox.run(code);
    const own = (await sandbox.run('real(sys.executable)')).value;
    const child = 'subprocess.run(["python3", "-c", say], capture_output=True, text=True).stdout.strip()';
    expect((await sandbox.run(child)).value).toBe(own);
    const line = `python3 -c 'import os, sys; print(os.path.realpath(sys.executable))'; python3 -m mine && python3 -c 'import mine; print(mine.value)'`;
    expect(await sandbox.shell(line)).toMatchObject({ ok: true, stdout: `${own}\n42\n`, stderr: '' });
    expect(sandbox.files.changes().written).toEqual([]);
  });

  shellCase('end at their limits and at a signal, and the next one goes on', async ({ open }) => {
    const sandbox = await open({
      limits: { maxOutputChars: 1_000, maxFileBytes: 2 ** 20, maxProcesses: 16 },
    });
    await sandbox.run('kept = 1');
    const kinds = async (line: string, timeoutSeconds = 60): Promise<unknown> =>
      (await sandbox.shell(line, { timeoutSeconds })).error?.kind;
    expect(await kinds('while :; do :; done', 0.2)).toBe('timeout');
    expect(await kinds('sleep 600 & wait', 0.2)).toBe('timeout');
    expect(await kinds('while :; do echo yes; done')).toBe('output');
    const full = await sandbox.shell('head -c 3000000 /dev/zero > big || exit 9', { timeoutSeconds: 60 });
    expect(full.ok).toBe(false);
    expect(full.error?.kind ?? 'exit').toMatch(/^(exit|limit)$/);
    const stop = new AbortController();
    const aborted = sandbox.shell('echo up; sleep 600', {
      timeoutSeconds: 60,
      signal: stop.signal,
      onOutput: () => stop.abort(),
    });
    expect(await aborted).toMatchObject({
      ok: false,
      exitCode: null,
      stdout: 'up\n',
      error: { kind: 'aborted' },
    });
    expect((await sandbox.shell('exit 0', { signal: AbortSignal.abort() })).error?.kind).toBe('aborted');
    expect((await sandbox.shell(`: ${'x'.repeat(140_000)}`)).error?.kind).toBe('limit');
    expect((await sandbox.run('kept')).value).toBe(1);
    expect((await sandbox.shell('echo again')).stdout).toBe('again\n');
  });

  shellCase('leave nothing that runs, and come in the order of the calls', async ({ open }) => {
    const sandbox = await open({ files: { log: '' } });
    const beat = 'while :; do echo x >> log; sleep 0.01; done';
    const line = `(${beat}) & sh -c '${beat}' > /dev/null 2>&1 & until [ -s log ]; do sleep 0.01; done`;
    const [first, second, third] = await Promise.all([
      sandbox.shell(line),
      sandbox.run('size = len(open("log").read())'),
      sandbox.shell('sleep 0.1; wc -c < log'),
    ]);
    expect([first.ok, second.ok]).toEqual([true, true]);
    expect((await sandbox.run('size')).value).toBe(Number(third.stdout));
  });

  shellCase('work on forks apart, and their changes are merged', async ({ open }) => {
    const sandbox = await open({ files: { 'a.txt': 'one\ntwo\n' } });
    await sandbox.shell('echo three >> a.txt; chmod +x a.txt || :');
    await using fork = await sandbox.fork();
    await fork.shell("sed -i 's/one/1/' a.txt; echo new > b.txt");
    expect(sandbox.files.readText('a.txt')).toBe('one\ntwo\nthree\n');
    await sandbox.files.merge(fork.files);
    expect((await sandbox.shell('cat a.txt b.txt')).stdout).toBe('1\ntwo\nthree\nnew\n');
    expect(await sandbox.files.patch()).toContain('+1\n');
    await sandbox.reset();
    expect((await sandbox.shell('cat a.txt; ls')).stdout).toBe('one\ntwo\na.txt\n');
  });

  shellCase('are run by a tool, which answers with what a model can act on', async ({ open }) => {
    const sandbox = await open({ files: { 'd/a.txt': 'x' } });
    const [tool] = sandboxTools(sandbox, { shell: true }).filter(({ name }) => name === 'run_shell');
    expect(await tool?.call({ command: 'ls; cat; exit 2', cwd: 'd', stdin: 'in' })).toEqual({
      ok: false,
      exit_code: 2,
      stdout: 'a.txt\nin',
      stderr: '',
      error: null,
    });
    const none = (await tool?.call({ command: 'ls', cwd: 'none' }))?.error;
    expect(none).toMatch(/there is no folder none/);
    const signal = AbortSignal.abort();
    expect((await tool?.call({ command: 'ls' }, { signal }))?.error).toMatch(/aborted/);
  });

  shellCase('reject wrong arguments and a closed sandbox', async ({ open }) => {
    const sandbox = await open();
    const codes = async (call: Promise<unknown>): Promise<unknown> =>
      ((await rejection(call)) as { code?: string }).code;
    expect(await codes(sandbox.shell(5 as unknown as string))).toBe('sandbox/invalid_argument');
    expect(await codes(sandbox.shell('a\0b'))).toBe('sandbox/invalid_argument');
    expect(await codes(sandbox.shell('ls', { cwd: 'none' }))).toBe('sandbox/invalid_argument');
    expect(await codes(sandbox.shell('ls', { environment: { 'A=B': '' } }))).toBe('sandbox/invalid_argument');
    expect(await codes(sandbox.shell('ls', { timeoutSeconds: 0 }))).toBe('core/invalid_option');
    expect(await codes(sandbox.shell('ls', { timeoutSeconds: 601 }))).toBe('core/invalid_option');
    await sandbox.close();
    expect(await codes(sandbox.shell('ls'))).toBe('sandbox/closed');
  });

  /** A case for engines with a shell. The others refuse its lines. */
  function shellCase(title: string, run: Parameters<DefineCase>[1]): void {
    it(title, async (context) => {
      const sandbox = await context.open();
      if ((await sandbox.capabilities()).programs.length > 0) await run(context);
      else expect(await rejection(sandbox.shell('ls'))).toMatchObject({ code: 'sandbox/no_shell' });
    });
  }
}
