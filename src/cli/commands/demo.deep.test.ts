import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { callDemo, demoFolder, noEngine } from './demo.fixture.js';

describe('mettle demo', () => {
  unless(noEngine).it(
    'writes its files and one JSON document',
    async () => {
      const { code, stdout, stderr } = await callDemo(['--seed', '0', '--json', '--quiet']);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      const document = JSON.parse(stdout);
      expect(document).toMatchObject({
        rounds: [
          { round: 1, tasks: 282, verified_rate: 1 },
          { round: 2, tasks: 282, verified_rate: 1 },
        ],
        improved: true,
        dataset: join(demoFolder, 'mettle-demo', 'trajectories.jsonl'),
        report: join(demoFolder, 'mettle-demo', 'report.html'),
      });
      expect(document.skills).toHaveLength(3);
      expect(document.skills.map(({ kept }: { kept: boolean }) => kept)).toContain(true);
      expect(document.failures.trainable).toBeLessThan(document.failures.failed);
      expect(document.rounds[1].pass_rate).toBeGreaterThan(document.rounds[0].pass_rate);
      expect(document.seconds).toBeGreaterThan(0);
      expect(await readFile(document.report, 'utf8')).toContain('</html>');
    },
    120_000,
  );
});
