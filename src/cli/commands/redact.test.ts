import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeTrajectories, encodeTrajectories, trajectoryFromMessages } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

let cwd = '';
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-redact-'));
  const runs = [];
  for (const who of ['ann@example.com', 'nobody', 'ann@example.com']) {
    runs.push(
      await trajectoryFromMessages([
        { role: 'user', content: `Mail ${who} from 203.0.113.7` },
        { role: 'assistant', content: `Mailed ${who}.` },
      ]),
    );
  }
  writeFileSync(join(cwd, 'runs.jsonl'), `${encodeTrajectories(runs)}no record of ann@example.com\n`);
  writeFileSync(join(cwd, 'clean.jsonl'), encodeTrajectories(runs.slice(1, 2)));
});
afterAll(() => rmSync(cwd, { recursive: true }));

it('writes every record without secrets, and no line that it could not read', async () => {
  const { code, stdout } = await callCommandLine(['redact', 'runs.jsonl', '--json'], { cwd });
  expect(code).toBe(1);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({
    records: 3,
    redacted: 2,
    counts: { email: 12 },
    skipped: [{ line: 4 }],
    output: join(cwd, 'runs.redacted.jsonl'),
  });
  const text = readFileSync(document.output, 'utf8');
  expect(text).not.toContain('ann@');
  const { trajectories, skipped } = await decodeTrajectories(text);
  expect(skipped).toEqual([]);
  expect(trajectories.map(({ finalAnswer }) => finalAnswer)).toEqual([
    'Mailed [redacted-email-1].',
    'Mailed nobody.',
    'Mailed [redacted-email-1].',
  ]);
});

it('changes nothing where nothing is found, and addresses of the network where they are asked for', async () => {
  const { code, stdout } = await callCommandLine(['redact', 'clean.jsonl', '--out', 'same.jsonl'], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining('0 of 1 records redacted')]);
  expect(readFileSync(join(cwd, 'same.jsonl'))).toEqual(readFileSync(join(cwd, 'clean.jsonl')));
  await callCommandLine(['redact', 'clean.jsonl', '--ips', '--out', 'ips.jsonl'], { cwd });
  expect(readFileSync(join(cwd, 'ips.jsonl'), 'utf8')).toContain('from [redacted-ip-1]');
});

it('refuses to replace its input', async () => {
  const before = readdirSync(cwd);
  const { code, stderr } = await callCommandLine(['redact', 'clean.jsonl', '--out', 'clean.jsonl'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--out would replace clean.jsonl')]);
  expect(readdirSync(cwd)).toEqual(before);
});
