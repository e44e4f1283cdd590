import { defineOptions, option } from '../core/index.js';
import { takeTurns } from '../core/internal.js';
import type { RedactionKind } from './redaction/detectors.js';
import type { RedactionCounts } from './redaction/redactor.js';
import type { Trajectory } from './trajectory.js';

/** What is redacted. */
export interface RedactionOptions {
  /** Whether IP addresses are, too. Versions of four numbers look the same. Default false. */
  readonly ips?: boolean;
}

/** Trajectories without secrets and personal data. */
export interface RedactedTrajectories {
  readonly trajectories: readonly Trajectory[];
  /** How many of them were changed. */
  readonly redacted: number;
  /** How many places were changed, by kind. */
  readonly counts: RedactionCounts;
}

/** Takes one trajectory after another; a value has the same placeholder in all. */
export interface Redaction {
  redact(
    trajectory: Trajectory,
  ): Promise<{ readonly trajectory: Trajectory; readonly counts: RedactionCounts }>;
}

const checkOptions = defineOptions<RedactionOptions>()('redactTrajectories', { ips: option.boolean });

/**
 * Replaces secrets and personal data in every text of trajectories by placeholders such as `[redacted-email-1]`. The same value gets the same
 * placeholder in all of them, so what was linked stays linked.
 *
 * Looked for are private keys, JSON web tokens, keys and tokens of known services, bearer tokens, passwords in addresses of databases and in
 * assignments, members that are called a secret, e-mail addresses, account numbers (IBAN, by their check digits), payment cards (by theirs), and phone
 * numbers. Hashes, UUIDs, ids, versions and dates stay. What has no known form, such as names and street addresses, isn't found.
 *
 * A record that was changed says so in `task.metadata.redacted`. It gets an id of its own, and its verification is `not_checked`: a replay
 * gives other texts than it holds.
 *
 * @example
 * ```ts
 * import { redactTrajectories, trajectoryFromMessages } from 'mettle/records';
 *
 * const run = await trajectoryFromMessages([
 *   { role: 'user', content: 'Write to ann@shop.example.' },
 *   { role: 'assistant', content: 'I wrote to ann@shop.example.' },
 * ]);
 * const { trajectories, counts } = await redactTrajectories([run]);
 * console.log(trajectories[0]?.finalAnswer); // → I wrote to [redacted-email-1].
 * ```
 * @throws {MettleError} `core/invalid_option`.
 */
export async function redactTrajectories(
  trajectories: readonly Trajectory[],
  options: RedactionOptions = {},
): Promise<RedactedTrajectories> {
  const redaction = openRedaction(options);
  const written: Trajectory[] = [];
  const counts: Partial<Record<RedactionKind, number>> = {};
  let redacted = 0;
  for (const each of trajectories) {
    const { trajectory, counts: own } = await redaction.redact(each);
    written.push(trajectory);
    if (trajectory !== each) redacted += 1;
    addCounts(counts, own);
  }
  return { trajectories: written, redacted, counts };
}

/** As {@link redactTrajectories}, of one trajectory after another. */
export function openRedaction(options: RedactionOptions): Redaction {
  const { ips = false } = checkOptions(options);
  const inTurns = takeTurns();
  const loaded = Promise.all([
    import('./redaction/redactor.js'),
    import('./redaction/redact-trajectory.js'),
  ]).then(([{ Redactor }, { redactTrajectory }]) => ({ redactor: new Redactor({ ips }), redactTrajectory }));
  return {
    redact: async (trajectory) => {
      const { redactor, redactTrajectory } = await loaded;
      return inTurns(redactTrajectory(trajectory, redactor));
    },
  };
}

/** Adds counts to a sum. */
export function addCounts(sum: Partial<Record<RedactionKind, number>>, more: RedactionCounts): void {
  for (const [kind, count] of Object.entries(more)) {
    sum[kind as RedactionKind] = (sum[kind as RedactionKind] ?? 0) + count;
  }
}
