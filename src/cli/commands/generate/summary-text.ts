import { counted } from '../../../core/internal.js';
import type { GeneratedFolder } from '../../../pipelines/index.js';

/** What a person reads at the end. */
export function summaryText(
  { written, skipped, failed, summary, stopReason, exported, isWhole }: GeneratedFolder,
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
    exported === null ? '' : exportText(exported),
    isWhole
      ? `Report: ${report} (${seconds.toFixed(1)} s)`
      : `This part is done (${seconds.toFixed(1)} s). The last part to end writes the files.`,
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

function exportText({ kept, leftOut, files }: NonNullable<GeneratedFolder['exported']>): string {
  const left = Object.entries(leftOut).map(([reason, times]) => `${times} ${reason}`);
  const written = files.map(({ format, records }) => `${records} as ${format}`);
  return `${kept} kept${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}.${written.length === 0 ? '' : ` Exported ${written.join(', ')}.`}`;
}
