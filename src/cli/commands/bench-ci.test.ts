import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrajectoryFile } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const AGENT = `
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { task } = JSON.parse(line);
  const city = process.argv[2].split(',').find((each) => task.includes(each)) ?? '<b>\`@all\`|';
  console.log(JSON.stringify({ tool: 'weather', args: { city } }));
}
`;
const tools = [{ name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }];
const cases = ['Oslo', 'Rome', 'Lima', 'Bonn'].map((city) => ({
  id: `<${city}>`,
  query: `How is the weather in ${city}?`,
  tools,
  expected: [{ tool: 'weather', arguments: { city: { equals: city } } }],
}));
let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-bench-ci-'));
  writeFileSync(join(cwd, 'agent.mjs'), AGENT);
  writeFileSync(join(cwd, 'cases.jsonl'), cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const call = (...argv: string[]) => callCommandLine(argv, { cwd });
const bench = (known: string, ...more: string[]) =>
  call('bench', 'cases.jsonl', '--agent', `"${process.execPath}" agent.mjs ${known}`, ...more);

describe('mettle bench in CI', () => {
  it('ends with 1 below --min-score, and writes JUnit XML and Markdown that names cannot break', async () => {
    const files = ['--junit', 'junit.xml', '--markdown', 'summary.md'];
    const low = await bench('Oslo,Rome,Lima', '--out', 'low.json', '--min-score', '0.8', ...files);
    expect([low.code, low.stdout]).toEqual([
      1,
      expect.stringContaining('The score is below --min-score 0.8: 0.7500.'),
    ]);
    const junit = readFileSync(join(cwd, 'junit.xml'), 'utf8');
    expect(junit).toContain('<testsuite name="cases.jsonl" tests="4" failures="1" errors="0" skipped="0">');
    expect(junit).toContain('<testcase classname="cases.jsonl.calls" name="&#60;Oslo&#62;"/>');
    expect(junit).toMatch(
      /name="&#60;Bonn&#62;"><failure message="0 of 1 trials passed">trial 1: weather: city/,
    );
    const summary = readFileSync(join(cwd, 'summary.md'), 'utf8');
    expect(summary).toMatch(/\| `<Bonn>` \| wrong_arguments \| `weather: city is "<b>'@all'\\\|"/);
    expect(summary).toMatch(/Run `[0-9a-f]{16}`, seed 0, Mettle /);
    expect(summary).toContain('Caution: 4 cases are too few for any comparison to be significant');
    const enough = await bench('Oslo,Rome,Lima', '--out', 'enough.json', '--min-score', '0.75', '--json');
    expect([enough.code, JSON.parse(enough.stdout)]).toMatchObject([0, { min_score: 0.75, junit: null }]);
  });

  it('ends a comparison with 1 only beyond --max-regression', async () => {
    await bench('Oslo,Rome,Lima,Bonn', '--out', 'all.json');
    await bench('Oslo,Rome,Lima', '--out', 'three.json');
    const [kept, lost] = [
      await call('compare', 'all.json', 'three.json', '--max-regression', '0.25'),
      await call('compare', 'all.json', 'three.json', '--max-regression', '0.2'),
    ];
    expect([kept.code, lost.code]).toEqual([0, 1]);
    expect(lost.stdout).toContain('The score fell by more than --max-regression 0.2.');
  });

  it('saves the record of each episode once, also over a stop', async () => {
    const argv = [
      'bench',
      'sql',
      '--count',
      '3',
      '--policy',
      'oracle',
      '--out',
      'sql.json',
      '--save',
      'runs.jsonl',
    ];
    const part = await call(...argv);
    expect(part.code).toBe(0);
    const whole = readFileSync(join(cwd, 'runs.jsonl'), 'utf8');
    const { trajectories } = await readTrajectoryFile(join(cwd, 'runs.jsonl'));
    expect(trajectories.map(({ outcome }) => outcome?.verdict)).toEqual(['pass', 'pass', 'pass']);
    // As a kill leaves it: one record that the result doesn't count, and half a line.
    const text = readFileSync(join(cwd, 'runs.jsonl'), 'utf8');
    const other = text.split('\n')[0]?.replace(trajectories[0]?.id ?? '', 'another') ?? '';
    writeFileSync(join(cwd, 'runs.jsonl'), `${text}${other}\n${text.slice(0, 100)}`);
    expect((await call(...argv, '--resume')).code).toBe(0);
    expect(readFileSync(join(cwd, 'runs.jsonl'), 'utf8')).toBe(whole);
  });

  it.each<[string, readonly string[], string]>([
    ['a score beyond 1', ['--min-score', '80'], '--min-score must be a number from 0 to 1'],
    ['an output over another', ['--out', 'x.json', '--junit', 'x.json'], '--junit would replace'],
    [
      'two outputs of one name',
      ['--out', 'x.json', '--junit', 'y', '--markdown', 'y'],
      '--junit would replace y',
    ],
    ['records over the result', ['--out', 'x.json', '--save', 'x.json'], 'would be one file'],
    ['records that are there', ['--out', 'x.json', '--save', 'cases.jsonl'], 'is there already'],
  ])('refuses %s and writes nothing', async (_what, argv, words) => {
    const { code, stderr } = await bench('Oslo', ...argv, '--quiet');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(existsSync(join(cwd, 'x.json'))).toBe(false);
  });
});
