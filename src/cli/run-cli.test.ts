import { describe, expect, it } from 'vitest';
import { type CommandLineResult, callCommandLine } from './command-line.fixture.js';

const mettle = (argv: readonly string[]): Promise<CommandLineResult> => callCommandLine(argv);

describe('the command line', () => {
  it('prints help and version on stdout', async () => {
    const help = await mettle(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/Usage: mettle .*doctor/s);
    for (const flag of ['--version', '-v']) {
      expect(await mettle([flag])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      });
    }
  });

  it('is as wide as COLUMNS says', async () => {
    const widest = async (columns: string): Promise<number> => {
      const { stdout } = await callCommandLine(['run', '--help'], { environment: { COLUMNS: columns } });
      const own = stdout.slice(0, stdout.indexOf('Example:')).split('\n');
      return Math.max(...own.map((line) => line.length));
    };
    expect(await widest('80')).toBeLessThanOrEqual(80);
    expect(await widest('160')).toBeGreaterThan(100);
  });

  it('shows the help of a command that lacks something, below the line that says what', async () => {
    const { commands } = await import('./commands/index.js');
    const calls = [
      ...commands.filter(({ args }) => args.startsWith('<')).map(({ name }) => [name]),
      ['agent'],
      ['agent', '--workdir', '.'],
      ['generate'],
      ['generate', '--env', 'sql'],
      ['run'],
      ['serve'],
    ];
    for (const argv of calls) {
      const { code, stdout, stderr } = await callCommandLine(argv, { terminal: true });
      expect({ code, stdout }, argv.join(' ')).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        new RegExp(`^mettle ${argv[0]}: [^\\n]+\\n\\nUsage: mettle ${argv[0]} (?:.*\\n)*Example:`),
      );
    }
    const { stdout } = await mettle(['check', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'cli/usage', message: "missing required argument 'file'." },
    });
  });

  it('shows an example in the help of every command', async () => {
    for (const { name } of (await import('./commands/index.js')).commands) {
      expect((await mettle([name, '--help'])).stdout, name).toMatch(
        new RegExp(`Example:\\n  npx --no mettle ${name}`),
      );
    }
  });

  it.each([
    [[], /Usage: mettle/],
    [['frobnicate'], /^mettle: unknown command 'frobnicate'\. See npx --no -- mettle --help\.\n$/],
    [
      ['doctor', '--frobnicate'],
      /^mettle: unknown option '--frobnicate'\. See npx --no mettle doctor --help\.\n$/,
    ],
    [['doctor', 'extra'], /^mettle: too many arguments/],
    [['--quiet'], /^mettle: --quiet belongs after a command\. See npx --no -- mettle --help\.\n$/],
  ])('answers %j with one line and exit code 2', async (argv, line) => {
    const result = await mettle(argv);
    expect(result.code).toBe(2);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(line);
  });

  it('prints exactly one JSON document with --json', async () => {
    const { code, stdout } = await mettle(['doctor', '--json', '--quiet']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ engines: expect.any(Array), models: expect.any(Array) });
    expect(code).toBe(document.auto === null ? 3 : 0);
  });

  it.each([
    [['--json']],
    [['doctor', '--json', '--frobnicate']],
    [['run', 'none.py', '--json']],
    [['run', '--timeout', 'x', '--json']],
  ])('says what is wrong in that document too: %j', async (argv) => {
    const { code, stdout } = await mettle(argv);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: expect.stringMatching(/^cli\//), message: expect.not.stringMatching(/internal error/) },
    });
  });
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends with the code of %s, and with what there is so far', async (interrupted, code) => {
  const stdin = JSON.stringify({ examples: [{ input: 'a', output: 'b' }] });
  const ended = await callCommandLine(['evolve', '-', '--json'], { stdin, interrupted });
  expect(ended).toMatchObject({ code, stderr: expect.stringContaining('Stopped after 0 of 1 tasks') });
  expect(JSON.parse(ended.stdout)).toMatchObject({ tasks: [], solved: 0 });
});

it('says why there is no result, even if it was stopped', async () => {
  const ended = await callCommandLine(['run', 'none.py'], { interrupted: true });
  expect(ended).toEqual({ code: 130, stdout: '', stderr: expect.stringMatching(/^mettle run: .*none\.py/) });
});
