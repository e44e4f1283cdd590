import type {
  HostFunctions,
  PythonValue,
  RunError,
  RunResult,
  Sandbox,
  SandboxLimits,
} from '../sandbox/index.js';
import { runPatiently } from '../sandbox/internal.js';
import { trainingError } from './error-codes.js';
import type { Example } from './example.js';
import { failedOutcome, judgeAnswer, noAnswer } from './judge-output.js';
import { keepsNoState } from './keeps-no-state.js';
import type { Outcome } from './outcome.js';
import {
  batchHarness,
  batchSize,
  type HarnessOptions,
  MAX_BATCH,
  plainHarness,
  REPORT,
  streamHarness,
} from './script-harness.js';

/** The script that is evaluated. */
export interface CandidateScript {
  readonly script: string;
  readonly scriptHash: string;
  readonly signal: AbortSignal | undefined;
  readonly failsTogether: boolean;
}

/** The runs that evaluate scripts: all examples together first, then around those that cut a run short. */
export class ScriptRuns {
  readonly #sandbox: Sandbox;
  readonly #functions: readonly string[];
  readonly #compiles: boolean;
  #isUsed = false;

  private constructor(sandbox: Sandbox, compiles: boolean) {
    this.#sandbox = sandbox;
    this.#functions = Object.keys(sandbox.boundFunctions());
    this.#compiles = compiles;
  }

  /** The sandbox is this object's own: it is reset for every run. */
  static async in(sandbox: Sandbox): Promise<ScriptRuns> {
    const { engine } = await sandbox.capabilities();
    return new ScriptRuns(sandbox, engine !== 'monty');
  }

  /** One outcome per example, in order. */
  async evaluate(candidate: CandidateScript, examples: readonly Example[]): Promise<Outcome[]> {
    if (examples.length === 0) return [];
    // Executing compiled code anew costs next to nothing; executing text does, so that is spared where it can be.
    const isPlain = !this.#compiles && keepsNoState(candidate.script);
    if (!this.#compiles && !isPlain) {
      // Monty refuses what it lacks by looking at the code of a run; it doesn't look into what that executes.
      const error = await this.#errorOfScript(candidate);
      if (error !== null) return this.#failAll(candidate, examples, error);
    }
    const size = isPlain ? MAX_BATCH : batchSize(candidate.script);
    const outcomes: Outcome[] = [];
    for (let from = 0; from < examples.length; from += size) {
      const batch = examples.slice(from, from + size);
      outcomes.push(...(await this.#evaluateBatch(candidate, batch, isPlain)));
    }
    return outcomes;
  }

  async #evaluateBatch(
    candidate: CandidateScript,
    examples: readonly Example[],
    isPlain: boolean,
  ): Promise<readonly Outcome[]> {
    const code = isPlain ? plainHarness(candidate.script) : batchHarness(this.#harness(candidate));
    const together = await this.#run(code, candidate, examples);
    const answers = together.ok ? together.value : null;
    if (!Array.isArray(answers) || answers.length !== examples.length) {
      const error = isPlain ? await this.#errorOfScript(candidate) : null;
      if (error !== null) return this.#failAll(candidate, examples, error);
      const [first] = examples;
      if (examples.length === 1 && first !== undefined) {
        return [failedOutcome(candidate.scriptHash, first, named(together.error) ?? noAnswer())];
      }
      if (candidate.failsTogether) {
        return this.#failAll(candidate, examples, named(together.error) ?? noAnswer());
      }
      return this.#evaluateStreamed(candidate, examples);
    }
    if (isRefusal(answers[0])) {
      const error = await this.#errorOfScript(candidate);
      if (error !== null) return this.#failAll(candidate, examples, error);
    }
    return examples.map((example, index) => judgeAnswer(candidate.scriptHash, example, answers[index]));
  }

  /** Keeps what came before the example that cut the run short, judges that one alone, and goes on after it. */
  async #evaluateStreamed(
    candidate: CandidateScript,
    examples: readonly Example[],
  ): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    while (outcomes.length < examples.length) {
      const rest = examples.slice(outcomes.length);
      const reports: PythonValue[] = [];
      const report = (answer: PythonValue): null => {
        reports.push(answer);
        return null;
      };
      const { error } = await this.#run(streamHarness(this.#harness(candidate)), candidate, rest, {
        [REPORT]: report,
      });
      const [loaded, ...answers] = reports;
      if (loaded === undefined && error?.starved === true) {
        outcomes.push(...(await this.#evaluateBatch(candidate, rest.slice(0, 1), false)));
        continue;
      }
      if (loaded === undefined && error !== null && error.kind !== 'limit') {
        return [...outcomes, ...this.#failAll(candidate, rest, named(error) ?? error)];
      }
      for (const [index, example] of rest.slice(0, answers.length).entries()) {
        outcomes.push(judgeAnswer(candidate.scriptHash, example, answers[index]));
      }
      const guilty = rest[answers.length];
      if (guilty === undefined) continue;
      if (answers.length === 0 && error !== null && error.kind !== 'limit' && error.starved !== true) {
        outcomes.push(failedOutcome(candidate.scriptHash, guilty, named(error) ?? noAnswer()));
      } else {
        outcomes.push(...(await this.#evaluateBatch(candidate, [guilty], false)));
      }
    }
    return outcomes;
  }

  #harness({ script }: CandidateScript): HarnessOptions {
    return { script, functions: this.#functions, compiles: this.#compiles };
  }

  /** What the script says when it is run plainly, as an error with its line and kind; null when it runs. */
  async #errorOfScript(candidate: CandidateScript): Promise<RunError | null> {
    const { error } = await this.#run(candidate.script, candidate, []);
    if (error?.kind !== 'syntax' || error.line === null) return named(error);
    return { ...error, message: `line ${error.line}: ${error.message}` };
  }

  #failAll(
    candidate: CandidateScript,
    examples: readonly Example[],
    error: Pick<RunError, 'kind' | 'message'>,
  ): Outcome[] {
    return examples.map((example) => failedOutcome(candidate.scriptHash, example, error));
  }

  async #run(
    code: string,
    { signal }: CandidateScript,
    examples: readonly Example[],
    functions: HostFunctions = {},
  ): Promise<RunResult> {
    const run = async (limits: Partial<SandboxLimits>): Promise<RunResult> => {
      if (this.#isUsed) await this.#sandbox.reset();
      this.#isUsed = true;
      return this.#sandbox.run(code, {
        inputs: { mettle_inputs: examples.map((example) => example.input as PythonValue) },
        functions,
        limits,
        ...(signal === undefined ? {} : { signal }),
      });
    };
    // Of a run that reports each answer, the next one is judged alone, and that can be run again.
    const result = await (REPORT in functions ? run({}) : runPatiently(run));
    if (result.error?.kind === 'aborted') {
      throw trainingError('aborted', 'The evaluation was stopped before it ended.');
    }
    if (result.error?.kind === 'infrastructure') {
      throw trainingError(
        'infrastructure',
        `The sandbox failed, so the script has no verdict: ${result.error.message}`,
      );
    }
    return result;
  }
}

/** An exception with its class, without which `sys.exit(3)` would read as `3`. */
function named(error: RunError | null): RunError | null {
  if (error?.kind !== 'runtime') return error;
  return { ...error, message: error.message === '' ? error.type : `${error.type}: ${error.message}` };
}

/** Whether the script failed before it was called. */
function isRefusal(answer: PythonValue | undefined): boolean {
  return Array.isArray(answer) && answer[0] === null;
}
