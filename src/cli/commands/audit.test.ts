import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlTaskGenerator, sampleShop } from '../../generation/index.js';
import { AgentGym, serveOpenEnv } from '../../gym/index.js';
import { callCommandLine } from '../command-line.fixture.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-audit-'));
  writeFileSync(join(cwd, 'none.json'), '{"actions": []}');
  writeFileSync(join(cwd, 'wrong.json'), '[{"tool": "final_answer", "arguments": {"answer": -1}}]');
});
afterAll(() => rmSync(cwd, { recursive: true }));
const call = (...argv: string[]) => callCommandLine(['audit', ...argv], { cwd });

describe('mettle audit', () => {
  it('finds a world sound, and writes the report as OpenEnv has it', async () => {
    const { code, stdout } = await call(
      'sql',
      '--episodes',
      '1',
      '--json',
      '--openenv-report',
      'report.json',
    );
    const { checks, ...rest } = JSON.parse(stdout);
    expect([code, rest]).toMatchObject([0, { target: 'sql', verdict: 'pass' }]);
    expect(checks).toHaveLength(41);
    const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ report_schema_version: '2', verdict: 'pass' });
    expect(report.results.find(({ check_id }: { check_id: string }) => check_id === 'sbom')).toMatchObject({
      status: 'skip',
      remediation: null,
    });
  });

  it('says that an oracle does not solve it, with what to do', async () => {
    const { code, stdout } = await call('sql', '--episodes', '1', '--oracle', 'wrong.json');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/FAIL +oracle_max: .* 0 of 2 episodes.*→ Make sure/s),
    ]);
  });

  it('probes what an OpenEnv server serves, where no oracle is known', async () => {
    const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
    await using gym = new AgentGym({ generator });
    await using serving = await serveOpenEnv({ gym, port: 0 });
    const { code, stdout } = await call(serving.url, '--episodes', '1', '--json');
    const { checks, verdict } = JSON.parse(stdout);
    const verdicts = Object.fromEntries(
      checks.map((each: { id: string; verdict: string }) => [each.id, each.verdict]),
    );
    expect([code, verdict]).toEqual([0, 'pass']);
    expect(verdicts).toMatchObject({
      startup: 'pass',
      oracle_max: 'not_checked',
      adversarial_floor: 'pass',
      episode_isolation: 'pass',
      seed_control: 'pass',
    });
  });

  it.each<[string, readonly string[], string]>([
    ['an address that nobody listens on', ['http://127.0.0.1:9'], 'No OpenEnv server answers'],
    ['a world that is none', ['no-such-world'], 'no-such-world'],
    ['an oracle that is none', ['sql', '--oracle', 'none.json'], 'holds no oracle'],
    ['a level of an address', ['http://127.0.0.1:9', '--level', '1'], '--level is of worlds'],
  ])('refuses %s', async (_what, argv, words) => {
    const { code, stderr } = await call(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
