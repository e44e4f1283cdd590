import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { lockFolder } from '../../filesystem/internal.js';
import { startModelServer } from '../../testing/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { callCommandLine } from '../command-line.fixture.js';
import { stateFolder } from '../state-folder.js';

const { describe, it } = await needs('sandbox');

let folder = '';
let workdir = '';
let environment: Record<string, string> = {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-agent-'));
  workdir = join(folder, 'project');
  environment = { XDG_STATE_HOME: join(folder, 'state') };
  mkdirSync(workdir);
  writeFileSync(join(workdir, 'greet.txt'), 'Helo\n');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const edit = {
  toolCalls: [{ name: 'edit_file', input: { path: 'greet.txt', old: 'Helo', new: 'Hello' } }],
  usage: { inputTokens: 1000, outputTokens: 20 },
};
const kept = () => readdirSync(join(folder, 'state', 'mettle', 'agents'));

function agent(...args: string[]) {
  return callCommandLine(['agent', ...args, '--workdir', 'project'], {
    cwd: folder,
    environment,
  });
}

describe('mettle agent', () => {
  it('refuses a folder that another agent is at work on', async () => {
    const lock = lockFolder(
      `${stateFolder('agents', realpathSync(workdir), { environment })}.lock`,
      'project',
    );
    const refused = await agent('Fix it.', '--model', 'offline');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('Another agent is at work on project');
    lock.release();
    expect((await agent('Fix it.', '--model', 'offline')).stderr).toContain('name a JSON file of examples');
    expect(kept()).toEqual([]);
  });

  it('shows what the agent does and changed, keeps it, and writes it when asked to', async () => {
    await using server = await startModelServer([edit, 'Fixed.']);
    const asked = await agent('Fix the typo.', '--model', `openai-compatible/test@${server.url}`);
    server.assertDone();
    expect(asked).toMatchObject({ code: 0, stdout: 'Fixed.\n' });
    expect(asked.stderr).toContain('→ edit_file greet.txt\n');
    expect(asked.stderr).toContain('-Helo\n+Hello\n');
    expect(asked.stderr).toContain('mettle agent --resume --workdir project --apply writes these changes');
    expect(asked.stderr).toContain('2 model calls, 1 tool call, 1,020 tokens');
    expect(readFileSync(join(workdir, 'greet.txt'), 'utf8')).toBe('Helo\n');
    const applied = await agent('--resume', '--apply');
    expect(applied).toMatchObject({ code: 0, stdout: 'Fixed.\n' });
    expect(readFileSync(join(workdir, 'greet.txt'), 'utf8')).toBe('Hello\n');
    expect([kept(), readdirSync(workdir)]).toEqual([[], ['greet.txt']]);
  });

  it('prints one document with --json, and applies at once with --apply', async () => {
    await using server = await startModelServer([edit, 'Fixed.']);
    const model = `openai-compatible/test@${server.url}`;
    const { code, stdout, stderr } = await agent(
      'Fix the typo.',
      ...['--model', model, '--apply', '--json', '--quiet'],
    );
    expect([code, stderr]).toEqual([0, `Model: ${model}.\n`]);
    expect(JSON.parse(stdout)).toMatchObject({
      answer: 'Fixed.',
      stop_reason: 'answered',
      changes: { written: ['greet.txt'], deleted: [] },
      patch: expect.stringContaining('+Hello'),
      applied: true,
      trajectory: { version: 1, messages: [{ role: 'user' }, {}, {}, {}] },
      usage: { model_calls: 2, tool_calls: 1, input_tokens: 1000, output_tokens: 20, cost: null },
    });
    expect(readFileSync(join(workdir, 'greet.txt'), 'utf8')).toBe('Hello\n');
  });

  it('says what the work cost where the prices are known, and whose are not', async () => {
    const prices = { 'openai-compatible/test': { input: 2, output: 10 } };
    writeFileSync(join(folder, 'prices.json'), JSON.stringify(prices));
    writeFileSync(join(folder, 'others.json'), JSON.stringify({ 'openai/x': { input: 2, output: 10 } }));
    const fixed = { text: 'Fixed.', usage: { inputTokens: 1100, outputTokens: 5 } };
    await using server = await startModelServer([edit, fixed, edit, fixed]);
    const model = ['--model', `openai-compatible/test@${server.url}`];
    const priced = await agent('Fix the typo.', ...model, '--prices', 'prices.json');
    expect(priced.stderr).toContain('2 model calls, 1 tool call, 2,125 tokens, cost 0.0045\n');
    environment = { ...environment, METTLE_PRICES: 'others.json' };
    const unknown = await agent('Fix the typo.', '--discard', ...model);
    expect(unknown.stderr).toContain('2,125 tokens, cost not known for openai-compatible/test\n');
    server.assertDone();
  });

  it('keeps the work when the model fails, and goes on with conversation and files', async () => {
    await using server = await startModelServer([edit, { fault: 'refused' }, 'Fixed.']);
    const model = ['--model', `openai-compatible/test@${server.url}`];
    const failed = await agent('Fix the typo.', ...model);
    expect(failed.code).toBe(3);
    expect(failed.stderr).toContain('mettle agent --resume --workdir project continues it');
    const resumed = await agent('--resume', '--apply', ...model);
    server.assertDone();
    expect(resumed).toMatchObject({ code: 0, stdout: 'Fixed.\n' });
    expect(readFileSync(join(workdir, 'greet.txt'), 'utf8')).toBe('Hello\n');
  });

  it('asks the model again after a 429 or 500, and says so', async () => {
    const faults = [
      { fault: 'rate_limited', retryAfterSeconds: 0 },
      { fault: 'server_failed', retryAfterSeconds: 0 },
    ] as const;
    for (const named of [true, false]) {
      await using server = await startModelServer([edit, ...faults, 'Fixed.']);
      const name = `openai-compatible/test@${server.url}`;
      if (!named) environment = { ...environment, METTLE_MODEL: name };
      const asked = await agent('Fix the typo.', '--discard', ...(named ? ['--model', name] : []));
      server.assertDone();
      expect(asked).toMatchObject({ code: 0, stdout: 'Fixed.\n' });
      expect(asked.stderr.match(/trying again in 0 s/g)).toHaveLength(2);
    }
  });

  it('keeps the work at Ctrl-C, and says how to go on', async () => {
    await using server = await startModelServer(['Done.']);
    const model = `openai-compatible/test@${server.url}`;
    const stopped = await callCommandLine(['agent', 'Look.', '--workdir', 'project', '--model', model], {
      cwd: folder,
      environment,
      interrupted: true,
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain(
      'The work is kept; npx --no mettle agent --resume --workdir project continues it.',
    );
    expect(await agent('--resume', '--model', model)).toMatchObject({ code: 0, stdout: 'Done.\n' });
    expect(kept()).toEqual([]);
  });

  it('starts no other task over kept work, unless it may drop it', async () => {
    const other = { toolCalls: [{ name: 'write_file', input: { path: 'other.txt', content: 'other' } }] };
    await using server = await startModelServer([edit, { fault: 'refused' }, other, 'Written.']);
    const model = ['--model', `openai-compatible/test@${server.url}`];
    await agent('Fix the typo.', ...model);
    const file = join(
      folder,
      'state',
      'mettle',
      'agents',
      String(kept()[0]),
      'run',
      '1-of-1',
      'runs-0001.jsonl',
    );
    const work = readFileSync(file, 'utf8');
    expect(work).toContain('greet.txt');
    const refused = await agent('Write other.txt.', ...model);
    expect([refused.code, refused.stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(refused.stderr).toMatch(/There is earlier work on project .* --resume, .* --discard/);
    const unnamed = await agent('Write other.txt.', '--discard', '--model', 'nobody/nothing');
    expect([unnamed.code, readFileSync(file, 'utf8')]).toEqual([2, work]);
    expect(await agent('Write other.txt.', '--discard', '--apply', ...model)).toMatchObject({ code: 0 });
    server.assertDone();
    expect([kept(), readdirSync(workdir).sort()]).toEqual([[], ['greet.txt', 'other.txt']]);
    expect(readFileSync(join(workdir, 'greet.txt'), 'utf8')).toBe('Helo\n');
  });

  it('refuses to write over what someone else changed, and still keeps the work', async () => {
    await using server = await startModelServer([edit, 'Fixed.']);
    await agent('Fix the typo.', '--model', `openai-compatible/test@${server.url}`);
    writeFileSync(join(workdir, 'greet.txt'), 'Hullo\n');
    const { code, stderr } = await agent('--resume', '--apply');
    expect([code, stderr]).toEqual([2, expect.stringContaining('greet.txt')]);
    expect(readFileSync(join(workdir, 'greet.txt'), 'utf8')).toBe('Hullo\n');
    expect(kept().length).toBe(1);
  });

  it('solves a file of examples without a model', async () => {
    const examples = ['ada', 'alan', 'grace', 'ken', 'barbara', 'radia', 'ed', 'tim'].map((name) => ({
      input: name,
      output: name.toUpperCase(),
    }));
    writeFileSync(join(workdir, 'names.json'), JSON.stringify({ examples }));
    const { code, stdout } = await agent('Learn names.json.', '--model', 'offline', '--apply');
    expect([code, stdout]).toEqual([0, expect.stringContaining('names.py holds transform(value)')]);
    expect(readFileSync(join(workdir, 'names.py'), 'utf8')).toContain('def transform');
  });

  it.each([
    [['Write a poem.', '--model', 'offline'], /has to name a JSON file of examples/],
    [['Learn greet.json.', '--model', 'offline'], /has to name a JSON file of examples/],
    [['--resume'], /There is no work on .* to resume/],
    [['Go.', '--resume'], /continues its own task/],
    [['--resume', '--discard'], /give one of them/],
    [['Go.', '--prices', 'none.json'], /none\.json/],
    [['Go.', '--prices', 'project/greet.txt'], /prices in project\/greet\.txt are not JSON/],
    [['Go.'], /No model is named/],
    [['Go.', '--model', 'nobody/nothing'], /nobody/],
  ])('refuses %j in one line', async (args, message) => {
    const { code, stderr } = await agent(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});
