import { type ProgressListener, RandomStream } from '../../core/index.js';
import { createSqlEnvironment, reuseSandboxes } from '../../environments/index.js';
import { createChecker, pythonCodeGenerationRequirements } from '../../requirements/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { Optimizer } from '../../training/index.js';
import type { Trajectory } from '../../trajectories/index.js';
import { compareRounds } from './compare-rounds.js';
import { loadCountryRecords } from './country-records.js';
import { countryContent } from './country-world.js';
import { makeDataset } from './dataset.js';
import type { DemoResult, StageTiming } from './demo-result.js';
import { mineFailingSkills } from './mine-skill.js';
import { createKeywordPolicies } from './policies/keyword-policy.js';
import { createOraclePolicy } from './policies/oracle-policy.js';
import { summarizeRound } from './round-summary.js';
import { type RoundOptions, runRound } from './run-round.js';
import { drawSkills, firstGuessScript, type SkillLibrary } from './skills.js';
import { type DemoSize, generateTasks } from './tasks/generate-tasks.js';
import { type SkillTraining, trainSkill } from './train-skill.js';

/** What {@link runDemo} needs. */
export interface DemoOptions {
  /** Decides the tasks, the house's styles and every other use of chance. */
  readonly seed: number;
  /** Runs the agents' Python; each world gets a fork to itself. */
  readonly sandbox: Sandbox;
  /** Trains scripts. */
  readonly optimizer: Optimizer;
  /** How many tasks; default 150. */
  readonly size?: DemoSize;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  readonly onProgress?: ProgressListener;
  /** Ends the run between two items: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * The whole loop on real data with no model: generates tasks, runs agents on them, checks their Python, verifies
 * every run by replay, mines the failures, trains a script for the skill that fails most (for the next one where
 * training abstains), and runs again. The trained script is kept only when the agents are better with it on tasks that training never saw.
 */
export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const { seed, sandbox, optimizer, onProgress, signal } = options;
  const clock = stageClock(options.now);
  const stream = new RandomStream(seed, 'demo');

  const records = await loadCountryRecords();
  await using sandboxes = reuseSandboxes(sandbox);
  const { openSandbox, closeSandbox } = sandboxes;
  const environment = await createSqlEnvironment({
    name: 'countries',
    content: countryContent(records),
    openSandbox,
    closeSandbox,
  });
  const skills = drawSkills(stream.child('skills'));
  const solved = generateTasks(records, skills, stream.child('tasks'), options.size);
  const tasks = solved.map(({ task }) => task);
  clock.mark('generate tasks');

  const { engine } = await sandbox.capabilities();
  await using checker = createChecker({
    requirements: pythonCodeGenerationRequirements({ allowedImports: [], engine: engine }),
  });
  const play = (name: string, policies: RoundOptions['policies']): Promise<readonly Trajectory[]> =>
    runRound({
      name,
      environment,
      policies,
      tasks,
      seed,
      checker,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(signal === undefined ? {} : { signal }),
    });

  const oracleRuns = await play('oracle', [createOraclePolicy(solved)]);
  clock.mark('prove the tasks with the oracle');
  const library: SkillLibrary = Object.fromEntries(skills.map(({ name }) => [name, firstGuessScript]));
  const firstRuns = await play('round 1', createKeywordPolicies(library));
  clock.mark('round 1');

  const attempts: SkillTraining[] = [];
  for (const failing of mineFailingSkills(firstRuns, stream.child('ties'))) {
    attempts.push(
      await trainSkill({
        failing,
        seedScript: library[failing.skill] ?? firstGuessScript,
        optimizer,
        sandbox,
        seed,
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
    if (attempts.at(-1)?.result.script !== null) break;
  }
  const training = attempts.find(({ result }) => result.script !== null) ?? attempts[0] ?? null;
  clock.mark('train the script');

  const secondRuns = await play('round 2', createKeywordPolicies(withTrained(library, training)));
  clock.mark('round 2');

  const comparison = compareRounds(firstRuns, secondRuns, stream.child('bootstrap'));
  const improved = comparison.improved && training?.result.script != null;
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
    training,
    abstentions: attempts.filter(({ result }) => result.script === null),
    comparison,
    improved,
    trajectories: [firstRuns, secondRuns],
    dataset,
    timings: clock.timings,
  };
}

/** The library with the trained script in it; where training offers none, the library as it was. */
function withTrained(library: SkillLibrary, training: SkillTraining | null): SkillLibrary {
  const script = training?.result.script;
  return training === null || script == null ? library : { ...library, [training.skill]: script };
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
