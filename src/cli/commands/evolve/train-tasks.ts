import type { CommandIo } from '../../command.js';
import { HOW_TO_ANSWER, questionLines, readAnswer } from './ask-question.js';
import { ofFolder } from './folder-progress.js';
import type { NamedTask } from './read-tasks.js';
import { taskLine } from './report.js';
import { type TaskResult, trainTask } from './train-task.js';

/** Most questions that are asked of one task. */
const MOST_QUESTIONS = 10;

type TrainOptions = Omit<Parameters<typeof trainTask>[1], 'onProgress'>;

/** Tasks as they were trained in the end, with the answers of a person among their examples, and what they came to. */
export interface TrainedTasks {
  readonly files: readonly NamedTask[];
  readonly results: readonly TaskResult[];
}

/** Trains tasks one after another, and asks the person where the examples do not decide. */
export async function trainTasks(
  files: readonly NamedTask[],
  options: TrainOptions,
  {
    io,
    isFolder,
    asks,
    onResult,
  }: {
    readonly io: CommandIo;
    readonly isFolder: boolean;
    readonly asks: boolean;
    /** Called as each task ends. */
    readonly onResult: (result: TaskResult) => void;
  },
): Promise<TrainedTasks> {
  const trained: NamedTask[] = [];
  const results: TaskResult[] = [];
  for (let file of files) {
    if (io.signal.aborted) break;
    const train = (): Promise<TaskResult> =>
      trainTask(file, {
        ...options,
        onProgress: (update) =>
          io.progress(isFolder ? ofFolder(update, file.name, results.length, files.length) : update),
      });
    let result = await train();
    for (let count = 0; asks && count < MOST_QUESTIONS && !io.signal.aborted; count++) {
      const { question } = result;
      if (question === null) break;
      // In one piece: what is asked is shown with --quiet, too.
      const answer = readAnswer(
        await io.ask([...questionLines(question), HOW_TO_ANSWER].join('\n')),
        question,
      );
      if (answer === null) break;
      const examples = [...file.task.examples, { input: question.input, output: answer.output }];
      file = { ...file, task: { ...file.task, examples } };
      result = await train();
    }
    trained.push(file);
    results.push(result);
    onResult(result);
    if (isFolder) {
      io.progress({ stage: 'tasks', done: results.length, total: files.length, note: taskLine(result) });
    }
  }
  return { files: trained, results };
}
