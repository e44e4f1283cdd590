import { defineOptions, option } from '../../../core/index.js';
import type { Environment } from '../../../environments/index.js';
import { defineTaskGenerator, type TaskDraft } from '../define-task-generator.js';
import type { TaskGenerator } from '../generated-task.js';
import { say } from '../words.js';
import { drawFunction } from './function-families.js';
import { callText, drawExamples, testsOf } from './function-spec.js';

/** What {@link createPythonTaskGenerator} makes tasks for. */
export interface PythonTaskGeneratorOptions {
  /** The world the agent tries its code in; any with a tool that runs Python. It is the caller's to close. */
  readonly environment: Environment;
  /** snake_case. Default `python`. */
  readonly name?: string;
}

const checkOptions = defineOptions<PythonTaskGeneratorOptions>()('createPythonTaskGenerator', {
  environment: option.required(option.object),
  name: option.string,
});

/** Examples in the prompt, by level: the fewer, the more the words matter. */
const EXAMPLES: ReadonlyMap<number, number> = new Map([
  [1, 4],
  [2, 2],
]);
const HIDDEN_EXAMPLES = 8;

/**
 * Functions to write in Python, from words and examples: the answer is the source. It passes by tests that the agent
 * never sees, on other values, run in a process that the code can't write to: score it with `scoreOutcomeInSandbox`.
 * Expected results are worked out in TypeScript.
 *
 * @throws {MettleError} from `generate`, as {@link TaskGenerator} says.
 */
export function createPythonTaskGenerator(options: PythonTaskGeneratorOptions): TaskGenerator {
  const { environment, name = 'python' } = checkOptions(options);
  return defineTaskGenerator({
    name,
    levels: [...EXAMPLES.keys()],
    draw: ({ stream, level }): TaskDraft | null => {
      const spec = drawFunction(stream);
      const shown = EXAMPLES.get(level) ?? 2;
      const [bug] = spec.bugs;
      const examples = drawExamples(spec, stream, {
        count: shown + HIDDEN_EXAMPLES,
        telling: HIDDEN_EXAMPLES / 2,
        ...(bug === undefined ? {} : { bug }),
      });
      if (examples === null) return null;
      const visible = examples.slice(0, shown);
      const lines = visible.map(
        (example) => `${callText(spec, example)} == ${JSON.stringify(example.result)}`,
      );
      const prompt = `${say(stream, [
        `Write a Python function \`${spec.signature}\` that ${spec.description}.`,
        `I need a Python function \`${spec.signature}\`. It ${spec.description}.`,
        `Implement \`${spec.signature}\` in Python: a function that ${spec.description}.`,
      ])}\n\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n\n${stream.pick([
        'Answer with the source of the function and nothing else.',
        'Reply with the Python source alone.',
        'Your answer is the source code, without a word around it.',
      ])}`;
      return {
        category: 'implement',
        prompt,
        key: [spec.source, lines],
        expected: {
          answer: null,
          stateDigest: null,
          goals: [{ kind: 'tests_pass', fact: null, tests: testsOf(spec, examples.slice(shown)) }],
        },
        oracle: async (_, actor) => {
          const [tool] = environment.tools.filter(({ parameters }) => hasCode(parameters.properties));
          if (tool !== undefined) {
            const tries = visible.map((example) => callText(spec, example)).join(', ');
            await actor.runCode(`${spec.source}\n[${tries}]`, tool.name);
          }
          actor.answer(spec.source);
        },
        environment: async () => environment,
      };
    },
  });
}

function hasCode(properties: unknown): boolean {
  return typeof properties === 'object' && properties !== null && 'code' in properties;
}
