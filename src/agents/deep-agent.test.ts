import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { ModelRequest } from '../models/index.js';
import { createSandbox } from '../sandbox/index.js';
import { scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import { DeepAgent } from './deep-agent.js';

const { describe, it } = await needs('sandbox');

let workdir = '';

beforeEach(() => {
  workdir = mkdtempSync(join(tmpdir(), 'mettle-deep-agent-'));
  writeFileSync(join(workdir, 'notes.txt'), 'alpha\nbeta\n');
});

afterEach(() => rmSync(workdir, { recursive: true, force: true }));

const call = (name: string, input: Record<string, string | number | boolean>) => ({
  toolCalls: [{ name, input }],
});

it('works on a copy of the folder, and commits only what was reviewed', async () => {
  const model = scriptedModel([
    {
      toolCalls: [
        { name: 'search_files', input: { pattern: 'beta' } },
        { name: 'write_file', input: { path: 'new.txt', content: 'new\n' } },
        { name: 'edit_file', input: { path: 'notes.txt', old: 'beta', new: 'gamma' } },
      ],
    },
    call('run_python_code', { code: 'from pathlib import Path\nprint(Path("notes.txt").read_text())' }),
    'Done.',
  ]);
  const { answer, sandbox, messages } = await new DeepAgent({ model, workdir }).call('Rename beta to gamma.');
  model.assertDone();
  expect(answer).toBe('Done.');
  expect(messages[2]).toMatchObject({
    content: [{ output: { value: { matches: [{ path: 'notes.txt', line: 2 }] } } }, {}, {}],
  });
  expect(messages[4]).toMatchObject({ content: [{ output: { value: { stdout: 'alpha\ngamma\n\n' } } }] });
  expect(sandbox.changes()).toEqual({ written: ['new.txt', 'notes.txt'], deleted: [] });
  expect(sandbox.journal().map(({ operation, path }) => `${operation} ${path}`)).toEqual([
    'write new.txt',
    'write notes.txt',
  ]);
  expect(new TextDecoder().decode(sandbox.readOverlay('notes.txt') ?? undefined)).toBe('alpha\ngamma\n');
  expect(sandbox.readOverlay('nowhere')).toBeNull();
  expect(await sandbox.patch()).toContain('-beta\n+gamma\n');
  expect(readdirSync(workdir)).toEqual(['notes.txt']);
  expect((await sandbox.commit({ expect: await sandbox.review() })).written).toEqual([
    'new.txt',
    'notes.txt',
  ]);
  expect(readFileSync(join(workdir, 'notes.txt'), 'utf8')).toBe('alpha\ngamma\n');
});

it('tells the model the folder by its name, never where it lies', async () => {
  const model = scriptedModel(['Nothing to do.']);
  writeFileSync(join(workdir, 'AGENTS.md'), 'Use tabs.\n');
  await new DeepAgent({ model, workdir }).call('Hello.');
  const asked = JSON.stringify(model.calls[0]);
  expect(asked).not.toContain(tmpdir());
  expect(asked).toContain('Use tabs.');
  expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual([
    'list_files',
    'read_file',
    'search_files',
    'write_file',
    'edit_file',
    'move_file',
    'delete_file',
    'run_python_code',
    'run_python_file',
  ]);
});

it('reads AGENTS.md again for each call, and only when asked to', async () => {
  const model = scriptedModel(['a', 'b', 'c']);
  const agent = new DeepAgent({ model, workdir });
  await agent.call('One.');
  writeFileSync(join(workdir, 'AGENTS.md'), 'Use tabs.\n');
  await agent.call('Two.');
  await new DeepAgent({ model, workdir, agentsMd: false }).call('Three.');
  expect(model.calls.map(({ messages }) => String(messages[0]?.content).includes('Use tabs.'))).toEqual([
    false,
    true,
    false,
  ]);
});

describe('inputs', () => {
  it('hands a conversation on as it is, and writes nothing', async () => {
    const model = scriptedModel(['Hi.']);
    const messages = [{ role: 'user', content: 'Hello.' }] as const;
    const { sandbox } = await new DeepAgent({ model }).call({ messages });
    expect(model.calls[0]?.messages.slice(1)).toEqual(messages);
    expect(sandbox.journal()).toEqual([]);
  });

  it.each([
    ['a list of numbers', { rows: [1, 2, 3] }],
    ['messages beside data', { messages: [{ role: 'user', content: 'Hello.' }], rows: [1, 2, 3] }],
    ['messages that are none', { messages: 'a text', rows: [1, 2, 3] }],
  ])('saves data as a file that is no change: %s', async (_what, inputs) => {
    writeFileSync(join(workdir, 'inputs.json'), 'mine');
    const model = scriptedModel([
      call('run_python_code', {
        code: 'import json\nfrom pathlib import Path\nsum(json.loads(Path("inputs_1.json").read_text())["rows"])',
      }),
      'Six.',
    ]);
    const { messages, sandbox } = await new DeepAgent({ model, workdir }).call(inputs);
    model.assertDone();
    const summary = JSON.parse(String(messages[0]?.content));
    expect(summary.inputs_file).toBe('inputs_1.json');
    expect(summary.fields.at(-1)).toEqual({
      name: 'rows',
      type: 'array',
      size: 3,
      preview: [1, 2, 3],
      truncated: false,
    });
    expect(messages[2]).toMatchObject({ content: [{ output: { value: { value: 6 } } }] });
    expect(sandbox.changes()).toEqual({ written: [], deleted: [] });
  });

  it.each(['messages and files', 'messages and a sandbox, a step at a time'])(
    'are found by a call that goes on with %s, and never committed',
    async (how) => {
      const read = call('read_file', { path: 'inputs.json' });
      const isStep = how.includes('sandbox');
      const model = scriptedModel(isStep ? [read, 'One.'] : [{ fault: 'refused' }, read, 'One.']);
      const agent = new DeepAgent({ model, workdir, autonomous: !isStep });
      await using sandbox = await agent.openSandbox();
      const first = await agent.call({ n: 1 }, isStep ? { sandbox } : {});
      expect(first.stopReason).toBe(isStep ? 'step' : 'model_error');
      expect([first.sandbox.changes(), first.sandbox.journal()]).toEqual([{ written: [], deleted: [] }, []]);
      const on = isStep ? { sandbox } : { files: first.sandbox.files };
      const { messages, ...last } = await agent.call({ messages: first.messages }, on);
      expect(messages[2]).toMatchObject({
        content: [{ output: { value: { content: '{\n  "n": 1\n}\n' } } }],
      });
      expect([last.answer, await last.sandbox.patch(), (await last.sandbox.review()).entries]).toEqual([
        'One.',
        '',
        [],
      ]);
      await last.sandbox.commit({ expect: await last.sandbox.review() });
      expect(readdirSync(workdir)).toEqual(['notes.txt']);
    },
  );

  it('are kept apart by a hundred calls at once, files and all', async () => {
    const model = scriptedModel(
      Array.from(
        { length: 200 },
        () =>
          ({ messages }) =>
            messages.length === 2 ? call('read_file', { path: 'inputs.json' }) : 'Read.',
      ),
    );
    const agent = new DeepAgent({ model });
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => agent.call({ n })));
    for (const [n, { messages }] of results.entries()) {
      expect(messages[2]).toMatchObject({
        content: [{ output: { value: { content: `{\n  "n": ${n}\n}\n` } } }],
      });
    }
  });
});

describe('a ready-made sandbox', () => {
  it('is forked for each call, which does not see the others', async () => {
    await using sandbox = await createSandbox({ files: { 'a.txt': 'a\n' } });
    const model = scriptedModel([
      call('write_file', { path: 'b.txt', content: 'b' }),
      'One.',
      call('list_files', {}),
      'Two.',
    ]);
    const agent = new DeepAgent({ model, sandbox });
    const first = await agent.call('Write b.txt.');
    expect(sandbox.files.files()).toEqual(['a.txt']);
    const second = await agent.call('List.');
    expect(second.messages[2]).toMatchObject({ content: [{ output: { value: { files: ['a.txt'] } } }] });
    expect((await sandbox.files.merge(first.sandbox.files)).written).toEqual(['b.txt']);
  });

  it('is used itself when it is given to the call, one step at a time', async () => {
    const model = scriptedModel([call('write_file', { path: 'b.txt', content: 'b' }), 'Done.']);
    const agent = new DeepAgent({ model, autonomous: false });
    await using sandbox = await agent.openSandbox();
    const first = await agent.call('Write b.txt.', { sandbox });
    expect([first.stopReason, sandbox.files.files()]).toEqual(['step', []]);
    const second = await agent.call({ messages: first.messages }, { sandbox });
    expect([second.answer, sandbox.files.files()]).toEqual(['Done.', ['b.txt']]);
    expect(second.sandbox.files).toBe(sandbox.files);
    await expect(agent.call('Again.')).rejects.toThrow('each call needs a sandbox that outlives it');
  });
});

it('goes on with the conversation and the files of an earlier call', async () => {
  const stop = new AbortController();
  const wait = tool({ name: 'wait', description: 'Waits.', execute: () => stop.abort(new Error('enough')) });
  const model = scriptedModel([
    { toolCalls: [{ name: 'write_file', input: { path: 'a.txt', content: 'a' } }, { name: 'wait' }] },
    'Done.',
  ]);
  const agent = new DeepAgent({ model, tools: [wait], workdir });
  const stopped = await agent.call('Work.', { signal: stop.signal });
  expect(stopped).toMatchObject({ stopReason: 'aborted', answer: null, error: { message: 'enough' } });
  const result = await agent.call({ messages: stopped.messages }, { files: stopped.sandbox.files });
  expect([result.answer, result.sandbox.changes().written]).toEqual(['Done.', ['a.txt']]);
  expect((await result.sandbox.commit({ expect: await result.sandbox.review() })).written).toEqual(['a.txt']);
});

it('leaves the files of an earlier call alone, however many calls go on with them', async () => {
  const go = { role: 'user', content: 'Go.' } as const;
  const model = scriptedModel([
    call('write_file', { path: 'a.txt', content: 'a' }),
    'One.',
    ...[0, 1].flatMap(() => [
      {
        when: ({ messages }: ModelRequest) => messages.length === 2,
        answer: call('write_file', { path: 'b.txt', content: 'b' }),
      },
      { when: ({ messages }: ModelRequest) => messages.length > 2, answer: 'Two.' },
    ]),
  ]);
  const agent = new DeepAgent({ model, workdir });
  const first = await agent.call('Write a.txt.');
  const review = await first.sandbox.review();
  const later = await Promise.all(
    [0, 1].map(() => agent.call({ messages: [go] }, { files: first.sandbox.files })),
  );
  for (const { sandbox } of later) {
    expect(sandbox.changes().written).toEqual(['a.txt', 'b.txt']);
    expect(sandbox.journal().length).toBe(2);
  }
  expect(first.sandbox.changes().written).toEqual(['a.txt']);
  expect((await first.sandbox.commit({ expect: review })).written).toEqual(['a.txt']);
});

describe('options', () => {
  const model = scriptedModel([]);
  const extra = (name: string) => [tool({ name, description: 'A tool.', execute: () => null })];

  it.each([
    ['a workdir that is missing', () => ({ workdir: join(workdir, 'nowhere') }), /can't be used: ENOENT/],
    ['a workdir that is a file', () => ({ workdir: join(workdir, 'notes.txt') }), /it is not a folder/],
    ['no time', () => ({ timeout: 0 }), /timeout must be a number above 0/],
    ['less than no time', () => ({ timeout: -1 }), /timeout must be a number above 0/],
    ['a depth below 0', () => ({ maxSubagentDepth: -1 }), /maxSubagentDepth must be a whole number from 0/],
    ['a tool with a name of our own', () => ({ tools: extra('read_file') }), /read_file has the name/],
    [
      'a tool of subagents',
      () => ({ tools: extra('spawn_subagents'), maxSubagentDepth: 1 }),
      /spawn_subagents has/,
    ],
    [
      'two tools of one name',
      () => ({ tools: [...extra('same'), ...extra('same')] }),
      /Two tools are named same/,
    ],
    ['a hidden name', () => ({ tools: extra('_secret') }), /begins with _/],
    [
      'a sandbox that can not fork',
      () => ({ sandbox: {} as never }),
      /sandbox must be a sandbox that can be forked/,
    ],
    ['an option that there is not', () => ({ workDir: '.' }), /no option workDir/],
  ])('refuse %s', (_what, options, message) => {
    expect(() => new DeepAgent({ model, ...options() })).toThrow(message);
  });

  it('allow a tool named as one of subagents where there are none, and add it to the nine', async () => {
    mkdirSync(join(workdir, 'sub'));
    const asked = scriptedModel(['Hi.']);
    await new DeepAgent({ model: asked, workdir: join(workdir, 'sub'), tools: extra('merge_subagent') }).call(
      'Hi.',
    );
    expect(asked.calls[0]?.tools?.length).toBe(10);
  });
});

it('gives the model a shell where that is wanted and the sandbox has one', async () => {
  const names = async (options: { shell?: boolean; engine?: 'monty' }): Promise<readonly string[]> => {
    const model = scriptedModel(['Done.']);
    await new DeepAgent({ model, workdir, ...options }).call('Do nothing.');
    return (model.calls[0] as ModelRequest).tools?.map(({ name }) => name) ?? [];
  };
  const sandbox = await createSandbox();
  const { programs } = await sandbox.capabilities();
  await sandbox.close();
  expect(await names({})).not.toContain('run_shell');
  expect((await names({ shell: true })).includes('run_shell')).toBe(programs.includes('sh'));
  const own = tool({
    name: 'run_shell',
    description: 'x',
    parameters: { type: 'object' },
    execute: () => null,
  });
  const model = scriptedModel([]);
  expect(() => new DeepAgent({ model, tools: [own] })).not.toThrow();
  expect(() => new DeepAgent({ model, tools: [own], shell: true })).toThrow('run_shell');
});
