import * as ai6 from 'ai';
import { expect } from 'vitest';
import { createSandbox } from '../sandbox/index.js';
import { scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { tool } from '../tools/index.js';
import { mettleTools } from './mettle-tools.js';

const { describe, it } = await needs('sandbox');

const price = tool({
  name: 'price',
  description: 'The price of an item.',
  parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  execute: ({ item }) => String(item).length,
});

/** The SDK of the version, whose 7 needs Node 22; null where this Node is older. */
const isNode22 = Number(process.versions.node.split('.')[0]) >= 22;
const versions = [
  { version: 6, skipped: '', ai: ai6 },
  {
    version: 7,
    skipped: isNode22 ? '' : 'it needs Node 22',
    // The parts used here have the same types in both versions.
    ai: isNode22 ? ((await import('ai-7')) as unknown as typeof ai6) : null,
  },
];

describe.each(versions)('the AI SDK $version', ({ ai, skipped }) => {
  unless(skipped).it('works in generateText: files, Python, and faults as words for the model', async () => {
    const { generateText, stepCountIs } = ai as typeof ai6;
    const stopWhen = stepCountIs(5);
    await using sandbox = await createSandbox({ files: { 'a.txt': 'a\n' } });
    const model = scriptedModel([
      {
        toolCalls: [
          { name: 'edit_file', input: { path: 'a.txt', old: 'a', new: 'b' } },
          { name: 'read_file', input: { path: 'nowhere.txt' } },
          { name: 'edit_file', input: { path: 'a.txt' } },
        ],
      },
      { toolCalls: [{ name: 'run_python_code', input: { code: '6 * 7' } }] },
      'Done.',
    ]);
    const result = await generateText({
      model: model.aiSdkModel,
      tools: mettleTools(sandbox),
      prompt: 'Go.',
      stopWhen,
    });
    model.assertDone();
    expect(result.text).toBe('Done.');
    expect(sandbox.files.readText('a.txt')).toBe('b\n');
    expect(result.steps[1]?.toolResults[0]?.output).toMatchObject({ ok: true, value: 42 });
    const errors = result.steps[0]?.content.flatMap((part) =>
      part.type === 'tool-error' ? [String(part.error)] : [],
    );
    expect(errors).toEqual([
      expect.stringContaining('file not found: nowhere.txt'),
      expect.stringMatching(/arguments of edit_file are wrong/),
    ]);
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toContain('search_files');
    expect(model.calls[0]?.tools?.find(({ name }) => name === 'edit_file')?.parameters).toMatchObject({
      required: ['path', 'old', 'new'],
    });
  });

  unless(skipped).it('works in streamText, with code mode: one program makes many calls', async () => {
    const { stepCountIs, streamText } = ai as typeof ai6;
    const stopWhen = stepCountIs(5);
    await using sandbox = await createSandbox();
    const input = { code: 'sum(price(item) for item in ["pen", "book"])' };
    const model = scriptedModel([
      { toolCalls: [{ name: 'run_python_program', input }] },
      { text: ['Sev', 'en.'] },
    ]);
    const tools = mettleTools(sandbox, { tools: [price], codeMode: true });
    expect(Object.keys(tools)).not.toContain('run_python_code');
    expect(Object.keys(tools)).not.toContain('price');
    const result = streamText({ model: model.aiSdkModel, tools, prompt: 'How much?', stopWhen });
    let text = '';
    for await (const piece of result.textStream) text += piece;
    expect(text).toBe('Seven.');
    expect((await result.steps)[0]?.toolResults[0]?.output).toMatchObject({ ok: true, value: 7 });
  });
});

it('adds tools of the caller, and refuses names that the sandbox has', async () => {
  await using sandbox = await createSandbox();
  expect(Object.keys(mettleTools(sandbox, { tools: [price] }))).toContain('price');
  const twice = tool({ name: 'read_file', description: 'Mine.', execute: () => null });
  expect(() => mettleTools(sandbox, { tools: [twice] })).toThrow(/read_file/);
});

it('refuses to guard calls without code mode, where the model would make them itself', async () => {
  await using sandbox = await createSandbox();
  const guards = [{ allow: [] }, { approve: () => 'never' }];
  for (const guard of guards) {
    expect(() => mettleTools(sandbox, { tools: [price], ...guard })).toThrow(/codeMode: true/);
  }
});
