import { rmdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { DemoFiles, DemoResult, RoundComparison, SkillResult } from '../../pipelines/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { parseSeed, seedOption } from '../parse-option.js';

/** `mettle demo`: the whole loop on real data, offline. */
export const demoCommand: CommandDefinition = {
  name: 'demo',
  args: '',
  summary: 'the whole loop on real data, offline: run, check, verify, train, run again, report',
  example: 'npx --no mettle demo --out ./mettle-demo --seed 3',
  options: [
    { flags: '--out <dir>', description: 'folder for the dataset and report.html', default: 'mettle-demo' },
    { ...seedOption, parse: parseSeed },
  ],
  run: runDemoCommand,
};

async function runDemoCommand({ options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const folder = resolve(io.cwd, String(options.out));
  const started = performance.now();
  const { runDemo } = await import('../../pipelines/index.js');
  const { prepareOutputFolder, writeDemo } = await import('../../pipelines/internal.js');
  const { createSandbox, sharedEngine } = await import('../../sandbox/index.js');
  const { searchOptimizer } = await import('../../search/index.js');
  // The agents' Python is the demo's own and comes to the same on every engine; Monty runs it fastest.
  const hasMonty = (await sharedEngine('monty').probe()).available;
  await using sandbox = await createSandbox({ engine: hasMonty ? 'monty' : 'auto' });
  const isNew = await prepareOutputFolder(folder);
  try {
    const result = await runDemo({
      seed: Number(options.seed),
      sandbox,
      optimizer: searchOptimizer(),
      now: () => performance.now(),
      onProgress: io.progress,
      signal: io.signal,
    });
    const files = await writeDemo(folder, result);
    const seconds = (performance.now() - started) / 1000;
    return {
      exitCode: result.improved ? 0 : 1,
      document: documentOf(result, files, seconds),
      text: summary(result, files, seconds, io.cwd),
    };
  } catch (error) {
    if (!io.signal.aborted) throw error;
    if (isNew) await rmdir(folder).catch(() => undefined);
    return {
      exitCode: 1,
      document: null,
      resume: 'Stopped; nothing was written. Run the same command again.',
    };
  }
}

function documentOf(result: DemoResult, files: DemoFiles, seconds: number): unknown {
  const { seed, rounds, oracle, skills, failures, comparison, improved } = result;
  return {
    rounds: rounds.map(({ round, tasks, runs, pass, verified }) => ({
      round,
      tasks,
      runs,
      pass_rate: pass.rate,
      pass_interval: [pass.low, pass.high],
      verified_rate: verified.rate,
    })),
    improved,
    unseen: comparisonDocument(comparison),
    failures,
    skills: skills.map(({ skill, training, kept, adjustedPValue, comparison: unseen, controls }) => ({
      skill: skill.name,
      style: skill.style.family,
      searchable: skill.style.searchable,
      examples: training?.examples.length ?? 0,
      script: training?.result.script ?? null,
      evaluations: training?.result.evaluations ?? 0,
      confidence: training?.result.confidence ?? null,
      found_by: training?.result.foundBy ?? null,
      reasons: training?.result.reasons ?? [],
      unseen: comparisonDocument(unseen),
      adjusted_p_value: adjustedPValue,
      kept,
      controls: controls.map(({ kind, comparison: control }) => ({
        kind,
        ...(control === null ? {} : comparisonDocument(control)),
      })),
    })),
    oracle_pass_rate: oracle.pass.rate,
    dataset: files.dataset,
    openai: files.openai,
    tasks: files.tasks,
    scripts: files.scripts,
    report: files.report,
    seed,
    seconds,
  };
}

function comparisonDocument(comparison: RoundComparison): Readonly<Record<string, unknown>> {
  const { tasks, before, after, test, difference } = comparison;
  return {
    tasks,
    before,
    after,
    better: test.better,
    worse: test.worse,
    p_value: test.pValue,
    difference_interval: [difference.low, difference.high],
  };
}

function summary(result: DemoResult, files: DemoFiles, seconds: number, cwd: string): string {
  const { rounds, comparison, skills, failures, dataset } = result;
  const [first, second] = rounds;
  return [
    `${first.tasks} tasks, ${first.runs} runs per round; ${percent(first.verified.rate)} and ${percent(second.verified.rate)} verified by replay.`,
    `${failures.failed} runs failed in round 1; ${failures.trainable} of them need a skill, and ${failures.repaired} of those pass in round 2.`,
    ...skills.map(skillLine),
    `All ${comparison.tasks} unseen tasks: ${percent(comparison.before)} before, ${percent(comparison.after)} after.`,
    `${dataset.trajectoryCount} verified runs in ${relative(cwd, files.dataset) || files.dataset}, ${dataset.openaiCount} of them as OpenAI messages beside it.`,
    `Report: ${files.report} (${seconds.toFixed(1)} s)`,
  ].join('\n');
}

function skillLine({ skill, training, kept, adjustedPValue, comparison, controls }: SkillResult): string {
  const label = skill.name.replaceAll('_', ' ');
  if (training === null) return `${label}: no run failed, so nothing was trained.`;
  if (training.result.script === null || adjustedPValue === null) {
    return `${label}: training abstained, so nothing changed.`;
  }
  const best = Math.max(0, ...controls.map(({ comparison: control }) => control?.after ?? 0));
  return `${label}: ${percent(comparison.before)} before, ${percent(comparison.after)} after on ${comparison.tasks} unseen tasks (p = ${adjustedPValue.toPrecision(2)}, at most ${percent(best)} with a negative control); the script is ${kept ? 'kept' : 'not kept'}.`;
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}
