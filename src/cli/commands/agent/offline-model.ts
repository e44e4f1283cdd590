import type { Json } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import type { FileTree } from '../../../filesystem/index.js';
import type { Model, ModelRequest, ModelResponse, ToolCallPart } from '../../../models/index.js';
import { plainResponse, streamOfResponse } from '../../../models/internal.js';
import { createSandbox } from '../../../sandbox/index.js';
import { parseTaskFile, type TaskFile } from '../../../training/index.js';
import { usageError } from '../../parse-option.js';

/** A task that the search can try: a file of examples that the words name. */
interface OfflineTask {
  readonly path: string;
  readonly file: TaskFile;
}

const HOW =
  'Without a model, the task has to name a JSON file of examples in the folder, {"examples": [{"input": …, "output": …}]}. For any other task, name a model with --model.';

/**
 * Finds the file of examples that a task names, among the files it is to be done on.
 *
 * @throws {MettleError} `cli/usage` where it names none, or one that holds no examples.
 */
export function offlineTask(task: string, files: FileTree): OfflineTask {
  const words = task.match(/(?<![^\s"'`,;()])[^\s"'`,;()]+\.json\b/g) ?? [];
  const path = words.find((word) => files.exists(word) && files.stat(word).kind === 'file');
  if (path === undefined) throw usageError(HOW);
  try {
    return { path, file: parseTaskFile({ name: path, text: files.readText(path) }) };
  } catch (error) {
    throw usageError(`${errorMessage(error)} ${HOW}`);
  }
}

/**
 * A model that is none: it reads the file of examples, writes the script that the search finds beside it, runs that
 * file, and answers. Where the search finds nothing it can trust, it says so and writes nothing.
 */
export function offlineModel(task: OfflineTask, options: { readonly seed: number }): Model {
  const script = task.path.replace(/\.json$/, '.py');
  const call: Model['call'] = async ({ messages }: ModelRequest, { signal } = {}) => {
    const turns = messages.filter(({ role }) => role === 'assistant').length;
    if (turns === 0) return reply(turns, '', [{ toolName: 'read_file', input: { path: task.path } }]);
    if (turns === 1) return findScript(task, script, options.seed, signal);
    if (turns === 2) return reply(turns, '', [{ toolName: 'run_python_file', input: { path: script } }]);
    return reply(
      turns,
      `${script} holds transform(value), which gives the output of every example in ${task.path}.`,
    );
  };
  return {
    provider: 'mettle',
    modelId: 'offline',
    call,
    async *stream(request, callOptions) {
      yield* streamOfResponse(await call(request, callOptions));
    },
  };
}

/** What the search makes of the examples, judged on those it never saw. */
async function findScript(
  { path, file }: OfflineTask,
  script: string,
  seed: number,
  signal: AbortSignal | undefined,
): Promise<ModelResponse> {
  const { searchScript } = await import('../../../search/index.js');
  await using sandbox = await createSandbox();
  const budget = { seconds: 20, maxEvaluations: 1_000_000 };
  const found = await searchScript({ ...file.task, budget, seed, sandbox, signal });
  signal?.throwIfAborted();
  if (found.script === null) {
    const advice = [...found.reasons, ...found.advice].join(' ');
    return reply(1, `The search found no script for ${path} that it can trust. ${advice}`.trim());
  }
  return reply(1, '', [{ toolName: 'write_file', input: { path: script, content: found.script } }]);
}

function reply(
  turn: number,
  text: string,
  calls: readonly { readonly toolName: string; readonly input: Json }[] = [],
): ModelResponse {
  const toolCalls = calls.map<ToolCallPart>((call, index) => ({
    type: 'tool-call',
    toolCallId: `offline_${turn}_${index}`,
    ...call,
  }));
  return plainResponse('mettle/offline', text, { toolCalls });
}
