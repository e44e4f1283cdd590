import { expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../core/index.js';
import { startModelServer } from '../../testing/index.js';
import { tool } from '../../tools/index.js';
import { Action, Branch, Generator, Input, lmAsJudge, Or, Program, SelfCritique } from '../index.js';

const Question = z.object({ question: z.string() });
const add = tool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});

/** Answers by what the prompt asks for, as a model would. */
function answer(body: JsonObject): string {
  const [system = '', user = ''] = (body.messages as { content: string }[]).map(({ content }) => content);
  const of = (name: string) => JSON.parse(new RegExp(`<${name}>\n(.*)\n</${name}>`).exec(user)?.[1] ?? '{}');
  const isSum = String(of('inputs').question).includes('+');
  if (system.includes('<tool>')) {
    const [a, b] = String(of('inputs').question).match(/\d+/g) ?? [];
    return JSON.stringify({ a: Number(a), b: Number(b) });
  }
  if (system.includes('<question>')) {
    return `\`\`\`json\n${JSON.stringify({ thinking: '', choice: isSum ? 'sum' : 'words' })}\n\`\`\``;
  }
  if (system.includes('critique')) return JSON.stringify({ critique: 'Fine.', reward: 0.95 });
  // A model that forgets a field, and mends it when it is told.
  return user.includes('Your last answer') ? JSON.stringify({ answer: 'Hello.' }) : '{"reply": "Hello."}';
}

it('runs a program of many modules through a server, and again as it was saved', async () => {
  await using server = await startModelServer(
    Array.from({ length: 60 }, () => (body: JsonObject) => ({
      text: answer(body),
      usage: { inputTokens: 5, outputTokens: 3 },
    })),
  );
  const model = `openai-compatible/local@${server.url}`;
  const input = Input({ schema: Question });
  const branch = new Branch({
    model,
    question: 'What is asked for?',
    labels: ['sum', 'words'],
    branches: [
      new Action({ model, tool: add }),
      new Generator({ model, schema: z.object({ answer: z.string() }), temperature: 0 }),
    ],
    injectDecision: false,
    returnDecision: false,
  });
  const joined = await new Or().call([...(await branch.call(input))]);
  const critique = await new SelfCritique({ model, returnInputs: false }).call(joined);
  const program = new Program({ inputs: input, outputs: [joined, critique] });
  await program.assign({ 'branch/decision/state_instructions': { instructions: 'Look for a plus sign.' } });
  const loaded = await Program.fromJson(program.toJson(), { tools: [add], models: { [model]: model } });
  await expect(Program.fromJson(program.toJson(), { tools: [add] })).rejects.toThrow('pass it in models');
  expect(loaded.toJson()).toEqual(program.toJson());
  for (const each of [program, loaded]) {
    const runs = await Promise.all(
      ['1 + 2', 'Say hello.', '30 + 4'].map((question) => each.run([{ question }])),
    );
    expect(runs.map(({ error }) => error)).toEqual([null, null, null]);
    expect(runs.map(({ outputs }) => outputs)).toEqual([
      [
        { inputs: { a: 1, b: 2 }, outputs: 3 },
        { critique: 'Fine.', reward: 0.95 },
      ],
      [{ answer: 'Hello.' }, { critique: 'Fine.', reward: 0.95 }],
      [
        { inputs: { a: 30, b: 4 }, outputs: 34 },
        { critique: 'Fine.', reward: 0.95 },
      ],
    ]);
    expect(runs.map(({ usage }) => usage.modelCalls)).toEqual([3, 4, 3]);
    expect(runs.map(({ usage }) => usage.inputTokens)).toEqual([15, 20, 15]);
  }
  expect(server.requests.filter(({ body }) => JSON.stringify(body).includes('plus sign'))).toHaveLength(6);
  const context = { exampleId: '1', inputs: [], output: 'answer' };
  expect(await lmAsJudge({ model }).score({ answer: 'a' }, { answer: 'b' }, context)).toMatchObject({
    reward: 0.95,
    usage: { modelCalls: 1, inputTokens: 5 },
  });
  expect(server.requests.every(({ body }) => isJsonObject(body.response_format))).toBe(true);
});
