import { counted, nearNames } from '../../../core/internal.js';
import type { TrajectoryGeneratorOptions } from '../../../generation/index.js';
import type { GeneratedFolder } from '../../../pipelines/index.js';
import type { CommandIo } from '../../command.js';
import { openRetriedModel } from '../../open-retried-model.js';
import { usageError } from '../../parse-option.js';

/** Who plays, as the call names it. */
export async function playerOptions(
  { policy, model, rationales }: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<Pick<TrajectoryGeneratorOptions, 'model' | 'useMock' | 'offlinePolicies' | 'rationales'>> {
  if (typeof rationales === 'string') {
    if (typeof model === 'string' && model !== 'offline') {
      throw usageError('--rationales explains what the oracle does: give it or --model, not both.');
    }
    const explained = await openRetriedModel(rationales, io);
    return { ...(await playerOptions({ policy, model: 'offline' }, io)), rationales: explained };
  }
  if (typeof policy === 'string') return { useMock: true, offlinePolicies: await policiesOf(policy) };
  if (model === 'offline') return { useMock: true };
  if (typeof model !== 'string') return {};
  return { model: await openRetriedModel(model, io) };
}

async function policiesOf(name: string): Promise<TrajectoryGeneratorOptions['offlinePolicies'] & object> {
  const { FAULTS, faultyOraclePolicy, oraclePolicy, standardOfflinePolicies } = await import(
    '../../../generation/index.js'
  );
  if (name === 'mixed') return standardOfflinePolicies();
  if (name === 'oracle') return [oraclePolicy()];
  const fault = FAULTS.find((each) => each === name);
  if (fault !== undefined) return [faultyOraclePolicy(fault)];
  const names = ['mixed', 'oracle', ...FAULTS];
  const [near] = nearNames(name, names);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw usageError(`--policy is one of ${names.join(', ')}; got "${name}".${hint}`);
}

/** What a person reads at the end. */
export function summaryText(
  { written, skipped, failed, summary, stopReason }: GeneratedFolder,
  { seconds, report }: { readonly seconds: number; readonly report: string },
): string {
  const {
    pass,
    verified,
    refuted,
    unverified,
    failures,
    errors,
    firstError,
    diversity,
    rationales,
    rationaleFailure,
  } = summary;
  const before = skipped === 0 ? '' : `, ${skipped} were there before`;
  const first = failed[0];
  return [
    `${written} written${before}, ${(written / Math.max(seconds, 0.001)).toFixed(0)}/s.`,
    pass === null
      ? errors === summary.total
        ? ''
        : 'None was scored: its task says nothing that can be checked, or nothing was done that counts.'
      : `${percent(pass.rate)} passed (${pass.successes} of ${pass.trials}).${kindsOf(failures.byKind)}`,
    errors === 0
      ? ''
      : `${errors} ended by an error of the policy or the machine; the first: ${firstError?.replace(/\s+/g, ' ')}`,
    verified === null
      ? 'None was replayed (--no-verify).'
      : `${percent(verified.rate)} verified by replay.${refuted === 0 ? '' : ` ${refuted} did not replay the same.`}`,
    Object.values(rationales).every((count) => count === 0)
      ? ''
      : `Thoughts of a model: ${rationales.kept} kept, ${rationales.dropped} dropped by the check, ${rationales.failed} not written.${rationaleFailure === null ? '' : ` The first failure: ${rationaleFailure}`}`,
    unverified === 0
      ? ''
      : `${unverified} could not be verified: an error of this machine; --resume plays them again.`,
    diversity.nearDuplicateRate === null
      ? ''
      : `${counted(diversity.prompts, 'prompt')}, ${counted(diversity.actionShapes, 'action shape')}, ${counted(diversity.worlds, 'world')}; ${percent(diversity.nearDuplicateRate)} near-duplicates.`,
    first === undefined ? '' : `${failed.length} could not begin; the first: ${first.message}`,
    stopReason === 'budget' ? 'The budget is used up; continue with --resume.' : '',
    `Report: ${report} (${seconds.toFixed(1)} s)`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function kindsOf(kinds: GeneratedFolder['summary']['failures']['byKind']): string {
  if (kinds.length === 0) return '';
  const words = kinds.slice(0, 4).map(({ kind, count }) => `${count} ${kind.replaceAll('_', ' ')}`);
  return ` Failures: ${words.join(', ')}${kinds.length > 4 ? ', …' : ''}.`;
}

function percent(rate: number): string {
  return `${Math.floor(rate * 1000) / 10} %`;
}
