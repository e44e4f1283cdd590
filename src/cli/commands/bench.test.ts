import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCommandLine } from '../command-line.fixture.js';

const AGENT = `
import { createInterface } from 'node:readline';
const [known] = process.argv.slice(2);
for await (const line of createInterface({ input: process.stdin })) {
  const { task } = JSON.parse(line);
  const city = ['Oslo', 'Rome', 'Lima'].find((each) => task.includes(each) && known.includes(each)) ?? 'none';
  console.log(JSON.stringify({ tool: 'weather', args: { city } }));
}
`;
const tools = [{ name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }];
const cases = ['Oslo', 'Rome', 'Lima'].map((city) => ({
  id: city,
  query: `How is the weather in ${city}?`,
  tools,
  expected: [{ tool: 'weather', arguments: { city: { equals: city } } }],
}));
const QUESTION = {
  id: 'irrelevance_0',
  question: [[{ role: 'user', content: 'Hello' }]],
  function: [{ name: 'weather', parameters: { type: 'dict', properties: {}, required: [] } }],
};
let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-bench-'));
  writeFileSync(join(cwd, 'agent.mjs'), AGENT);
  writeFileSync(join(cwd, 'cases.jsonl'), cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
  mkdirSync(join(cwd, 'data'));
  writeFileSync(join(cwd, 'data', 'BFCL_v4_irrelevance.json'), `${JSON.stringify(QUESTION)}\n`);
});
afterAll(() => rmSync(cwd, { recursive: true }));

const call = (...argv: string[]) => callCommandLine(argv, { cwd });
const agent = (known: string) => `"${process.execPath}" agent.mjs ${known}`;

describe('mettle bench', () => {
  it('scores an outside agent on cases, and compares two results', async () => {
    const before = await call(
      'bench',
      'cases.jsonl',
      '--agent',
      agent('Oslo'),
      '--out',
      'before.json',
      '--json',
    );
    expect(before.code).toBe(0);
    expect(JSON.parse(before.stdout)).toMatchObject({
      suite: 'cases.jsonl',
      cases: 3,
      scored: 3,
      score: 1 / 3,
      interval: [expect.any(Number), expect.any(Number)],
      by_category: [{ category: 'calls', cases: 3 }],
      flaky: [],
      output: join(cwd, 'before.json'),
    });
    const after = await call(
      'bench',
      'cases.jsonl',
      '--agent',
      agent('Oslo,Rome,Lima'),
      '--out',
      'after.json',
    );
    expect([after.code, after.stdout]).toEqual([0, expect.stringContaining('| Score | 100.0 % |')]);
    const compared = await call('compare', 'before.json', 'after.json', '--json');
    expect([compared.code, JSON.parse(compared.stdout)]).toMatchObject([
      0,
      { before: { score: 1 / 3 }, after: { score: 1 }, delta: 2 / 3, p_value: 0.5, regressions: [] },
    ]);
    const back = await call('compare', 'after.json', 'before.json', '--plot', 'both.svg');
    expect(back.stdout).toContain('worse: Rome (1.00 → 0.00)');
    expect(readFileSync(join(cwd, 'both.svg'), 'utf8')).toMatch(/^<svg/);
    const replacing = await call('compare', 'after.json', 'before.json', '--plot', 'before.json');
    expect([replacing.code, replacing.stderr]).toEqual([
      2,
      expect.stringContaining('--plot would replace before.json'),
    ]);
  });

  it('plays tasks in a world offline, the same each time, and goes on where it was stopped', async () => {
    const argv = ['bench', 'sql', '--count', '4', '--policy', 'oracle', '--trials', '2'];
    const whole = await call(...argv, '--json');
    expect([whole.code, JSON.parse(whole.stdout)]).toMatchObject([
      0,
      { score: 1, scored: 8, pass_hat_k: [1, 1] },
    ]);
    const [trial] = JSON.parse(readFileSync(join(cwd, 'sql.bench.json'), 'utf8')).cases[0].trials;
    expect(trial).toMatchObject({
      verdict: 'pass',
      prompt: expect.any(String),
      trajectory_id: expect.any(String),
    });
    const stopped = await callCommandLine([...argv, '--out', 'part.json'], { cwd, interrupted: true });
    expect([stopped.code, stopped.stderr]).toEqual([130, expect.stringContaining('--resume')]);
    const resumed = await call(...argv, '--out', 'part.json', '--resume', '--json');
    expect(JSON.parse(resumed.stdout)).toMatchObject({ scored: 8 });
    expect(readFileSync(join(cwd, 'part.json'), 'utf8')).toBe(
      readFileSync(join(cwd, 'sql.bench.json'), 'utf8'),
    );
  });

  it('ends with 1 where nothing passes, and where the agent breaks', async () => {
    const wrong = await call(
      'bench',
      'cases.jsonl',
      '--agent',
      agent('none'),
      '--out',
      'wrong.json',
      '--json',
    );
    expect([wrong.code, JSON.parse(wrong.stdout)]).toMatchObject([1, { score: 0, credit: 0.5 }]);
    const broken = await call('bench', 'cases.jsonl', '--agent', 'no-such-agent', '--out', 'broken.json');
    expect([broken.code, broken.stdout]).toEqual([
      1,
      expect.stringContaining('The first error: The agent ended'),
    ]);
  });

  it('reads BFCL from a folder', async () => {
    const { code, stdout } = await call(
      'bench',
      'bfcl',
      '--data',
      'data',
      '--agent',
      agent('none'),
      '--json',
    );
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { suite: 'bfcl', score: 0, by_category: [{ category: 'irrelevance' }] },
    ]);
  });

  it.each<[string, readonly string[], string]>([
    ['no suite', [], 'Give a suite'],
    ['nobody to score', ['sql'], 'Give --model, --policy or --agent'],
    ['two to score', ['sql', '--policy', 'oracle', '--agent', 'x'], 'give one of them'],
    ['BFCL without its files', ['bfcl', '--agent', 'x'], 'Give --data'],
    [
      'data of another suite',
      ['sql', '--policy', 'oracle', '--data', 'data'],
      '--data is of the suites bfcl',
    ],
    ['a level of cases', ['cases.jsonl', '--agent', 'x', '--level', '1'], '--level is of tasks'],
    [
      'a result that is there',
      ['cases.jsonl', '--agent', 'x', '--out', 'cases.jsonl'],
      'cases.jsonl is there already',
    ],
    [
      'another run to resume',
      ['cases.jsonl', '--agent', 'x', '--out', 'data/../cases.jsonl', '--resume'],
      'cases.jsonl',
    ],
    ['an absent file', ['absent.jsonl', '--agent', 'x'], "absent.jsonl can't be read"],
    ['an unknown policy', ['sql', '--policy', 'orakle'], 'The policy is one of'],
  ])('refuses %s and writes nothing', async (_what, argv, words) => {
    const before = readdirSync(cwd);
    const { code, stderr } = await call('bench', ...argv, '--quiet');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(readdirSync(cwd)).toEqual(before);
  });

  it('ends a comparison with 1 where it got worse, by the exact test', async () => {
    const many = Array.from({ length: 6 }, (_, n) => ({ ...cases[0], id: `Oslo ${n}` }));
    writeFileSync(join(cwd, 'six.jsonl'), many.map((each) => `${JSON.stringify(each)}\n`).join(''));
    for (const [known, out] of [
      ['Oslo', 'good.json'],
      ['none', 'bad.json'],
    ] as const) {
      await call('bench', 'six.jsonl', '--agent', agent(known), '--out', out);
    }
    const worse = await call('compare', 'good.json', 'bad.json', '--json');
    expect([worse.code, JSON.parse(worse.stdout)]).toMatchObject([
      1,
      { p_value: expect.closeTo(0.03125, 9), worse: 6 },
    ]);
    expect((await call('compare', 'bad.json', 'good.json')).code).toBe(0);
  });

  it('refuses to compare results of different cases', async () => {
    expect(existsSync(join(cwd, 'sql.bench.json'))).toBe(true);
    const { code, stderr } = await call('compare', 'before.json', 'sql.bench.json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('different cases')]);
  });
});
