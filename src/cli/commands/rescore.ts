import type { Trajectory } from '../../records/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError, wholeNumber } from '../parse-option.js';
import type { OpenedRecords } from './records/read-records.js';

/** `mettle rescore`: new checks on old records, by rebuilding their worlds. */
export const rescoreCommand: CommandDefinition = {
  name: 'rescore',
  args: '<file>',
  summary:
    'score recorded runs again, with new checks or those of their tasks; each world is rebuilt by replay, and no model is asked',
  example:
    'npx --no mettle rescore runs/trajectories.jsonl\n  npx --no mettle rescore runs/trajectories.jsonl --checks stricter.json --out scores.jsonl',
  options: [
    {
      flags: '--env <file>',
      description: 'JSON file that describes the world; default: world.json beside the records',
    },
    {
      flags: '--checks <file>',
      description:
        'JSON: {"goals": […], "invariants": […], …}, or {"tasks": {"ID": {…}}}, instead of the tasks\' own',
    },
    {
      flags: '--out <file>',
      description: 'write the scores here, one per line; default: scores.jsonl beside the records',
    },
    {
      flags: '--concurrency <n>',
      description: 'worlds at once',
      default: 4,
      parse: wholeNumber('--concurrency', 1),
    },
  ],
  run: rescoreFile,
};

/** Records that are held, and scored between looks at Ctrl-C. */
const CHUNK = 64;

async function* chunksOf(records: OpenedRecords): AsyncGenerator<readonly Trajectory[], void, undefined> {
  let chunk: Trajectory[] = [];
  for await (const { trajectory } of records) {
    chunk.push(trajectory);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function rescoreFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const file = args[0] ?? '';
  const [{ dirname, join, resolve }, trajectories, { openAtomicFile }, { openRecordedWorlds }, reading] =
    await Promise.all([
      import('node:path'),
      import('../../evaluation/index.js'),
      import('../../filesystem/internal.js'),
      import('./records/recorded-worlds.js'),
      import('./rescore/read-checks.js'),
    ]);
  const { canonicalJson } = await import('../../core/index.js');
  const input = resolve(io.cwd, file);
  const output =
    typeof options.out === 'string' ? resolve(io.cwd, options.out) : join(dirname(input), 'scores.jsonl');
  if (output === input) throw usageError(`--out would replace ${file}: name another file.`);
  const checks = typeof options.checks === 'string' ? await reading.readChecks(options.checks, io) : null;
  const { openRecords } = await import('./records/read-records.js');
  const records = await openRecords(file, io.cwd);
  const unseen = new Set(checks?.tasks ?? []);
  const env = typeof options.env === 'string' ? options.env : undefined;
  await using worlds = await openRecordedWorlds(file, records.first, { env, cwd: io.cwd, say: io.say });
  await using tests = trajectories.createHiddenTests();
  await using written = await openAtomicFile(output);
  const counts = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  let [changed, done] = [0, 0];
  const score = async (chunk: readonly Trajectory[]): Promise<void> => {
    const before = done;
    const { rescored } = await trajectories.rescore(chunk, {
      environment: (record) => worlds.of(record),
      concurrency: Number(options.concurrency),
      score: (record, states) => {
        const task = { ...record.task, expected: { ...record.task.expected, ...checks?.of(record) } };
        return trajectories.scoreOutcomeInSandbox({ ...record, task }, states, tests);
      },
      onProgress: (update) =>
        io.progress({ stage: 'rescore', done: before + update.done, total: records.total }),
    });
    for (const { record, outcome, reward, changed: isChanged } of rescored) {
      counts[outcome.verdict] += 1;
      if (isChanged) changed += 1;
      const line = {
        trajectory_id: record.id,
        task_id: record.task.id,
        verdict: outcome.verdict,
        before: record.outcome?.verdict ?? null,
        reward,
        reason: outcome.reason,
        checks: outcome.checks.map((check) => ({ ...check })),
      };
      await written.write(`${canonicalJson(line)}\n`);
    }
    done += chunk.length;
  };
  for await (const chunk of chunksOf(records)) {
    if (io.signal.aborted) {
      return {
        exitCode: 1,
        document: { total: records.total, rescored: done },
        resume: `Stopped after ${done} of ${records.total} records; nothing was written. The same command starts over.`,
      };
    }
    for (const { task } of chunk) unseen.delete(task.id);
    await score(chunk);
  }
  const { skipped } = records;
  if (unseen.size > 0) {
    const [strange] = unseen;
    const what = `${String(options.checks)} has checks for ${unseen.size} tasks without a record, such as ${strange}`;
    if (unseen.size === checks?.tasks?.length) throw usageError(`${what}, and for no other.`);
    io.say(`${what}.`);
  }
  for (const { line, reason } of skipped.listed) io.say(`${file}, line ${line}: ${reason}`);
  await written.commit();
  const scored = counts.pass + counts.fail;
  const { not_checked: unchecked, error: unreplayed } = counts;
  return {
    exitCode: unreplayed > 0 || skipped.count > 0 ? 1 : 0,
    document: {
      total: done,
      rescored: done,
      ...counts,
      pass_rate: scored === 0 ? null : counts.pass / scored,
      changed,
      skipped: skipped.listed,
      skipped_count: skipped.count,
      output,
    },
    text: [
      `${counts.pass} of ${scored} pass${unchecked > 0 ? `, ${unchecked} not checked` : ''}; ${changed} changed`,
      ...(unreplayed > 0 ? [`${unreplayed} could not be scored: see their reasons`] : []),
      `scores: ${output}`,
    ].join('\n'),
  };
}
