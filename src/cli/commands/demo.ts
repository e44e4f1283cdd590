import { rmdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { DemoFiles, DemoResult } from '../../pipelines/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { parseSeed, seedOption } from '../parse-option.js';

/** `mettle demo`: the whole loop on real data, offline. */
export const demoCommand: CommandDefinition = {
  name: 'demo',
  args: '',
  summary: 'the whole loop on real data, offline: run, check, verify, train, run again, report',
  example: 'mettle demo --out ./mettle-demo --seed 3',
  options: [
    { flags: '--out <dir>', description: 'folder for the dataset and report.html', default: 'mettle-demo' },
    { ...seedOption, parse: parseSeed },
  ],
  run: runDemoCommand,
};

async function runDemoCommand({ options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const folder = resolve(io.cwd, String(options.out));
  const started = performance.now();
  const { prepareOutputFolder, runDemo, writeDemo } = await import('../../pipelines/index.js');
  const { createSandbox, sharedEngine } = await import('../../sandbox/index.js');
  const { searchOptimizer } = await import('../../optimizers/index.js');
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
  const { seed, rounds, oracle, comparison, training, improved } = result;
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
    unseen: {
      tasks: comparison.tasks,
      before: comparison.before,
      after: comparison.after,
      better: comparison.test.better,
      worse: comparison.test.worse,
      p_value: comparison.test.pValue,
      difference_interval: [comparison.difference.low, comparison.difference.high],
    },
    trained: training && {
      skill: training.skill,
      examples: training.examples.length,
      script: training.result.script,
      evaluations: training.result.evaluations,
      confidence: training.result.confidence,
      found_by: training.result.foundBy,
    },
    abstained: result.abstentions.map(({ skill, result: { reasons } }) => ({ skill, reasons })),
    oracle_pass_rate: oracle.pass.rate,
    dataset: files.dataset,
    openai: files.openai,
    tasks: files.tasks,
    script: files.script,
    report: files.report,
    seed,
    seconds,
  };
}

function summary(result: DemoResult, files: DemoFiles, seconds: number, cwd: string): string {
  const { rounds, comparison, training, improved, dataset } = result;
  const [first, second] = rounds;
  const percent = (rate: number): string => `${Math.round(rate * 100)} %`;
  const { better, worse, pValue } = comparison.test;
  const verdict =
    training?.result.script == null
      ? 'Training offered no script, so nothing changed.'
      : improved
        ? `The script for ${training.skill.replaceAll('_', ' ')}, trained on ${training.examples.length} failed tasks, is kept.`
        : 'The trained script is not better beyond luck, so it is not kept.';
  return [
    `${first.tasks} tasks, ${first.runs} runs a round; ${percent(first.verified.rate)} and ${percent(second.verified.rate)} verified by replay.`,
    `Unseen tasks: ${percent(comparison.before)} before, ${percent(comparison.after)} after (${better} better, ${worse} worse, p = ${pValue.toPrecision(2)}).`,
    verdict,
    `${dataset.trajectoryCount} verified runs in ${relative(cwd, files.dataset) || files.dataset}, ${dataset.openaiCount} of them as OpenAI messages beside it.`,
    `Report: ${files.report} (${seconds.toFixed(1)} s)`,
  ].join('\n');
}
