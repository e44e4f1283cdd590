import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { finished } from '../testing/sample-trajectories.js';
import type { Trajectory } from '../trajectory.js';
import { createTrajectory } from '../trajectory-id.js';
import { exportTrajectories } from './export-trajectories.js';
import { counting } from './harbor-samples.fixture.js';
import { harborTasks } from './harbor-tasks.js';
import { huggingFaceFolder } from './hugging-face-folder.js';

/** Names as a stranger's records may have them. */
const HOSTILE = [
  'x"\n---\nlicense: evil\nconfigs: []\n---\n# Title',
  '../../../etc/cron.d/x',
  '..\\..\\x',
  '"""\n[verifier]\nenvironment_mode = "shared"',
  '``` \n</code><script>alert(1)</script> ![x](http://x.example/)',
  '| a | b |\n|---|---|',
  '\u202etxt.exe\u2066 \u200b\u2028\u2029\ufeff',
  '{{ x }} $HOME $(id) %n',
  '\u0000\u001b[31m\u007f\u0085',
  'null',
  ' ',
  'a'.repeat(5_000),
];
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-hostile-values-'));
});
afterAll(() => rm(folder, { recursive: true }));

const named = (run: Trajectory, name: string): Trajectory => ({
  ...createTrajectory({
    ...run,
    task: { ...run.task, id: name, category: name, metadata: { split: name, fault: name } },
    environment: { ...run.environment, name },
    policy: { name, version: name },
  }),
  provenance: { ...run.provenance, mettle: '1', model: name },
});

describe('names that are more than names', () => {
  it('change nothing of the header and tables of a card, and name no file', async () => {
    const path = join(folder, 'set');
    await exportTrajectories(
      HOSTILE.map((name) => named(finished, name)),
      { format: huggingFaceFolder, path },
    );
    expect((await readdir(path, { recursive: true })).sort()).toEqual([
      'README.md',
      'data',
      'data/null-00000.parquet',
      'data/other-00000.parquet',
    ]);
    const card = await readFile(join(path, 'README.md'), 'utf8');
    const [before, header = '', ...rest] = card.split(/^---$/m);
    expect([before, rest.length]).toEqual(['', 1]);
    const { configs, ...others } = parse(header);
    expect(Object.keys(others)).toEqual(['task_categories', 'tags', 'size_categories']);
    expect(configs).toEqual([
      {
        config_name: 'default',
        data_files: [
          { split: 'other', path: 'data/other-*.parquet' },
          { split: 'null', path: 'data/null-*.parquet' },
        ],
      },
    ]);
    expect(card).not.toMatch(UNSEEN);
    const body = rest.join('');
    expect(body.match(/^#.*$/gm)).toEqual([
      '# Agent trajectories',
      '## Statistics',
      '## Diversity',
      '## How it was checked',
      '## Licence',
    ]);
    const rows = (body.match(/^\|.*$/gm) ?? []).filter((row) => row !== '|---|---|');
    expect(rows.length).toBeGreaterThan(HOSTILE.length * 4);
    // A name is code between two backticks in the first of two cells.
    for (const row of rows) expect(row).toMatch(/^\|(?:[^|`]*|[^|`]*`[^`|<>\\]+`) \|[^|`]*\|$/);
    expect(body.replace(/`[^`]*`/g, '')).not.toMatch(/[<>]|!\[/);
  });

  it('change nothing of the files of a task for Harbor, nor where they are', async () => {
    const plain = join(folder, 'plain');
    const path = join(folder, 'tasks');
    await exportTrajectories([named(counting, 'plain')], { format: harborTasks, path: plain });
    const given = await exportTrajectories(
      HOSTILE.map((name) => named(counting, name)),
      {
        format: harborTasks,
        path,
      },
    );
    expect(given.records).toBe(HOSTILE.length);
    const filesOf = async (task: string) => (await readdir(task, { recursive: true })).sort();
    const keysOf = (toml: string) => toml.split('\n').map((line) => line.replace(/ = .*$/, ''));
    const [first = ''] = await readdir(plain);
    const expected = await readFile(join(plain, first, 'task.toml'), 'utf8');
    const tasks = await readdir(path);
    expect(tasks).toHaveLength(HOSTILE.length);
    for (const name of tasks) {
      expect(name).toMatch(/^[a-z0-9-]{1,60}$/);
      expect(await filesOf(join(path, name))).toEqual(await filesOf(join(plain, first)));
      for (const script of ['tests/test.sh', 'solution/solve.sh', 'environment/Dockerfile']) {
        const written = await readFile(join(path, name, script), 'utf8');
        expect(written).toBe(await readFile(join(plain, first, script), 'utf8'));
        expect(written).toContain(
          script === 'tests/test.sh' ? 'verify.py /tests /app /logs/verifier' : '/app',
        );
      }
      const toml = await readFile(join(path, name, 'task.toml'), 'utf8');
      expect(keysOf(toml)).toEqual(keysOf(expected));
      expect(toml).not.toMatch(UNSEEN);
      const ids = /^task_id = (".*")$/m.exec(toml)?.[1] ?? '';
      const read = ids.replace(/\\U([0-9a-f]{8})/g, (_, hex) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      );
      expect(HOSTILE).toContain(JSON.parse(read));
    }
  });
});
