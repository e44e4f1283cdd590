import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';
import { resumeOption, threadsOption } from './records/job-options.js';
import type { RescoreRecipe } from './rescore/rescore-work.js';

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
      description:
        'JSON file that describes the world, or a module that exports it (./my-world.mjs), which runs with your rights; default: world.json beside the records',
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
    threadsOption,
    resumeOption,
  ],
  run: rescoreFile,
};

async function rescoreFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const file = args[0] ?? '';
  const [
    { dirname, join },
    { openRecords },
    { openRecordedWorlds },
    { runRecordJob },
    { readChecks },
    { rescoreWork },
    { RescoreTally },
    { outputPath },
  ] = await Promise.all([
    import('node:path'),
    import('./records/read-records.js'),
    import('./records/recorded-worlds.js'),
    import('./records/record-job.js'),
    import('./rescore/read-checks.js'),
    import('./rescore/rescore-work.js'),
    import('./rescore/rescore-tally.js'),
    import('./records/output-path.js'),
  ]);
  const output = await outputPath(file, {
    option: '--out',
    given: options.out ?? join(dirname(file), 'scores.jsonl'),
    ending: '',
    cwd: io.cwd,
    others: options.checks === '-' ? [] : [options.checks as string | undefined],
  });
  const checks = typeof options.checks === 'string' ? await readChecks(options.checks, io) : null;
  const records = await openRecords(file, io.cwd);
  const env = typeof options.env === 'string' ? options.env : undefined;
  const worlds = await openRecordedWorlds(file, records.first, { env, cwd: io.cwd, say: io.say });
  await using work = rescoreWork(worlds, checks);
  const tally = new RescoreTally(checks?.tasks ?? []);
  const { done, skipped, stopped } = await runRecordJob(
    {
      stage: 'rescore',
      records,
      outputs: [output],
      concurrency: options.concurrency as number | undefined,
      threads:
        worlds.inThreads && options.checks !== '-'
          ? {
              kind: 'rescore',
              options: {
                file,
                first: records.first,
                env,
                cwd: io.cwd,
                checks: options.checks as string | undefined,
              } satisfies RescoreRecipe,
            }
          : null,
      resume: options.resume === true,
      settings: { worlds: worlds.identity, checks: checks?.hash ?? null },
      work,
      take: (rescored) => [tally.add(rescored)],
    },
    io,
    () => tally.unseen.size === 0 || tally.unseen.size < (checks?.tasks?.length ?? 0),
  );
  if (stopped !== null) return stopped;
  const { unseen } = tally;
  const [strange] = unseen;
  if (strange !== undefined) {
    const what = `${String(options.checks)} has checks for ${unseen.size} tasks without a record, such as ${strange}`;
    if (unseen.size === checks?.tasks?.length) throw usageError(`${what}, and for no other.`);
    io.say(`${what}.`);
  }
  for (const { line, reason } of skipped.listed) io.say(`${file}, line ${line}: ${reason}`);
  const { verdicts, changed } = tally;
  const scored = verdicts.pass + verdicts.fail;
  const { not_checked: unchecked, error: unreplayed } = verdicts;
  return {
    exitCode: unreplayed > 0 || skipped.count > 0 ? 1 : 0,
    document: {
      total: done,
      rescored: done,
      ...verdicts,
      pass_rate: scored === 0 ? null : verdicts.pass / scored,
      changed,
      skipped: skipped.listed,
      skipped_count: skipped.count,
      output,
    },
    text: [
      `${verdicts.pass} of ${scored} pass${unchecked > 0 ? `, ${unchecked} not checked` : ''}; ${changed} changed`,
      ...(unreplayed > 0 ? [`${unreplayed} could not be scored: see their reasons`] : []),
      `scores: ${output}`,
    ].join('\n'),
  };
}
