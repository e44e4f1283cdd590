import { counted, errorMessage } from '../core/internal.js';
import { createSandbox, type EngineChoice } from '../sandbox/index.js';
import { evaluationOrder, prerequisitesOf } from './pipeline/evaluation-order.js';
import type { Requirement } from './requirement.js';
import { type RequirementEngine, SANDBOX_ENGINES } from './requirement-engine.js';
import type { Severity } from './verdict.js';

/** What {@link explain} says of one requirement. */
interface ExplainedRequirement {
  readonly key: string;
  readonly requirement: string;
  /** What a model is told beforehand, or null where it is told nothing. */
  readonly told: string | null;
  readonly how: string;
  readonly engine: RequirementEngine;
  readonly severity: Severity;
  /** Keys of the requirements in the set that must pass first. */
  readonly after: readonly string[];
  /** Why it cannot be checked on this machine; null where it can. */
  readonly cannotCheck: string | null;
  /** Whether it can fail while a reply is still being written. */
  readonly failsEarly: boolean;
}

/** What will be checked, how, and what this machine cannot check. */
export interface Explanation {
  /** In the order in which they are judged. */
  readonly requirements: readonly ExplainedRequirement[];
  /** The same in words, for a person. */
  readonly text: string;
}

/** What {@link explain} takes. */
export interface ExplainOptions {
  /** Says why an engine cannot be used here, or null where it can. Default: it is tried. */
  readonly probe?: (engine: EngineChoice) => Promise<string | null>;
}

/**
 * Explains a set of requirements. Each engine that is needed is tried on this machine.
 *
 * @throws {MettleError} for a set that makes no sense, as `createChecker` does.
 */
export async function explain(
  requirements: readonly Requirement[],
  options: ExplainOptions = {},
): Promise<Explanation> {
  const order = evaluationOrder(requirements);
  const keys = new Set(order.map(({ key }) => key));
  const probe = options.probe ?? probeEngine;
  const unusable = new Map<RequirementEngine, string>();
  for (const engine of SANDBOX_ENGINES) {
    if (!order.some((requirement) => requirement.engine === engine)) continue;
    const why = await probe(engine);
    if (why !== null) unusable.set(engine, why);
  }
  const explained = order.map(
    (requirement): ExplainedRequirement => ({
      key: requirement.key,
      requirement: requirement.name,
      told: requirement.checkOnly ? null : requirement.description,
      how: requirement.how,
      engine: requirement.engine,
      severity: requirement.severity,
      after: prerequisitesOf(requirement).filter((key) => keys.has(key)),
      cannotCheck: unusable.get(requirement.engine) ?? null,
      failsEarly: requirement.watch !== null,
    }),
  );
  return { requirements: explained, text: explainInWords(explained) };
}

async function probeEngine(engine: EngineChoice): Promise<string | null> {
  try {
    const sandbox = await createSandbox({ engine });
    await sandbox.close();
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

function explainInWords(explained: readonly ExplainedRequirement[]): string {
  const lines = [`${counted(explained.length, 'requirement')}, judged in this order:`];
  for (const [index, entry] of explained.entries()) {
    const where = entry.engine === 'none' ? '' : ` (${entry.engine})`;
    lines.push(`${index + 1}. ${entry.key}${where}: ${entry.how}.`);
    if (entry.severity === 'should') lines.push('   Advice: a failure lowers the score and no more.');
    lines.push(`   The model is told: ${entry.told ?? 'nothing.'}`);
    if (entry.after.length > 0) lines.push(`   Not checked unless these pass: ${entry.after.join(', ')}.`);
    if (entry.failsEarly) lines.push('   Can end a reply while it is being written.');
    if (entry.cannotCheck !== null) lines.push(`   CANNOT BE CHECKED ON THIS MACHINE: ${entry.cannotCheck}`);
  }
  return lines.join('\n');
}
