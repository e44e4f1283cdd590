import { contentHash, defineOptions, type Json, option, type ProgressListener } from '../../core/index.js';
import { inTurns } from '../../core/internal.js';
import type { Policy } from '../../environments/index.js';
import { createHiddenTests } from '../../evaluation/index.js';
import { exactUpperBound } from '../../evaluation/internal.js';
import type { TaskInWorld } from '../../generation/index.js';
import { selectForTraining, type Trajectory } from '../../records/index.js';
import { createSandbox, type Sandbox } from '../../sandbox/index.js';
import { findSkills } from './find-skills.js';
import { isInWorld, skillInputs } from './match-skill.js';
import { playPairs, type SkillTest } from './paired-test.js';
import type { SkillCandidate } from './skill-candidate.js';
import { skillPolicy } from './skill-policy.js';

/** A skill that was tested on tasks which none of its records is about. */
export interface CompiledSkill extends SkillCandidate {
  readonly test: SkillTest;
  /** The share of such tasks on which it may be worse than the baseline. */
  readonly margin: number;
  /** Of the tasks that were looked at, how many ask for it. */
  readonly coverage: { readonly asked: number; readonly tasks: number };
}

/** A skill that was not kept. */
export interface RejectedSkill extends CompiledSkill {
  /** One line. */
  readonly reason: string;
}

/** What {@link compileSkills} takes. */
export interface CompileSkillsOptions {
  /**
   * Tasks in their worlds that skills are tested on, such as a generator's of the split `held_out`. Those that a record is about are passed
   * over: the same task, the same request, or the same inputs in the same world.
   */
  readonly unseen: AsyncIterable<TaskInWorld>;
  /** What a skill is compared with. Default: each task's own oracle; tasks without one are passed over. */
  readonly baseline?: Policy;
  /**
   * A skill is kept if, with 95 % confidence, it is worse than the baseline on at most this share of the tasks that ask for it. Default
   * 0.01, which takes 299 tasks without one that it is worse on.
   */
  readonly margin?: number;
  /** Tasks that a skill is tested on at most. Default: as many as the margin takes, where one of them is worse. */
  readonly tests?: number;
  /** Unseen tasks that are looked at, at most. Default 20,000. */
  readonly maxTasks?: number;
  /** Different tasks that the records of a skill have to be about. Default 5. */
  readonly leastTasks?: number;
  /** Calls of tools in one run. Default 50. */
  readonly maxCalls?: number;
  /** Scripts run in forks of it. Default: one that is opened and closed again. */
  readonly sandbox?: Sandbox;
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
}

/** What came of records. */
export interface CompiledSkills {
  /** Records that skills were looked for in: passed, verified, and kept for no test. */
  readonly selected: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly kept: readonly CompiledSkill[];
  readonly rejected: readonly RejectedSkill[];
  /** Unseen tasks that were looked at. */
  readonly unseenTasks: number;
}

const checkOptions = defineOptions<CompileSkillsOptions>()('compileSkills', {
  unseen: option.required(option.object),
  baseline: option.object,
  margin: option.between(0.001, 0.5),
  tests: option.wholeNumber(1),
  maxTasks: option.wholeNumber(1),
  leastTasks: option.wholeNumber(2),
  maxCalls: option.wholeNumber(1),
  sandbox: option.object,
  signal: option.signal,
  onProgress: option.callback,
});

/**
 * Turns what verified runs do again and again into scripts that do it without a model. A script is found by search in the
 * records alone, and kept only if a paired test on unseen tasks shows that it is not worse than what made the records. The same records,
 * tasks and options give the same skills.
 *
 * @throws {MettleError} `core/invalid_option`; what `unseen` and opening worlds throw; and the signal's reason.
 */
export async function compileSkills(
  records: readonly Trajectory[],
  options: CompileSkillsOptions,
): Promise<CompiledSkills> {
  const checked = checkOptions(options);
  const { margin = 0.01, maxTasks = 20_000, maxCalls = 50, leastTasks } = checked;
  const { tests = testsFor(margin, 1) } = checked;
  const { selected, reasons } = selectForTraining(records);
  const candidates = await inTurns(
    findSkills(selected, leastTasks === undefined ? {} : { leastTasks }),
    checked.signal,
  );
  const { pools, looked } = await collectTasks(candidates, selected, { ...checked, tests, maxTasks });
  const kept: CompiledSkill[] = [];
  const rejected: RejectedSkill[] = [];
  await using hiddenTests = createHiddenTests();
  const sandbox = checked.sandbox ?? (await createSandbox());
  try {
    let done = 0;
    const total = pools.reduce((sum, { tasks }) => sum + tasks.length, 0);
    for (const { candidate, tasks, asked } of pools) {
      const test = await playPairs(tasks, {
        skill: skillPolicy({ skills: [candidate], sandbox }),
        baseline: checked.baseline,
        hiddenTests,
        mostWorse: mostWorse(margin, tests),
        maxCalls,
        signal: checked.signal,
        onTask: () => checked.onProgress?.({ stage: 'test', done: ++done, total, note: candidate.name }),
      });
      const compiled: CompiledSkill = { ...candidate, test, margin, coverage: { asked, tasks: looked } };
      const reason = whyNotKept(test, margin);
      if (reason === null) kept.push(compiled);
      else rejected.push({ ...compiled, reason });
    }
  } finally {
    if (checked.sandbox === undefined) await sandbox.close();
  }
  return { selected: selected.length, leftOut: reasons, kept, rejected, unseenTasks: looked };
}

/** Tasks that a margin takes where the skill is worse on so many of them. */
function testsFor(margin: number, worse: number): number {
  let tests = worse + 1;
  while (exactUpperBound(worse, tests) > margin) tests++;
  return tests;
}

/** On how many tasks of so many a skill may be worse. */
function mostWorse(margin: number, tests: number): number {
  let worse = 0;
  while (worse < tests && exactUpperBound(worse + 1, tests) <= margin) worse++;
  return worse;
}

function whyNotKept({ tasks, worse, worseAtMost, firstFailure }: SkillTest, margin: number): string | null {
  if (tasks === 0) return 'no unseen task asks for it';
  if (worseAtMost <= margin) return null;
  const shown = `${(100 * worseAtMost).toFixed(1)} %`;
  if (worse === 0) {
    return `only ${tasks} unseen tasks ask for it, which shows that it is worse on at most ${shown} of them; the margin is ${100 * margin} %`;
  }
  return `worse than the baseline on ${worse} of ${tasks} unseen tasks${firstFailure === null ? '' : `; the first, ${firstFailure.task}: ${firstFailure.reason}`}`;
}

interface TaskPool {
  readonly candidate: SkillCandidate;
  readonly tasks: TaskInWorld[];
  asked: number;
}

/** Unseen tasks for each skill. */
async function collectTasks(
  candidates: readonly SkillCandidate[],
  records: readonly Trajectory[],
  {
    unseen,
    tests,
    maxTasks,
    signal,
    baseline,
  }: CompileSkillsOptions & { readonly tests: number; readonly maxTasks: number },
): Promise<{ readonly pools: readonly TaskPool[]; readonly looked: number }> {
  const pools = candidates.map((candidate): TaskPool => ({ candidate, tasks: [], asked: 0 }));
  const known = new Set(records.flatMap(({ task }) => [task.id, task.prompt]));
  const inputs = pools.map(({ candidate }) => {
    const own = new Set(candidate.records);
    return new Set(
      records.flatMap((record) =>
        own.has(record.id)
          ? [workKey(candidate, record.task.prompt, record.environment.fingerprint, record.seed)]
          : [],
      ),
    );
  });
  let looked = 0;
  if (pools.length === 0) return { pools, looked };
  for await (const work of unseen) {
    signal?.throwIfAborted();
    const { task, environment, seed, oracle } = work;
    if (looked >= maxTasks || pools.every(({ tasks }) => tasks.length >= tests)) break;
    if (known.has(task.id) || known.has(task.prompt) || (baseline ?? oracle) === undefined) continue;
    known.add(task.id);
    looked++;
    for (const [index, pool] of pools.entries()) {
      const { instructions, prompt } = task;
      const brief = {
        prompt,
        tools: environment.tools,
        ...(instructions === undefined ? {} : { instructions }),
      };
      if (!isInWorld(pool.candidate, brief) || skillInputs(pool.candidate, prompt) === null) continue;
      pool.asked++;
      const key = workKey(pool.candidate, prompt, environment.fingerprint, seed);
      if (pool.tasks.length >= tests || inputs[index]?.has(key) === true) continue;
      inputs[index]?.add(key);
      pool.tasks.push(work);
    }
  }
  return { pools, looked };
}

/** What a skill would be asked to do: the same in other words is no other task. */
function workKey(candidate: SkillCandidate, prompt: string, fingerprint: string, seed: number): string {
  return contentHash([fingerprint, seed, skillInputs(candidate, prompt) as Json]);
}
