import { MettleError } from '../../core/index.js';
import type { FileTreeCheckpoint } from '../../filesystem/index.js';
import type { HostFunctions } from '../contract.js';
import type { EngineRun } from '../engine.js';
import type { PythonValue } from '../python-value.js';

/** What a host function answered in a run, in the order of the calls of that function. */
type Answer = { readonly value: PythonValue } | { readonly thrown: unknown };

/** A finished run, kept so that it can be repeated elsewhere with the same answers. */
export interface LoggedRun {
  readonly request: EngineRun;
  /** The tree as it was before the run. */
  readonly before: FileTreeCheckpoint;
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
  readonly ok: boolean;
  readonly stdout: string;
}

/** Host functions that note what they answer. */
export interface RecordedFunctions {
  readonly functions: HostFunctions;
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
}

/** Wraps host functions so that every answer is noted. */
export function recordAnswers(functions: HostFunctions): RecordedFunctions {
  const answers = new Map<string, Answer[]>();
  const note = (name: string, answer: Answer): void => {
    const list = answers.get(name);
    if (list === undefined) answers.set(name, [answer]);
    else list.push(answer);
  };
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    async (...args: PythonValue[]): Promise<PythonValue> => {
      try {
        const value = await call(...args);
        note(name, { value });
        return value;
      } catch (thrown) {
        note(name, { thrown });
        throw thrown;
      }
    },
  ]);
  return { functions: Object.fromEntries(wrapped), answers };
}

/** Host functions that answer as they did in a logged run, and never reach the host. */
export function replayAnswers(run: LoggedRun): HostFunctions {
  const functions = Object.keys(run.request.functions).map((name) => {
    const answers = [...(run.answers.get(name) ?? [])];
    return [
      name,
      (): PythonValue => {
        const answer = answers.shift();
        if (answer === undefined) {
          throw new MettleError({
            code: 'sandbox/replay_diverged',
            message: `${name} was called once more than before`,
          });
        }
        if ('thrown' in answer) throw answer.thrown;
        return answer.value;
      },
    ];
  });
  return Object.fromEntries(functions);
}
