import { errorMessage } from '../core/index.js';
import { createSandbox } from '../sandbox/index.js';
import { evaluationOrder, prerequisitesOf } from './pipeline/evaluation-order.js';
import type { Requirement } from './requirement.js';
import { SANDBOX_TIERS, type SandboxTier, type Tier } from './tier.js';

/** What {@link explain} says of one requirement. */
export interface ExplainedRequirement {
  readonly key: string;
  readonly requirement: string;
  /** What a model is told beforehand, or null where it is told nothing. */
  readonly told: string | null;
  readonly how: string;
  readonly tier: Tier;
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
  /** Says why a tier cannot be used here, or null where it can. Default: it is tried. */
  readonly probe?: (tier: SandboxTier) => Promise<string | null>;
}

/**
 * Explains a set of requirements. Each tier that is needed is tried on this machine.
 *
 * @throws {MettleError} for a set that makes no sense, as `createChecker` does.
 */
export async function explain(
  requirements: readonly Requirement[],
  options: ExplainOptions = {},
): Promise<Explanation> {
  const order = evaluationOrder(requirements);
  const keys = new Set(order.map(({ key }) => key));
  const probe = options.probe ?? probeTier;
  const unusable = new Map<Tier, string>();
  for (const tier of SANDBOX_TIERS) {
    if (!order.some((requirement) => requirement.tier === tier)) continue;
    const why = await probe(tier);
    if (why !== null) unusable.set(tier, why);
  }
  const explained = order.map(
    (requirement): ExplainedRequirement => ({
      key: requirement.key,
      requirement: requirement.name,
      told: requirement.checkOnly ? null : requirement.description,
      how: requirement.how,
      tier: requirement.tier,
      after: prerequisitesOf(requirement).filter((key) => keys.has(key)),
      cannotCheck: unusable.get(requirement.tier) ?? null,
      failsEarly: requirement.watch !== null,
    }),
  );
  return { requirements: explained, text: explainInWords(explained) };
}

async function probeTier(tier: SandboxTier): Promise<string | null> {
  try {
    const sandbox = await createSandbox({ engine: tier });
    await sandbox.close();
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

function explainInWords(explained: readonly ExplainedRequirement[]): string {
  const lines = [
    `${explained.length} ${explained.length === 1 ? 'requirement' : 'requirements'}, judged in this order:`,
  ];
  for (const [index, entry] of explained.entries()) {
    lines.push(`${index + 1}. ${entry.key} (${entry.tier}): ${entry.how}.`);
    lines.push(`   The model is told: ${entry.told ?? 'nothing.'}`);
    if (entry.after.length > 0) lines.push(`   Not checked unless these pass: ${entry.after.join(', ')}.`);
    if (entry.failsEarly) lines.push('   Can end a reply while it is being written.');
    if (entry.cannotCheck !== null) lines.push(`   CANNOT BE CHECKED ON THIS MACHINE: ${entry.cannotCheck}`);
  }
  return lines.join('\n');
}
