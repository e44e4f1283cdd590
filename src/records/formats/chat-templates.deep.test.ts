import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { AgentTrajectoryGenerator, createSqlTaskGenerator, sampleShop } from '../../generation/index.js';
import { packageFolders } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { sampleTrajectories } from '../testing/sample-trajectories.js';
import type { Trajectory } from '../trajectory.js';
import { type RenderedRecords, renderWithTemplates } from './chat-templates.fixture.js';
import type { TrlMessage } from './trl-messages.js';
import { trlSft } from './trl-sft.js';

const packages = packageFolders(['jinja2', 'trl']);
const { describe, it } = unless(packages.missing);

/** Templates of TRL 1.16 that render every call, argument and result. */
const WHOLE = [
  'gemma4',
  'glm4moe',
  'lfm2_2_5',
  'nemotron_3_nano',
  'nemotron_3_super',
  'qwen2_5',
  'qwen3',
  'qwen3_instruct_2507',
  'qwen3_5_think',
  'qwen3_vl',
];

interface TrlRecord {
  readonly messages: readonly TrlMessage[];
}

const callsOf = ({ messages }: TrlRecord) =>
  messages.map((message) => (message.role === 'assistant' ? (message.tool_calls ?? []).length : 0));
const isAtOnce = (record: TrlRecord) => callsOf(record).some((calls) => calls > 1);
const countIn = (records: readonly TrlRecord[]) => {
  const calls = records.flatMap(callsOf).reduce((sum, each) => sum + each, 0);
  const results = records.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'));
  return calls + results.length;
};

describe('what TRL templates make of a record', () => {
  const records: TrlRecord[] = [];
  const render = (
    templates: readonly string[],
    given: readonly unknown[],
  ): Readonly<Record<string, RenderedRecords>> => {
    const [folder] = packages.folders.map((each) => join(each, 'trl', 'chat_templates'));
    return renderWithTemplates(packages.folders, folder ?? '', templates, given);
  };

  beforeAll(async () => {
    const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
    const generator = new AgentTrajectoryGenerator({ useMock: true, seed: 0 });
    const runs: Trajectory[] = [...sampleTrajectories];
    for (let index = 0; index < 40; index++) {
      runs.push(await generator.generate(await tasks.generate({ seed: 0, index })));
    }
    const lines = trlSft.encode(runs).text.trim().split('\n');
    records.push(...lines.map((line) => JSON.parse(line) as TrlRecord));
    expect(records.length).toBeGreaterThan(30);
    expect(records.filter(isAtOnce).length).toBeGreaterThan(0);
  });

  it('loses no call, no argument and no result', () => {
    const whole = { rendered: records.length, found: countIn(records), lost: [], refused: {} };
    expect(render(WHOLE, records)).toEqual(Object.fromEntries(WHOLE.map((name) => [name, whole])));
  });

  it('is the whole record without calls made at once, which Llama 3 refuses and gpt-oss cuts to the first', () => {
    const single = records.filter((record) => !isAtOnce(record));
    const names = ['llama3_1', 'llama3_2', 'gptoss'];
    const whole = { rendered: single.length, found: countIn(single), lost: [], refused: {} };
    expect(render(names, single)).toEqual(Object.fromEntries(names.map((name) => [name, whole])));

    const atOnce = records.filter(isAtOnce);
    const { llama3_1: refusing, gptoss: cutting } = render(names, atOnce);
    const refused = { 'TemplateError: This model only supports single tool-calls at once!': atOnce.length };
    expect(refusing).toMatchObject({ rendered: 0, refused });
    expect(cutting?.lost).toHaveLength(
      atOnce.flatMap(callsOf).reduce((sum, each) => sum + Math.max(0, each - 1), 0),
    );
  });

  it('would be less with arguments as text', () => {
    const asText = records.map((record) => ({
      ...record,
      messages: record.messages.map((message) =>
        message.role !== 'assistant' || message.tool_calls === undefined
          ? message
          : {
              ...message,
              tool_calls: message.tool_calls.map(({ function: { name, arguments: given }, ...call }) => ({
                ...call,
                function: { name, arguments: JSON.stringify(given) },
              })),
            },
      ),
    }));
    const broken = Object.values(render(WHOLE, asText)).filter(
      ({ rendered, lost }) => rendered < records.length || lost.length > 0,
    );
    expect(broken.length).toBeGreaterThan(3);
  });
});
