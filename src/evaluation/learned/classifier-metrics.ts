/** A prediction of a classifier beside the truth. */
export interface Prediction {
  readonly probability: number;
  readonly label: boolean;
}

/** One bin of a reliability curve: of what was predicted with about this probability, how much was true. */
export interface ReliabilityBin {
  /** The bin holds probabilities from `low` to `high`; only the last one holds its upper end. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** The mean of what was predicted; null for an empty bin. */
  readonly predicted: number | null;
  /** The share that was true; null for an empty bin. */
  readonly observed: number | null;
}

/** How good a classifier's predictions are. */
export interface ClassifierMetrics {
  /** The share that is right at the threshold. */
  readonly agreement: number;
  /** Of what was predicted to pass, the share that does; null where nothing was. */
  readonly precision: number | null;
  /** Of what passes, the share that was predicted to; null where nothing does. */
  readonly recall: number | null;
  /** How likely one that passes is ranked above one that doesn't, ties counted half; null where all are of one class. */
  readonly auroc: number | null;
  /** Mean squared distance between probability and truth (Brier 1950): 0 is perfect. */
  readonly brier: number;
  /** Expected calibration error over ten equal bins (Naeini et al. 2015): 0 is perfect. */
  readonly ece: number;
  readonly reliability: readonly ReliabilityBin[];
}

const BINS = 10;

/** Measures at least one prediction. */
export function classifierMetrics(predictions: readonly Prediction[], threshold: number): ClassifierMetrics {
  const isPredicted = ({ probability }: Prediction): boolean => probability >= threshold;
  const positives = predictions.filter(({ label }) => label);
  const predicted = predictions.filter(isPredicted);
  const hits = predicted.filter(({ label }) => label).length;
  const right = predictions.filter((each) => isPredicted(each) === each.label).length;
  const reliability = reliabilityOf(predictions);
  const squares = predictions.map(({ probability, label }) => (probability - Number(label)) ** 2);
  return {
    agreement: right / predictions.length,
    precision: predicted.length === 0 ? null : hits / predicted.length,
    recall: positives.length === 0 ? null : hits / positives.length,
    auroc: auroc(predictions),
    brier: squares.reduce((sum, each) => sum + each, 0) / predictions.length,
    ece: reliability.reduce((sum, bin) => sum + gap(bin) * (bin.count / predictions.length), 0),
    reliability,
  };
}

function gap({ predicted, observed }: ReliabilityBin): number {
  return predicted === null || observed === null ? 0 : Math.abs(predicted - observed);
}

function reliabilityOf(predictions: readonly Prediction[]): readonly ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, index) => {
    const inside = predictions.filter(
      ({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === index,
    );
    const meanOf = (value: (each: Prediction) => number): number | null =>
      inside.length === 0 ? null : inside.reduce((sum, each) => sum + value(each), 0) / inside.length;
    return {
      low: index / BINS,
      high: (index + 1) / BINS,
      count: inside.length,
      predicted: meanOf(({ probability }) => probability),
      observed: meanOf(({ label }) => Number(label)),
    };
  });
}

/** The area under the ROC curve as the Mann–Whitney statistic, with mean ranks for ties (Hanley & McNeil 1982). */
function auroc(predictions: readonly Prediction[]): number | null {
  const sorted = [...predictions].sort((left, right) => left.probability - right.probability);
  const positives = sorted.filter(({ label }) => label).length;
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.probability === sorted[start]?.probability) end++;
    const rank = (start + 1 + end) / 2;
    rankSum += rank * sorted.slice(start, end).filter(({ label }) => label).length;
    start = end;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
