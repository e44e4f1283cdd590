import type { Steps } from '../../core/index.js';
import type { SlottedTrace } from './find-templates.js';
import { learnProgram } from './learn-program.js';
import { explains, type Program } from './program.js';

/** Records that a program is learnt from at first; those that it does not explain are added. */
const SAMPLE = 40;
const MORE = 20;
const MOST_ROUNDS = 4;
/** Share of the records of one way that a program has to explain. */
const LEAST_EXPLAINED = 0.9;

/**
 * The program of the shortest way in which these records were done that one was found for; null where there is none.
 *
 * @param leastTasks - different tasks that records of a way have to be about
 */
export function* learnVerified(records: readonly SlottedTrace[], leastTasks: number): Steps<Program | null> {
  const ways = new Map<string, SlottedTrace[]>();
  for (const record of records) {
    const way = ways.get(record.trace.skeleton) ?? [];
    way.push(record);
    ways.set(record.trace.skeleton, way);
  }
  const ordered = [...ways.entries()].sort(
    ([leftName, left], [rightName, right]) =>
      (left[0]?.trace.groups.length ?? 0) - (right[0]?.trace.groups.length ?? 0) ||
      right.length - left.length ||
      (leftName < rightName ? -1 : 1),
  );
  for (const [, own] of ordered) {
    if (new Set(own.map(({ trace }) => trace.taskId)).size < leastTasks) continue;
    const program = yield* learnWay(own);
    if (program !== null) return program;
  }
  return null;
}

/** A program from some of the records, and from those that it is wrong about. */
function* learnWay(records: readonly SlottedTrace[]): Steps<Program | null> {
  let sample = spread(records);
  let best: Program | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const program = yield* learnProgram(sample);
    if (program === null) return best;
    const wrong = records.filter((record) => !isExplainedBy(program, record));
    if (wrong.length === 0) return program;
    if (wrong.length <= (1 - LEAST_EXPLAINED) * records.length) best ??= program;
    const known = new Set(sample);
    const added = wrong.filter((record) => !known.has(record)).slice(0, MORE);
    if (added.length === 0) return best;
    sample = [...sample, ...added];
  }
  return best;
}

/** Records from all over the list. */
function spread(records: readonly SlottedTrace[]): readonly SlottedTrace[] {
  if (records.length <= SAMPLE) return records;
  return Array.from(
    { length: SAMPLE },
    (_, index) => records[Math.floor((index * records.length) / SAMPLE)] as SlottedTrace,
  );
}

function isExplainedBy(program: Program, { trace, slots }: SlottedTrace): boolean {
  return explains(program, { slots, groups: trace.groups, given: trace.answer });
}
