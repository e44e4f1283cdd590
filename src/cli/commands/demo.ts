import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { seedOption } from '../parse-option.js';
import type { DemoPlay } from './demo/play-demo.js';

/** `mettle demo`: the loop on a small table of its own, offline. */
export const demoCommand: CommandDefinition = {
  name: 'demo',
  args: '',
  summary: 'the loop on a small table, offline: run, verify, train scripts on what failed, run again',
  example: 'npx --no mettle demo --out ./mettle-demo --seed 3',
  options: [
    {
      flags: '--out <dir>',
      description: 'folder for the records, scripts and reports',
      default: 'mettle-demo',
    },
    seedOption,
  ],
  run: demo,
};

async function demo({ options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const [{ relative, resolve }, { createSandbox, sharedEngine }, { playDemo }] = await Promise.all([
    import('node:path'),
    import('../../sandbox/index.js'),
    import('./demo/play-demo.js'),
  ]);
  const folder = resolve(io.cwd, String(options.out));
  const seed = Number(options.seed);
  // What runs comes to the same on every engine; Monty runs it fastest.
  const engine = (await sharedEngine('monty').probe()).available ? 'monty' : 'auto';
  await using sandbox = await createSandbox({ engine });
  const play = await playDemo({ folder, seed, engine, sandbox, io });
  if (play === null) {
    return { exitCode: 1, document: null, resume: 'Stopped; the same command continues.' };
  }
  const seconds = (performance.now() - started) / 1000;
  return {
    exitCode: play.improved ? 0 : 1,
    document: documentOf(play, seed, seconds),
    text: summaryOf(play, seconds, (path) => relative(io.cwd, path) || path),
  };
}

function documentOf({ rounds, trained, unseen, improved, files }: DemoPlay, seed: number, seconds: number) {
  return {
    rounds: rounds.map(({ folder, summary: { total, pass, verified } }, index) => ({
      round: index + 1,
      tasks: total,
      pass_rate: pass?.rate ?? null,
      verified_rate: verified?.rate ?? null,
      output: folder,
    })),
    improved,
    unseen: {
      tasks: unseen.tasks,
      before: unseen.before,
      after: unseen.after,
      better: unseen.test.better,
      worse: unseen.test.worse,
      p_value: unseen.test.pValue,
    },
    columns: trained.map(({ task, script, confidence }) => ({ column: task, script, confidence })),
    ...files,
    seed,
    seconds,
  };
}

function summaryOf(
  { rounds, trained, unseen, files }: DemoPlay,
  seconds: number,
  shown: (path: string) => string,
): string {
  const [first, second] = rounds.map(({ summary: { total, pass, verified } }) => {
    const [passed, same] = [percent(pass?.rate ?? 0), percent(verified?.rate ?? 0)];
    return `${total} tasks, ${passed} passed, ${same} verified by replay.`;
  });
  return [
    `Round 1, with first guesses: ${first}`,
    ...trained.map(({ task, script, confidence, evaluations }) =>
      script === null
        ? `${task}: the search abstained after ${evaluations} candidates, so the guess stays.`
        : `${task}: a script learned from failed tasks, confidence ${confidence ?? 'none'}.`,
    ),
    `Round 2, with the scripts: ${second}`,
    `${unseen.tasks} tasks that training never saw: ${percent(unseen.before)} before, ${percent(unseen.after)} after (p = ${unseen.test.pValue.toPrecision(2)}).`,
    `The scripts and their tests are in ${shown(files.scripts)}. To replay the runs: npx --no mettle verify ${shown(files.dataset)}`,
    `Report: ${shown(files.report)} (${seconds.toFixed(1)} s)`,
  ].join('\n');
}

function percent(rate: number): string {
  return `${Math.floor(rate * 100)} %`;
}
