import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBenchmarkReport, writeBenchmarkReport } from '../../benchmarks/index.js';
import { callCommandLine } from '../command-line.fixture.js';

/** Answers one line and ends; the second case only if the file `knows` is there. */
const AGENT = `
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { case_id } = JSON.parse(line);
  console.log(JSON.stringify({ tool: case_id === 'a' || existsSync('knows') ? 'go' : 'stop' }));
}
`;
const tools = ['go', 'stop'].map((name) => ({ name, parameters: { type: 'object', properties: {} } }));
const cases = ['a', 'b'].map((id) => ({ id, query: 'Go.', tools, expected: [{ tool: 'go' }] }));
let cwd = '';
const call = (...argv: string[]) => callCommandLine(argv, { cwd });
const agent = ['--agent', `"${process.execPath}" agent.mjs`];
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-verify-run-'));
  writeFileSync(join(cwd, 'agent.mjs'), AGENT);
  writeFileSync(join(cwd, 'cases.jsonl'), cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await call('bench', 'sql', '--count', '2', '--level', '1', '--policy', 'oracle', '--out', 'sql.json');
  await call('bench', 'cases.jsonl', ...agent, '--out', 'agent.json');
});
afterAll(() => rmSync(cwd, { recursive: true }));

describe('mettle verify-run', () => {
  it('makes a result of a world again, and finds a trial that was made up', async () => {
    const same = await call('verify-run', 'sql.json', '--out', 'again.json', '--json');
    expect([same.code, JSON.parse(same.stdout)]).toMatchObject([
      0,
      { same_cases: true, same_subject: true, reproduced: true, trials: 2, changed: [], delta: 0 },
    ]);
    expect(readFileSync(join(cwd, 'again.json'), 'utf8')).toBe(readFileSync(join(cwd, 'sql.json'), 'utf8'));
    const report = await readBenchmarkReport(join(cwd, 'sql.json'));
    const [first] = report.cases;
    const invented = { ...first?.trials[0], verdict: 'fail', credit: 0 };
    const forged = { ...report, cases: [{ ...first, trials: [invented] }, ...report.cases.slice(1)] };
    await writeBenchmarkReport(join(cwd, 'forged.json'), forged as typeof report);
    const other = await call('verify-run', 'forged.json', '--json');
    expect([other.code, JSON.parse(other.stdout)]).toMatchObject([
      1,
      { reproduced: false, changed: [{ case_id: 'sql-0', trial: 0, before: 'fail', after: 'pass' }] },
    ]);
  });

  it('runs an agent that is named again, and tolerates what --tolerance allows', async () => {
    expect((await call('verify-run', 'agent.json', 'cases.jsonl', ...agent)).code).toBe(0);
    writeFileSync(join(cwd, 'knows'), '');
    const changed = await call('verify-run', 'agent.json', 'cases.jsonl', ...agent);
    expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining('b, trial 1: fail → pass')]);
    const tolerated = await call('verify-run', 'agent.json', 'cases.jsonl', ...agent, '--tolerance', '0.5');
    expect(tolerated.code).toBe(0);
  });

  it('says that the cases are others', async () => {
    writeFileSync(join(cwd, 'other.jsonl'), `${JSON.stringify(cases[0])}\n`);
    const { code, stdout } = await call('verify-run', 'agent.json', 'other.jsonl', ...agent);
    expect([code, stdout]).toEqual([1, expect.stringContaining('The cases are not those of the result')]);
  });

  it.each<[string, readonly string[], string]>([
    ['a file of cases by its name in the result alone', ['agent.json'], 'name that file'],
    ['an agent by its command in the result alone', ['agent.json', 'cases.jsonl'], 'give --agent'],
    ['a file for a world', ['sql.json', 'cases.jsonl'], 'needs no file'],
    ['another subject than the policy', ['sql.json', ...agent], 'leave out --model and --agent'],
    ['to replace the result', ['sql.json', '--out', 'sql.json'], '--out would replace sql.json'],
    ['what is no result', ['cases.jsonl'], 'holds no JSON object'],
  ])('refuses %s', async (_what, argv, words) => {
    const { code, stderr } = await call('verify-run', ...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
