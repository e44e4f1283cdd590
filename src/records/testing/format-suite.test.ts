import { describe, expect, it } from 'vitest';
import { counting, raising } from '../formats/harbor-samples.fixture.js';
import { harborTasks } from '../formats/harbor-tasks.js';
import { mettleJsonl } from '../formats/mettle-jsonl.js';
import type { TrajectoryFormat } from '../formats/trajectory-format.js';
import { trajectoryFormats } from '../formats/trajectory-formats.js';
import * as records from '../index.js';
import { formatSuite } from './index.js';

describe.each(trajectoryFormats)('the format $name', (format) => {
  const samples = format === harborTasks ? [counting, raising] : undefined;
  for (const { name, run } of formatSuite(format, samples)) it(name, () => run());

  it('is public', () =>
    expect(Object.values(records), 'export it from src/records/index.ts').toContain(format));
});

describe('the suite of formats', () => {
  async function broken(change: Partial<TrajectoryFormat>): Promise<string[]> {
    const names: string[] = [];
    for (const { name, run } of formatSuite({ ...mettleJsonl, ...change }))
      await run().catch(() => names.push(name));
    return names;
  }

  it('fails what loses trajectories in silence', async () => {
    const encode: TrajectoryFormat['encode'] = (trajectories) => mettleJsonl.encode(trajectories.slice(1));
    expect(await broken({ encode })).toEqual([
      'writes some of the samples, and says why it leaves out the others',
    ]);
  });

  it('fails what depends on the order of members', async () => {
    const encode: TrajectoryFormat['encode'] = (trajectories) => ({
      ...mettleJsonl.encode(trajectories),
      text: trajectories.map((trajectory) => `${JSON.stringify(trajectory)}\n`).join(''),
    });
    expect(await broken({ encode })).toEqual(['gives equal bytes for equal trajectories']);
  });

  it('fails what changes what it is given', async () => {
    const encode: TrajectoryFormat['encode'] = (trajectories) => {
      for (const trajectory of trajectories) Object.assign(trajectory, { seed: trajectory.seed });
      return mettleJsonl.encode(trajectories);
    };
    expect(await broken({ encode })).toEqual(['leaves what it is given as it is']);
  });

  it('fails a torn last line and a name that no flag can hold', async () => {
    const encode: TrajectoryFormat['encode'] = (trajectories) => ({
      ...mettleJsonl.encode(trajectories),
      text: mettleJsonl.encode(trajectories).text.trimEnd(),
    });
    expect(await broken({ name: 'My Format', encode })).toEqual([
      'has a name for the command line, an extension and a description',
      'ends each line and writes a JSON object into each, if its extension is .jsonl or it packs lines',
    ]);
  });
});
