import { defineOptions, option } from '../../core/index.js';
import type { GenerateTaskOptions, TaskGenerator } from './generated-task.js';
import { proveTask, type TaskProofOptions } from './prove-task.js';

/** What {@link auditTasks} looks at. */
export interface AuditTasksOptions
  extends Pick<GenerateTaskOptions, 'seed' | 'level' | 'split'>,
    TaskProofOptions {
  readonly generator: TaskGenerator;
  /** Instances to try, from index 0. */
  readonly count: number;
  /** Told after each instance. */
  readonly onProgress?: (done: number, count: number) => void;
  readonly signal?: AbortSignal;
}

const checkOptions = defineOptions<AuditTasksOptions>()('auditTasks', {
  generator: option.required(option.object),
  count: option.required(option.wholeNumber(1)),
  seed: option.required(option.integer),
  level: option.wholeNumber(1),
  split: option.string,
  hiddenTests: option.object,
  onProgress: option.callback,
  signal: option.signal,
});

/** An instance that should not be used. */
export interface TaskFlaw {
  readonly index: number;
  readonly taskId: string;
  readonly prompt: string;
  readonly reason: string;
}

/** What an audit found. */
export interface TaskAudit {
  readonly generator: string;
  readonly tasks: number;
  /** Instances that the oracle can do and no adversary can have for nothing. */
  readonly proved: number;
  /** Episodes that were played for it. */
  readonly episodes: number;
  readonly byCategory: Readonly<Record<string, number>>;
  readonly flaws: readonly TaskFlaw[];
}

/**
 * Tries the first instances of a generator out, each as `proveTask` does, and names those that can't be done or can be
 * had for nothing, and prompts that came twice.
 *
 * @throws what `generate` throws, and the signal's reason.
 */
export async function auditTasks(options: AuditTasksOptions): Promise<TaskAudit> {
  const { generator, count, seed, level, split, onProgress, signal, ...proofOptions } = checkOptions(options);
  const flaws: TaskFlaw[] = [];
  const prompts = new Set<string>();
  const byCategory: Record<string, number> = {};
  let episodes = 0;
  for (let index = 0; index < count; index++) {
    signal?.throwIfAborted();
    const generated = await generator.generate({
      seed,
      index,
      ...(level === undefined ? {} : { level }),
      ...(split === undefined ? {} : { split }),
    });
    const { id, category, prompt } = generated.task;
    byCategory[category] = (byCategory[category] ?? 0) + 1;
    const proof = await proveTask(generated, proofOptions);
    episodes += proof.adversaries + 1;
    const reason = prompts.has(prompt) ? 'the prompt came before' : proof.reason;
    prompts.add(prompt);
    if (reason !== '') flaws.push({ index, taskId: id, prompt, reason });
    onProgress?.(index + 1, count);
  }
  return {
    generator: generator.name,
    tasks: count,
    proved: count - flaws.length,
    episodes,
    byCategory,
    flaws,
  };
}
