import { type ProgressListener, RandomStream } from 'mettle/core';
import { createSqlEnvironment, reuseSandboxes } from 'mettle/environments';
import type { Trajectory } from 'mettle/records';
import { createChecker, pythonCodeGenerationRequirements } from 'mettle/requirements';
import type { Sandbox } from 'mettle/sandbox';
import type { ScriptOptimizer } from 'mettle/training';
import { compareRounds, isUnseen } from './compare-rounds.js';
import { loadCountryRecords } from './country-records.js';
import { countryContent } from './country-world.js';
import { makeDataset } from './dataset.js';
import type { DemoResult, StageTiming } from './demo-result.js';
import { judgeSkills } from './judge-skills.js';
import { mineFailingSkill } from './mine-skill.js';
import { controlScripts, runControls } from './negative-controls.js';
import { createKeywordPolicies, keywordAgents } from './policies/keyword-policy.js';
import { createOraclePolicy } from './policies/oracle-policy.js';
import { summarizeRound } from './round-summary.js';
import { runRound } from './run-round.js';
import { bestFirstGuess, drawFirstGuesses, type SkillLibrary } from './skill-library.js';
import { drawSkills } from './skills.js';
import { type DemoSize, generateTasks } from './tasks/generate-tasks.js';
import { type SkillTraining, type TrainingMeans, trainSkill } from './train-skill.js';
import { countTrainableFailures } from './trainable-failures.js';

/** What {@link runDemo} needs. */
export interface DemoOptions {
  /** Decides the tasks, the house's styles and every other use of chance. */
  readonly seed: number;
  /** Runs the agents' Python; each world gets a fork to itself. */
  readonly sandbox: Sandbox;
  /** Trains scripts. */
  readonly optimizer: ScriptOptimizer;
  /** How many tasks; default 282. */
  readonly size?: DemoSize;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  readonly onProgress?: ProgressListener;
  /** Ends the run between two items: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * The whole loop on real data with no model: generates tasks, runs agents on them, checks their Python, verifies
 * every run by replay, mines the failures, trains a script for every skill that fails, runs again with all scripts that
 * training offers, and runs negative controls. A script is kept only when the agents are better with it on tasks that
 * training never saw.
 */
export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const { seed, sandbox, optimizer, onProgress, signal } = options;
  const clock = stageClock(options.now);
  const stream = new RandomStream(seed, 'demo');

  const records = loadCountryRecords();
  await using sandboxes = reuseSandboxes(sandbox);
  const { openSandbox, closeSandbox } = sandboxes;
  const environment = await createSqlEnvironment({
    name: 'countries',
    content: countryContent(records),
    openSandbox,
    closeSandbox,
  });
  const skills = drawSkills(stream.child('skills'));
  const solved = await generateTasks(records, skills, stream.child('tasks'), options.size);
  const tasks = solved.map(({ task }) => task);
  clock.mark('generate tasks');

  const { engine } = await sandbox.capabilities();
  await using checker = createChecker({
    requirements: pythonCodeGenerationRequirements({
      allowedImports: ['re'],
      engine: engine === 'monty' ? 'monty' : 'auto',
    }),
  });
  const play = { environment, seed, checker, onProgress, signal };

  const oracle = [createOraclePolicy(solved)];
  const oracleRuns = await runRound({ ...play, name: 'oracle', policies: oracle, tasks });
  clock.mark('prove the tasks with the oracle');
  const guesses = drawFirstGuesses(keywordAgents, skills, stream.child('guesses'));
  const guessesOf = (agent: string): SkillLibrary => guesses[agent] ?? {};
  const firstRuns = await runRound({
    ...play,
    name: 'round 1',
    policies: createKeywordPolicies(guessesOf),
    tasks,
  });
  clock.mark('round 1');

  const means: TrainingMeans = { optimizer, sandbox, seed, onProgress, signal };
  const firstGuessFor = (skill: string): string => bestFirstGuess(skill, guesses, firstRuns);
  const trainings: SkillTraining[] = [];
  for (const { name } of skills) {
    const failing = mineFailingSkill(name, firstRuns);
    if (failing === null) continue;
    const stage = `train the ${name.replaceAll('_', ' ')}`;
    trainings.push(await trainSkill(failing, firstGuessFor(name), stage, means));
  }
  clock.mark('train the scripts');

  const offered: SkillLibrary = Object.fromEntries(
    trainings.flatMap(({ skill, result }) => (result.script === null ? [] : [[skill, result.script]])),
  );
  const secondRuns = await runRound({
    ...play,
    name: 'round 2',
    policies: createKeywordPolicies((agent) => ({ ...guessesOf(agent), ...offered })),
    tasks,
  });
  clock.mark('round 2');

  const results = [];
  for (const [index, skill] of skills.entries()) {
    const training = trainings.find((candidate) => candidate.skill === skill.name) ?? null;
    const isOfSkill = ({ task }: Pick<Trajectory, 'task'>): boolean => task.metadata.skill === skill.name;
    const chance = stream.child(`controls of ${skill.name}`);
    const first = firstRuns.filter(isOfSkill);
    const next = skills[(index + 1) % skills.length] ?? skill;
    const other = { skill: next, trained: offered[next.name] ?? null };
    results.push({
      skill,
      firstGuess: firstGuessFor(skill.name),
      training,
      comparison: compareRounds(first, secondRuns.filter(isOfSkill), chance.child('bootstrap')),
      controls:
        training === null
          ? []
          : await runControls({
              skill: skill.name,
              controls: await controlScripts(training, other, chance.child('labels'), means),
              firstRuns: first,
              play: (library, name) =>
                runRound({
                  ...play,
                  name,
                  policies: createKeywordPolicies(() => library).slice(0, 1),
                  tasks: tasks.filter((task) => isOfSkill({ task }) && isUnseen(task)),
                }),
              stream: chance,
            }),
    });
  }
  const judged = judgeSkills(results);
  clock.mark('negative controls');

  const comparison = compareRounds(firstRuns, secondRuns, stream.child('bootstrap'));
  const dataset = makeDataset([...oracleRuns, ...firstRuns, ...secondRuns]);
  const rounds = [summarizeRound(1, firstRuns), summarizeRound(2, secondRuns)] as const;
  clock.mark('compare and export');
  const { continents, countries, currencies, languages } = records;
  return {
    seed,
    records: {
      continents: continents.length,
      countries: countries.length,
      currencies: currencies.length,
      languages: languages.length,
    },
    tasks,
    oracle: summarizeRound(0, oracleRuns),
    rounds,
    skills: judged,
    failures: countTrainableFailures(firstRuns, secondRuns),
    comparison,
    improved: judged.some(({ kept }) => kept),
    trajectories: [firstRuns, secondRuns],
    dataset,
    timings: clock.timings,
  };
}

function stageClock(now: () => number): {
  readonly timings: StageTiming[];
  readonly mark: (stage: string) => void;
} {
  const timings: StageTiming[] = [];
  let last = now();
  return {
    timings,
    mark: (stage) => {
      const time = now();
      timings.push({ stage, seconds: (time - last) / 1000 });
      last = time;
    },
  };
}
