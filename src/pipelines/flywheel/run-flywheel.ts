import { join } from 'node:path';
import { mineFailures, type PairedTest, pairedSignTest } from '../../evaluation/index.js';
import { readTrajectoryFile, type Trajectory } from '../../records/index.js';
import { type RecipeRun, runRecipeWith } from '../generate/run-recipe.js';
import { prepareOutputFolder } from '../outputs/output-folder.js';
import { checkRecipe } from '../recipe/check-recipe.js';
import { generationFileNames } from '../recipe/generation-files.js';
import { invalidRecipe } from '../recipe/parse-recipe.js';
import type { Recipe } from '../recipe/recipe.js';
import { openFlywheelFolder } from './flywheel-folder.js';
import { checkFlywheelOptions, type FlywheelOptions } from './flywheel-options.js';
import type { FlywheelRound, FlywheelRun, FlywheelStop } from './flywheel-round.js';
import { learnSkills } from './learn-skills.js';
import { isOffline, practiceRecipe } from './practice-recipe.js';
import { renderFlywheelReport } from './render-flywheel-report.js';
import { writeDataset } from './write-dataset.js';

/** The chance of luck alone that still counts as better. */
const SIGNIFICANCE = 0.05;

/**
 * The whole loop by a recipe: measures on held-out tasks, practises new tasks in the worlds where it failed, turns what verified runs
 * do again and again into scripts, keeps those that a paired test on unseen tasks shows to be right, and measures again on the same tasks.
 * The verified runs of practice become a data set. No held-out task is ever practised.
 *
 * With a model it practises itself; without one, runs of the tasks' oracles are what is learned from, and the offline policies are what gets better.
 *
 * Everything is kept in the folder as it is done: after any end `resume` goes on and pays for no reply twice.
 *
 * @example
 * ```ts
 * import { runFlywheel } from 'mettle/pipelines';
 *
 * const { rounds, dataset } = await runFlywheel(
 *   { environment: 'hotel', policy: 'mixed' },
 *   { folder: 'hotel-flywheel', benchmarkTasks: 8, practiceTasks: 10 },
 * );
 * console.log(rounds.length, dataset !== null); // → 2 true
 * ```
 * @throws {MettleError} `pipelines/invalid_recipe`, `pipelines/output_exists` for a folder that holds a flywheel unless it is resumed,
 *   `pipelines/other_run` for one with other options; as `runRecipe`.
 */
export async function runFlywheel(given: Recipe, options: FlywheelOptions): Promise<FlywheelRun> {
  const {
    rounds: count = 2,
    benchmarkTasks = 40,
    practiceTasks = 200,
    margin = 0.05,
    ...access
  } = checkFlywheelOptions(options);
  const recipe = playable(given);
  await prepareOutputFolder(options.folder);
  using folder = await openFlywheelFolder(options.folder, {
    resume: options.resume === true,
    settings: { benchmark_tasks: benchmarkTasks, practice_tasks: practiceTasks, margin },
  });
  const play = async (path: string, played: Recipe, stage: string): Promise<Played> => {
    const { onProgress } = access;
    const run = await runRecipeWith(
      { ...played, ...(recipe.budget !== undefined && { budget: recipe.budget }) },
      {
        ...access,
        folder: path,
        resume: true,
        ...(onProgress && { onProgress: (progress) => onProgress({ ...progress, stage }) }),
      },
      { account: folder.account },
    );
    const file = join(path, generationFileNames.trajectories);
    return {
      run,
      trajectories: run.summary.total === 0 ? [] : (await readTrajectoryFile(file)).trajectories,
    };
  };
  const { exportFormat: _format, exportPath: _path, dedup: _dedup, ...bare } = recipe;
  const { dedupThreshold: _threshold, filter: _filter, ...plain } = bare;
  const rounds: FlywheelRound[] = [];
  const practised: Trajectory[] = [];
  let [first, last]: [readonly Trajectory[], readonly Trajectory[]] = [[], []];
  let stopReason: FlywheelStop = 'complete';
  for (let round = 1; round <= count; round++) {
    const skills = [...folder.skillFolders(), ...[recipe.skills ?? []].flat()];
    const benchmark: Recipe = {
      ...plain,
      tasks: { ...recipe.tasks, split: 'held_out' },
      numTrajectories: benchmarkTasks,
      ...(skills.length > 0 && { skills }),
    };
    const measured = await play(folder.benchmark(round), benchmark, `round ${round}: measure`);
    const why = stopOf(measured);
    if (why !== null) {
      stopReason = why;
      break;
    }
    await folder.begin();
    last = measured.trajectories;
    if (round === 1) first = last;
    const result = { ...roundOf(round, measured.run, last), skills: keptBefore(rounds) };
    rounds.push(result);
    if (round === count) break;
    const failed = mineFailures(last.filter(({ outcome }) => outcome?.verdict === 'fail'));
    if (failed.failures.length === 0) {
      stopReason = 'nothing_failed';
      break;
    }
    const practice = practiceRecipe(plain, failed, {
      runs: last,
      count: practiceTasks,
      seed: (recipe.seed ?? 0) + round,
      isOffline: isOffline(recipe, options.variables ?? process.env),
    });
    const trained = await play(folder.practice(round), practice, `round ${round}: practise`);
    const ended = stopOf(trained);
    if (ended !== null) {
      stopReason = ended;
      break;
    }
    // The same words may ask for something else in another world; even so they are not learned from.
    const measuredWords = new Set(first.map(({ task }) => task.prompt));
    practised.push(...trained.trajectories.filter(({ task }) => !measuredWords.has(task.prompt)));
    const learned = await folder.lesson(round, () =>
      learnSkills(practised, {
        recipe,
        benchmark: first,
        folder: folder.skills(round),
        margin,
        stop: options.stop,
        worlds: { loadModule: options.loadModule, shown: options.shownPath },
        practised: trained.trajectories.length,
        practisedBy: trained.run.playedBy,
        onProgress: (progress) =>
          access.onProgress?.({ ...progress, stage: `round ${round}: test what was learned` }),
      }),
    );
    if (learned === null) {
      stopReason = 'aborted';
      break;
    }
    rounds[rounds.length - 1] = { ...result, learned };
  }
  const comparison = rounds.length > 1 ? compared(first, last) : null;
  const written = await writeDataset(practised, { folder: options.folder, recipe });
  const made = {
    rounds,
    comparison,
    improved: comparison !== null && comparison.better > comparison.worse && comparison.pValue < SIGNIFICANCE,
    ...written,
    report: join(options.folder, 'report.html'),
    stopReason,
  };
  await folder.write('report.html', renderFlywheelReport(made));
  await folder.write('flywheel.json', `${JSON.stringify(made, null, 1)}\n`);
  return made;
}

interface Played {
  readonly run: RecipeRun;
  readonly trajectories: readonly Trajectory[];
}

/** Why a run that did not come to its end ended; null for one that did. */
function stopOf({ run }: Played): FlywheelStop | null {
  return run.stopReason === 'complete' ? null : run.stopReason;
}

/** The recipe, if a flywheel can play it. */
function playable(given: Recipe): Recipe {
  const checked = checkRecipe(given);
  if ('problem' in checked) {
    const { path, message } = checked.problem;
    throw invalidRecipe(`The recipe, ${path.join('.')}: ${message}`);
  }
  const { recipe } = checked;
  const { queries, query, model, verify, tasks, rationales } = recipe;
  const rules: readonly (readonly [broken: boolean, message: string])[] = [
    [queries !== undefined || query !== undefined, 'makes its own tasks: leave out query and queries'],
    [Array.isArray(model) && model.length > 1, 'improves one model: name one'],
    [verify === false, 'learns from verified runs alone: leave out verify: false'],
    [tasks?.split !== undefined, 'chooses the part of the tasks itself: leave out tasks.split'],
    [rationales !== undefined, 'has no use for rationales: leave them out'],
  ];
  const [rule] = rules.filter(([broken]) => broken);
  if (rule !== undefined) throw invalidRecipe(`A flywheel ${rule[1]}.`);
  return recipe;
}

function roundOf(
  round: number,
  { summary, playedBy }: RecipeRun,
  runs: readonly Trajectory[],
): Omit<FlywheelRound, 'skills'> {
  const calls = runs.flatMap(({ usage }) => (usage === null ? [] : [usage.modelCalls]));
  return {
    round,
    tasks: summary.total,
    pass: summary.pass,
    verified: summary.verified,
    errors: summary.errors,
    modelCalls: calls.length === 0 ? null : calls.reduce((sum, count) => sum + count, 0),
    playedBy,
    failures: summary.failures.byKind,
    learned: null,
  };
}

/** The names of the skills that earlier rounds kept. */
function keptBefore(rounds: readonly FlywheelRound[]): readonly string[] {
  const kept = rounds.flatMap(({ learned }) =>
    (learned?.skills ?? []).filter(({ rejected }) => rejected === null).map(({ name }) => name),
  );
  return [...new Set(kept)].sort();
}

/** Both rounds on the tasks that both were scored on. */
function compared(before: readonly Trajectory[], after: readonly Trajectory[]): PairedTest {
  const scoreOf = ({ outcome }: Trajectory): number | null =>
    outcome?.verdict === 'pass' ? 1 : outcome?.verdict === 'fail' ? 0 : null;
  const earlier = new Map(before.map((run) => [run.task.id, scoreOf(run)]));
  return pairedSignTest(
    after.flatMap((run) => {
      const [was, is] = [earlier.get(run.task.id) ?? null, scoreOf(run)];
      return was === null || is === null ? [] : [is - was];
    }),
  );
}
