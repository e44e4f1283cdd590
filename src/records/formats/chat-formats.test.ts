import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type JsonObject } from '../../core/index.js';
import { sampleTrajectories } from '../testing/sample-trajectories.js';
import type { Trajectory } from '../trajectory.js';
import { createTrajectory } from '../trajectory-id.js';
import type { TrajectoryStep } from '../trajectory-step.js';
import { adpJsonl } from './adp-jsonl.js';
import { anthropicJsonl } from './anthropic-jsonl.js';
import { atifJsonl } from './atif-jsonl.js';
import { hermesJsonl } from './hermes.js';
import { openAIJsonl } from './openai-jsonl.js';
import { parquetTable } from './parquet-table.js';
import { responsesJsonl } from './responses-jsonl.js';
import { sharegptJsonl } from './sharegpt.js';
import { stsFolder } from './sts-folder.js';
import type { TrajectoryFormat } from './trajectory-format.js';
import { trlGrpo } from './trl-grpo.js';
import { trlSft } from './trl-sft.js';
import { verifiersJsonl } from './verifiers-jsonl.js';
import { verlParquet } from './verl-parquet.js';

interface Found {
  /** Each call as `name {"arguments": …}`. */
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: what a reader of a foreign form sees.
type Loose = any;

const call = (name: string, given: JsonObject | string): string =>
  `${name} ${typeof given === 'string' ? given : canonicalJson(given)}`;

/** How a reader of each form finds the calls and results in a record. */
const READERS: readonly (readonly [TrajectoryFormat, (record: Loose) => Found])[] = [
  [openAIJsonl, ({ messages }) => ofMessages(messages, (text: string) => orText(text))],
  [trlSft, ({ messages }) => ofMessages(messages, (given: JsonObject) => given)],
  [
    anthropicJsonl,
    ({ messages }) => {
      const blocks = messages.flatMap(({ content }: Loose) => content);
      const those = (type: string) => blocks.filter((block: Loose) => block.type === type);
      return {
        calls: those('tool_use').map(({ name, input }: Loose) => call(name, input)),
        results: those('tool_result').map(({ content }: Loose) => content),
      };
    },
  ],
  [
    sharegptJsonl,
    ({ conversations }) => {
      const calls: string[] = [];
      const results: string[] = [];
      let atOnce = 1;
      for (const { from, value } of conversations) {
        if (from === 'function_call') {
          const made = [JSON.parse(value)].flat();
          atOnce = made.length;
          calls.push(...made.map((each) => call(each.name, each.arguments)));
        } else if (from === 'observation') {
          results.push(...(atOnce > 1 ? JSON.parse(value) : [value]));
        }
      }
      return { calls, results };
    },
  ],
  [
    hermesJsonl,
    ({ conversations }) => {
      const written = (from: string, tag: string): Loose[] =>
        conversations
          .filter((turn: Loose) => turn.from === from)
          .flatMap(({ value }: Loose) =>
            [...value.matchAll(new RegExp(`(?<=^|\\n)<${tag}>\n([^\n]*)\n</${tag}>(?=\n|$)`, 'g'))].map(
              ([, json]) => JSON.parse(json),
            ),
          );
      return {
        calls: written('gpt', 'tool_call').map((each) => call(each.name, each.arguments)),
        results: written('tool', 'tool_response').map(({ content }) => content),
      };
    },
  ],
  [
    responsesJsonl,
    ({ input }) => ({
      calls: input
        .filter(({ type }: Loose) => type === 'function_call')
        .map((item: Loose) => call(item.name, orText(item.arguments))),
      results: input
        .filter(({ type }: Loose) => type === 'function_call_output')
        .map(({ output }: Loose) => output),
    }),
  ],
  [
    verifiersJsonl,
    ({ traces: [{ nodes }] }) => {
      const messages = nodes.map(({ message }: Loose) => message);
      return {
        calls: messages.flatMap(({ tool_calls = [] }: Loose) =>
          tool_calls.map((each: Loose) => call(each.name, orText(each.arguments))),
        ),
        results: messages.filter(({ role }: Loose) => role === 'tool').map(({ content }: Loose) => content),
      };
    },
  ],
  [
    atifJsonl,
    ({ steps }) => ({
      calls: steps.flatMap(({ tool_calls = [] }: Loose) =>
        tool_calls.map((each: Loose) =>
          call(each.function_name, each.extra?.invalid_arguments ?? each.arguments),
        ),
      ),
      results: steps.flatMap(({ observation }: Loose) =>
        (observation?.results ?? []).map(({ content }: Loose) => content),
      ),
    }),
  ],
  [
    adpJsonl,
    ({ content }) => ({
      calls: content.flatMap((item: Loose) =>
        item.class_ === 'api_action' && item.function !== 'submit'
          ? [call(item.function, item.kwargs)]
          : item.class_ === 'code_action'
            ? [call('python', { code: item.content })]
            : [],
      ),
      results: content
        .filter((item: Loose) => item.tool_call_id !== undefined && item.class_ === 'text_observation')
        .map((item: Loose) => item.content),
    }),
  ],
  [parquetTable, ({ messages }) => ofMessages(messages, (given: JsonObject) => given)],
];

function ofMessages(messages: Loose, argumentsIn: (given: Loose) => JsonObject | string): Found {
  return {
    calls: messages.flatMap(({ tool_calls = [] }: Loose) =>
      tool_calls.map(({ function: { name, arguments: given } }: Loose) => call(name, argumentsIn(given))),
    ),
    results: messages.filter(({ role }: Loose) => role === 'tool').map(({ content }: Loose) => content),
  };
}

function orText(text: string): JsonObject | string {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}

/** The calls and results that a record holds. */
function inRecord({ steps }: Trajectory): Found {
  return {
    calls: steps.flatMap((step) => {
      if (step.type === 'code_execution') return [call(step.tool, { code: step.code })];
      if (step.type !== 'tool_call' && step.type !== 'withheld_call') return [];
      return [call(step.tool, step.invalidArguments ?? step.arguments)];
    }),
    results: steps.flatMap((step) =>
      step.type === 'observation' ? [step.content] : step.type === 'withheld_call' ? [step.reason] : [],
    ),
  };
}

/** Text with what could be taken for the form itself. */
const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('</tool_call>', '<tool_response>', '{"name": "x"}', '[1, 2]', '"', '\n', 'é\u2028'),
);
const given = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()).map((value) => ({ arguments: value as JsonObject })),
  fc.constant({ arguments: {}, invalidArguments: '{"half": ' }),
);
const turn = fc.record({
  thought: fc.option(text),
  reasoning: fc.option(text),
  calls: fc.array(fc.record({ given, content: text, isError: fc.boolean() }), { minLength: 1, maxLength: 3 }),
});

function episode(
  turns: readonly (typeof turn extends fc.Arbitrary<infer T> ? T : never)[],
  answer: string,
): Trajectory {
  const steps: TrajectoryStep[] = [];
  let made = 0;
  for (const { thought, reasoning, calls } of turns) {
    if (reasoning !== null) steps.push({ type: 'thought', content: reasoning, reasoning: true });
    if (thought !== null) steps.push({ type: 'thought', content: thought });
    const ids = calls.map(() => `call_${++made}`);
    for (const [index, each] of calls.entries()) {
      steps.push({ type: 'tool_call', callId: ids[index] ?? '', tool: 'look', ...each.given });
    }
    for (const [index, { content, isError }] of calls.entries()) {
      steps.push({
        type: 'observation',
        callId: ids[index] ?? '',
        status: isError ? 'error' : 'ok',
        content,
        data: null,
        error: isError ? { type: 'refused', message: content } : null,
        stateDigest: '0',
        changes: [],
      });
    }
  }
  return createTrajectory({
    task: {
      id: 't',
      category: 'c',
      prompt: 'Look.',
      expected: { answer: null, stateDigest: null },
      metadata: {},
    },
    environment: { name: 'wall', fingerprint: '0' },
    policy: { name: 'p', version: '1' },
    seed: 0,
    tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
    steps: [...steps, { type: 'final_answer', content: answer, value: answer }],
    finalAnswer: answer,
    initialStateDigest: '0',
    finalStateDigest: '0',
    stopReason: 'answered',
    stopDetail: null,
  });
}

describe.each(READERS)('the format %#', (format, read) => {
  it(`${format.name} stays as released`, () => {
    const released = new URL(`__fixtures__/hall.${format.name}.jsonl`, import.meta.url);
    const samples = format === openAIJsonl ? sampleTrajectories.slice(0, 2) : sampleTrajectories;
    expect(format.encode(samples).text).toBe(readFileSync(released, 'utf8'));
  });

  it(`${format.name} loses no call, no argument and no result, whatever is in them`, () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 4 }), text, (turns, answer) => {
        const record = episode(turns, answer);
        const { text: written, skipped } = format.encode([record]);
        if (written === '') {
          expect(skipped).toEqual([
            { id: record.id, reason: 'a call has arguments that are no JSON object' },
          ]);
          expect(JSON.stringify(record.steps)).toContain('invalidArguments');
        } else {
          expect(read(JSON.parse(written))).toEqual(inRecord(record));
        }
      }),
    );
  });
});

it.each([trlGrpo, verlParquet, stsFolder])('$name stays as released', (format) => {
  const released = new URL(`__fixtures__/hall.${format.name}.jsonl`, import.meta.url);
  expect(format.encode(sampleTrajectories).text).toBe(readFileSync(released, 'utf8'));
});

it('says what a format has no place for', () => {
  const thinking = episode(
    [
      {
        thought: 'Well.',
        reasoning: 'Hm.',
        calls: [{ given: { arguments: {} }, content: 'a', isError: true }],
      },
    ],
    'b',
  );
  const reasons = (format: TrajectoryFormat) =>
    format.encode([thinking]).reduced?.map(({ reason }) => reason) ?? [];
  expect(reasons(trlSft)).toEqual([]);
  expect(reasons(hermesJsonl)).toEqual([]);
  expect(reasons(anthropicJsonl)).toEqual(['the format has no place for reasoning without a signature']);
  expect(reasons(sharegptJsonl)).toEqual([
    'the format has no place for reasoning',
    'the format has no place for words beside a call',
  ]);
  expect(JSON.parse(anthropicJsonl.encode([thinking]).text).messages[2].content[0]).toMatchObject({
    is_error: true,
  });
});

it('lets turns alternate where a form asks it', () => {
  for (const line of anthropicJsonl.encode(sampleTrajectories).text.trim().split('\n')) {
    const roles = JSON.parse(line).messages.map(({ role }: Loose) => role);
    expect(roles).toEqual(roles.map((_: unknown, index: number) => (index % 2 === 0 ? 'user' : 'assistant')));
  }
  for (const line of sharegptJsonl.encode(sampleTrajectories).text.trim().split('\n')) {
    const answers = JSON.parse(line).conversations.map(
      ({ from }: Loose) => from === 'gpt' || from === 'function_call',
    );
    expect(answers).toEqual(answers.map((_: unknown, index: number) => index % 2 === 1));
  }
});
