import type { Policy } from '../../environments/index.js';
import type { Outcome } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import type { CallAlignment } from './align-calls.js';
import type { StepCredit } from './attribution.js';
import { eachBranch } from './branch.js';
import type { Continuation, Measurement } from './measurement.js';

/** What came of it when the reference played on from the branches of a record. */
export interface Continued {
  /** Calls that are kept in the last branch that could still be won. */
  readonly lastWon: number;
  /** By the number of kept calls; those are missing that were not tried. */
  readonly from: ReadonlyMap<number, Continuation>;
  readonly steps: readonly StepCredit[];
}

/** Lets the reference play on from every branch of a record; where that is too many, from some that halve the record. */
export async function continueFromAll(
  measurement: Measurement,
  options: {
    readonly reference: Policy;
    readonly alignment: CallAlignment;
    /** The reference's own episode, which is what comes of the first branch. */
    readonly usual: Continuation;
    readonly recorded: Outcome;
  },
): Promise<Continued> {
  const { usual, recorded } = options;
  const { calls } = measurement;
  const from = new Map<number, Continuation>([[0, usual]]);
  const isWon = (kept: number): boolean => from.get(kept)?.outcome.verdict === 'pass';
  const lastWon =
    calls.length <= measurement.options.budget.left
      ? await continueFromEach(measurement, options, from, isWon)
      : await continueByHalves(measurement, options, from, isWon);
  const steps = Array.from({ length: calls.length + 1 }, (_, index) => {
    const after = index < calls.length ? from.get(index + 1)?.outcome.verdict : recorded.verdict;
    return creditOf(measurement, options.alignment, index, from.get(index)?.outcome.verdict, after);
  });
  return { lastWon, from, steps };
}

type Continue = Pick<Parameters<typeof continueFromAll>[1], 'reference' | 'alignment'>;

async function continueFromEach(
  measurement: Measurement,
  { reference, alignment }: Continue,
  from: Map<number, Continuation>,
  isWon: (kept: number) => boolean,
): Promise<number> {
  let lastWon = 0;
  for await (const branch of eachBranch(measurement.record, measurement.options)) {
    const kept = branch.kept.length;
    if (kept === 0) await branch.close();
    else from.set(kept, await measurement.play(branch, reference, { plan: alignment }));
    if (isWon(kept)) lastWon = kept;
  }
  return lastWon;
}

/** Takes it that what is lost stays lost. */
async function continueByHalves(
  measurement: Measurement,
  { reference, alignment }: Continue,
  from: Map<number, Continuation>,
  isWon: (kept: number) => boolean,
): Promise<number> {
  let [won, lost] = [0, measurement.calls.length + 1];
  while (lost - won > 1 && measurement.options.budget.left > 0) {
    // The end first: most often it was not yet lost there.
    const kept = lost > measurement.calls.length ? measurement.calls.length : Math.floor((won + lost) / 2);
    const branch = await measurement.at(kept);
    from.set(kept, await measurement.play(branch, reference, { plan: alignment }));
    if (isWon(kept)) won = kept;
    else lost = kept;
  }
  return won;
}

function creditOf(
  { record, calls }: Measurement,
  { roles }: CallAlignment,
  index: number,
  replaced: Verdict | undefined,
  kept: Verdict | undefined,
): StepCredit {
  const isKnown = replaced !== undefined && kept !== undefined;
  const credit = isKnown ? Number(kept === 'pass') - Number(replaced === 'pass') : null;
  const last = record.steps.at(-1);
  const answered = last?.type === 'final_answer';
  return {
    step: calls[index]?.index ?? record.steps.length - (answered ? 1 : 0),
    role: roles[index] ?? (answered ? 'answer' : 'end'),
    replaced: replaced ?? null,
    kept: kept ?? null,
    credit: credit as StepCredit['credit'],
    corrected: null,
  };
}
