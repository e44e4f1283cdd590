import { contentHash, defineOptions, type Json, option } from '../../core/index.js';
import type { Policy } from '../../environments/index.js';
import { createSandbox, type Sandbox } from '../../sandbox/index.js';
import { searchScript } from '../../search/index.js';
import { isCodeTool } from '../play-agent.js';
import type { OfflinePolicy } from './offline-policy.js';
import { readTransformation } from './transformation-task.js';

/** What {@link searchPolicy} takes. */
export interface SearchPolicyOptions {
  /** Candidates that are tried for one task. Default 100,000. */
  readonly maxEvaluations?: number;
  /** Decides which examples are held out. Default 0. */
  readonly seed?: number;
  /** Judges what the search finds; apart from the world. Default: one that is opened for each task. */
  readonly sandbox?: Sandbox;
}

const checkOptions = defineOptions<SearchPolicyOptions>()('searchPolicy', {
  maxEvaluations: option.wholeNumber(1),
  seed: option.integer,
  sandbox: option.object,
});

/** Changes when the policy acts otherwise. */
const SEARCH_POLICY_VERSION = 1;

/**
 * A policy without a model for transformations by examples (see `transformationTask`): it searches for a script that
 * fits all of them, runs it in the world on the input, and answers with the result. If the search abstains, it gives
 * up.
 *
 * @example
 * ```ts
 * import { createPythonEnvironment, recordTrajectory } from 'mettle/environments';
 * import { searchPolicy, transformationTask } from 'mettle/generation';
 *
 * const names = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Barbara Liskov', 'Ken Thompson', 'John Backus'];
 * const { finalAnswer } = await recordTrajectory({
 *   environment: await createPythonEnvironment(),
 *   policy: searchPolicy(),
 *   task: transformationTask({
 *     examples: names.map((name) => ({ input: name, output: name.split(' ')[1]?.toUpperCase() ?? '' })),
 *     input: 'Edsger Dijkstra',
 *   }),
 *   seed: 0,
 * });
 * console.log(finalAnswer); // → DIJKSTRA
 * ```
 */
export function searchPolicy(options: SearchPolicyOptions = {}): Policy {
  const { maxEvaluations = 100_000, seed = 0 } = checkOptions(options);
  return {
    name: 'search',
    version: contentHash({ version: SEARCH_POLICY_VERSION, maxEvaluations, seed }),
    async play({ prompt, tools, signal }, actor) {
      const task = readTransformation(prompt);
      const tool = tools.find(isCodeTool);
      if (task === null || tool === undefined) return;
      const { examples, input } = task;
      actor.plan(`Find a script that does all ${examples.length} examples, and run it on the input.`);
      const sandbox = options.sandbox ?? (await createSandbox());
      let script: string | null;
      try {
        const found = await searchScript({ examples, budget: { maxEvaluations }, seed, sandbox, signal });
        script = found.script;
      } finally {
        if (options.sandbox === undefined) await sandbox.close();
      }
      if (script === null) {
        actor.think('The search found no script that the examples support.');
        return;
      }
      const { status, data } = await actor.runCode(callOf(script, input), tool.name);
      if (status === 'ok') actor.answer((data as { readonly value?: Json } | null)?.value ?? null);
    },
  };
}

/** The search as an offline policy: for tasks that hold examples, in worlds with a tool that runs code. */
export function searchOfflinePolicy(
  options: Omit<SearchPolicyOptions, 'seed'> = {},
  weight = 1,
): OfflinePolicy {
  return {
    name: 'search',
    weight,
    policyFor: ({ task, environment }, { seed }) =>
      readTransformation(task.prompt) !== null && environment.tools.some(isCodeTool)
        ? searchPolicy({ ...options, seed })
        : null,
  };
}

/** The script, called with the input. A text of JSON is a text of Python too. */
function callOf(script: string, input: Json): string {
  return `import json\n\n${script.trimEnd()}\n\n\ntransform(json.loads(${JSON.stringify(JSON.stringify(input))}))`;
}
