import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { needs, python3 } from '../../testing/needs.fixture.js';
import { exportTrajectories } from './export-trajectories.js';
import { counting, raising } from './harbor-samples.fixture.js';
import { harborTasks } from './harbor-tasks.js';

const { describe, it } = await needs('python3');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-harbor-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a task for Harbor', () => {
  it('is won by its solution, and by nothing else', async () => {
    const path = join(folder, 'tasks');
    const { records } = await exportTrajectories([counting, raising, counting], {
      format: harborTasks,
      path,
    });
    expect(records).toBe(2);
    for (const name of await readdir(path)) {
      const task = join(path, name);
      const judged = async (act: string) => {
        const app = await mkdtemp(join(folder, 'app-'));
        const world = join(task, 'environment', 'world.sql');
        const code = `import sqlite3, sys; d = sqlite3.connect(sys.argv[1] + '/world.db'); d.executescript(open(sys.argv[2], encoding='utf-8').read()); d.commit()`;
        spawnSync(python3, ['-c', code, app, world]);
        if (act === 'solve') {
          spawnSync(python3, [join(task, 'solution/solve.py'), join(task, 'solution/expected.json'), app]);
        } else {
          spawnSync(
            python3,
            [
              '-c',
              `import sqlite3; from pathlib import Path\nd = sqlite3.connect('world.db')\n${act}\nd.commit()`,
            ],
            { cwd: app },
          );
        }
        const made = spawnSync(
          python3,
          ['-I', join(task, 'tests/verify.py'), join(task, 'tests'), app, join(app, 'logs')],
          { encoding: 'utf8' },
        );
        const reward = await readFile(join(app, 'logs/reward.json'), 'utf8').catch(() => made.stderr);
        return reward === '{"reward": 1}' ? 1 : reward === '{"reward": 0}' ? 0 : reward;
      };
      expect(await judged('solve'), name).toBe(1);
      const answer = (text: string) => `Path('answer.json').write_text('''${text}''')`;
      const raise = `d.execute("UPDATE fruit SET cents = 4 WHERE cents = 3")`;
      for (const act of [
        'pass',
        answer('3'),
        answer('"2"'),
        answer('true'),
        answer('[1, 2'),
        answer('NaN'),
        `Path('answer.json').write_text('[' * 100_000)`,
        `Path('answer.json').write_text('1' * 400)`,
        `${answer('2')}; d.execute("DELETE FROM fruit WHERE name = 'fig'")`,
        `${answer('2')}; ${raise}; d.execute("INSERT INTO fruit VALUES ('plum', 1)")`,
        `${answer('2')}; d.close(); Path('world.db').write_bytes(b'no database'); d = sqlite3.connect(':memory:')`,
        `${answer('2')}; d.executescript("ALTER TABLE fruit RENAME TO f; CREATE VIEW fruit AS SELECT * FROM f")`,
      ]) {
        expect(await judged(act), `${name}: ${act}`).toBe(0);
      }
    }
    // A verifier that is broken itself gives no reward.
    const [first = ''] = await readdir(path);
    await writeFile(join(path, first, 'tests/world.sql'), 'CREATE TABEL');
    const app = await mkdtemp(join(folder, 'app-'));
    await writeFile(join(app, 'answer.json'), '2');
    const made = spawnSync(python3, [
      '-I',
      join(path, first, 'tests/verify.py'),
      join(path, first, 'tests'),
      app,
      join(app, 'logs'),
    ]);
    expect(made.status).not.toBe(0);
    expect(await readdir(app)).toEqual(['answer.json']);
  });
});
