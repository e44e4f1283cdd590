import { allHold, countOf } from '../count-of.js';
import { treeOf } from '../python/code-of.js';
import { type describeRunError, judgeMachineError } from '../python/python-execution-req.js';
import { commonOptions, defineRequirement, type Requirement } from '../requirement.js';
import { fail, notChecked, pass } from '../verdict.js';
import { type DoctestExample, doctestExamples, doctestProgram, matchesWant } from './doctest-examples.js';
import {
  AFTER_LOADING,
  type LoadedCode,
  type SandboxedOptions,
  sandboxPlan,
  withLoadedCode,
} from './sandboxed.js';

/** What {@link DoctestsPass} takes. */
export interface DoctestsPassOptions extends SandboxedOptions {
  /** Whether code without a single example fails; else its verdict is `not_checked`. Default true. */
  readonly required?: boolean;
}

/**
 * The examples in the code's docstrings hold: each `>>>` prints what stands below it, or raises the exception that
 * the last line of a traceback there names. The score is the share that holds.
 *
 * @throws {MettleError} what a sandbox is refused for.
 */
export function DoctestsPass(options: DoctestsPassOptions = {}): Requirement {
  const plan = sandboxPlan(options);
  const required = options.required ?? true;
  return defineRequirement({
    name: 'DoctestsPass',
    description: 'The functions have docstrings with `>>>` examples, and these hold.',
    how: 'examples are read from the docstrings and run one by one in a sandbox',
    tier: plan.tier,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context) {
      const found = treeOf(artefact, 'the doctests');
      if ('missing' in found) return found.missing;
      const examples = doctestExamples(found.tree);
      if (examples.length === 0) {
        return required
          ? fail('The code has no `>>>` examples in its docstrings.')
          : notChecked('There are no examples.');
      }
      return withLoadedCode(artefact, context, plan, 'the doctests', async (loaded) => {
        const failures: string[] = [];
        for (const example of examples) {
          const outcome = await runExample(loaded, example);
          if (outcome === null) continue;
          const { error } = outcome;
          const machine = error === undefined ? null : judgeMachineError(error, plan, 'The doctests');
          if (machine !== null) return machine;
          failures.push(outcome.words);
        }
        const score = 1 - failures.length / examples.length;
        return failures.length === 0
          ? pass(allHold(examples.length), { score })
          : fail(
              `${failures.length} of ${countOf(examples.length, 'example')} ${failures.length === 1 ? 'fails' : 'fail'}: ${failures.slice(0, 3).join(' ')}`,
              {
                score,
              },
            );
      });
    },
  });
}

async function runExample(
  loaded: LoadedCode,
  example: DoctestExample,
): Promise<{ readonly words: string; readonly error?: Parameters<typeof describeRunError>[0] } | null> {
  const result = await loaded.run(`${doctestProgram(example.source)}\nTrue`);
  const place = `${example.owner}: >>> ${example.source.split('\n', 1)[0]}`;
  const { error } = result;
  if (error !== null) {
    const wanted = /^Traceback \(most recent call last\):/.test(example.want)
      ? example.want.split('\n').at(-1)
      : null;
    const raised = error.message === '' ? error.type : `${error.type}: ${error.message}`;
    if (wanted === raised) return null;
    return { words: `${place} raised ${raised}.`, error };
  }
  if (result.value !== true) return { words: `${place} ended the program.` };
  if (matchesWant(result.stdout, example)) return null;
  return {
    words: `${place} printed ${JSON.stringify(result.stdout.trimEnd().slice(0, 100))}; expected ${JSON.stringify(example.want.slice(0, 100))}.`,
  };
}
