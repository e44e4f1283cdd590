import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError, wholeNumber } from '../parse-option.js';

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

/** Records between looks at Ctrl-C. */
const CHUNK = 64;

async function rescoreFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const file = args[0] ?? '';
  const [{ dirname, join, resolve }, trajectories, { writeFileAtomically }, { openRecordedWorlds }, reading] =
    await Promise.all([
      import('node:path'),
      import('../../evaluation/index.js'),
      import('../../filesystem/index.js'),
      import('./records/recorded-worlds.js'),
      import('./rescore/read-checks.js'),
    ]);
  const { canonicalJson } = await import('../../core/index.js');
  const input = resolve(io.cwd, file);
  const output =
    typeof options.out === 'string' ? resolve(io.cwd, options.out) : join(dirname(input), 'scores.jsonl');
  if (output === input) throw usageError(`--out would replace ${file}: name another file.`);
  const checks = typeof options.checks === 'string' ? await reading.readChecks(options.checks, io) : null;
  const { readRecords } = await import('./records/read-records.js');
  const { trajectories: records, skipped } = await readRecords(file, io.cwd);
  const ids = new Set(records.map(({ task }) => task.id));
  const strange = checks?.tasks?.filter((id) => !ids.has(id)) ?? [];
  if (strange.length > 0) {
    const what = `${String(options.checks)} has checks for ${strange.length} tasks without a record, such as ${strange[0]}`;
    if (strange.length === checks?.tasks?.length) throw usageError(`${what}, and for no other.`);
    io.say(`${what}.`);
  }
  for (const { line, reason } of skipped) io.say(`${file}, line ${line}: ${reason}`);
  const env = typeof options.env === 'string' ? options.env : undefined;
  await using worlds = await openRecordedWorlds(file, records, { env, cwd: io.cwd, say: io.say });
  await using tests = trajectories.createHiddenTests();
  const lines: string[] = [];
  const counts = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  let changed = 0;
  for (let start = 0; start < records.length && !io.signal.aborted; start += CHUNK) {
    const { rescored } = await trajectories.rescore(records.slice(start, start + CHUNK), {
      environment: (record) => worlds.of(record),
      concurrency: Number(options.concurrency),
      score: (record, states) => {
        const task = { ...record.task, expected: { ...record.task.expected, ...checks?.of(record) } };
        return trajectories.scoreOutcomeInSandbox({ ...record, task }, states, tests);
      },
      onProgress: ({ done }) => io.progress({ stage: 'rescore', done: start + done, total: records.length }),
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
      lines.push(`${canonicalJson(line)}\n`);
    }
  }
  const resume = `Stopped after ${lines.length} of ${records.length} records; nothing was written. The same command starts over.`;
  if (lines.length < records.length) {
    return { exitCode: 1, document: { total: records.length, rescored: lines.length }, resume };
  }
  await writeFileAtomically(output, lines.join(''));
  const scored = counts.pass + counts.fail;
  const { not_checked: unchecked, error: unreplayed } = counts;
  return {
    exitCode: unreplayed > 0 || skipped.length > 0 ? 1 : 0,
    document: {
      total: records.length,
      rescored: lines.length,
      ...counts,
      pass_rate: scored === 0 ? null : counts.pass / scored,
      changed,
      skipped,
      output,
    },
    text: [
      `${counts.pass} of ${scored} pass${unchecked > 0 ? `, ${unchecked} not checked` : ''}; ${changed} changed`,
      ...(unreplayed > 0 ? [`${unreplayed} could not be scored: see their reasons`] : []),
      `scores: ${output}`,
    ].join('\n'),
  };
}
