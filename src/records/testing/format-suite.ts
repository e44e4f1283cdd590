import { type ConformanceCase, isJsonObject, type Json } from '../../core/index.js';
import { expect, frozenJson } from '../../core/internal.js';
import { type EncodedTrajectories, isPacked, type TrajectoryFormat } from '../formats/trajectory-format.js';
import type { Trajectory } from '../trajectory.js';
import { sampleTrajectories } from './sample-trajectories.js';

/**
 * What holds for every format that trajectories are written in, as cases for any test runner. Whether the receiving program
 * can read the text is for your own tests to say; {@link sampleTrajectories} are good input for those.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { openAIJsonl } from 'mettle/records';
 * import { formatSuite } from 'mettle/records/testing';
 *
 * for (const { name, run } of formatSuite(openAIJsonl)) test(name, (t) => run(t));
 * ```
 * @param samples - what the format is tried on. Default: {@link sampleTrajectories}; a format of tasks in one kind of world needs others.
 */
export function formatSuite(
  format: TrajectoryFormat,
  samples: readonly Trajectory[] = sampleTrajectories,
): readonly ConformanceCase[] {
  const encode = (trajectories: readonly Trajectory[]): EncodedTrajectories => format.encode(trajectories);
  return [
    defined('has a name for the command line, an extension and a description', () => {
      expect(format.name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(format.extension).toMatch(/^(\.[a-z0-9.]+)?$/);
      expect(format.description).toMatch(/^[^\n]+$/);
    }),
    defined('writes some of the samples, and says why it leaves out the others', () => {
      const { records, skipped } = encode(samples);
      expect(records).toBeGreaterThan(0);
      expect(records + skipped.length).toBe(samples.length);
      for (const { id, reason } of skipped) {
        expect(samples.map((trajectory) => trajectory.id)).toContain(id);
        expect(reason).toMatch(/^[^\n]+$/);
      }
    }),
    defined('writes nothing for nothing', () => {
      expect(encode([])).toMatchObject({ records: 0, skipped: [] });
    }),
    defined('gives equal bytes for equal trajectories', () => {
      const equal = samples.map((trajectory) => reversed(trajectory as unknown as Json));
      expect(encode(equal as unknown as readonly Trajectory[])).toEqual(encode(samples));
    }),
    defined('leaves what it is given as it is', () => {
      encode(samples.map((trajectory) => frozenJson(trajectory as unknown as Json) as never));
    }),
    defined(
      'ends each line and writes a JSON object into each, if its extension is .jsonl or it packs lines',
      (skip) => {
        if (format.extension !== '.jsonl' && !isPacked(format))
          return skip(`its extension is ${format.extension}`);
        const { text, records } = encode(samples);
        const lines = text.split('\n');
        expect(lines.pop()).toBe('');
        expect(lines).toHaveLength(records);
        for (const line of lines) expect(isJsonObject(JSON.parse(line))).toBe(true);
      },
    ),
  ];
}

function defined(name: string, check: (skip: (reason: string) => void) => void): ConformanceCase {
  return { name, run: async (test) => check((reason) => test?.skip(reason)) };
}

/** The same JSON value, with the members of its objects in the other order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
