import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the soak holds at one moment, after garbage was collected. */
export interface Sample {
  /** Runs so far. */
  readonly runs: number;
  readonly heapMegabytes: number;
  /** Resident memory of this process. */
  readonly hostMegabytes: number;
  /** Resident memory of the children, all together. */
  readonly workerMegabytes: number;
  readonly descriptors: number;
  readonly children: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Looks at this process and its children. Only where there is a `/proc`. */
export async function takeSample(runs: number): Promise<Sample> {
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, rss } = process.memoryUsage();
  const children = childProcesses();
  return {
    runs,
    heapMegabytes: heapUsed / 2 ** 20,
    hostMegabytes: rss / 2 ** 20,
    workerMegabytes: children.reduce((sum, pid) => sum + residentMegabytes(pid), 0),
    descriptors: readdirSync('/proc/self/fd').length,
    children: children.length,
  };
}

/** The growth of a quantity per run: the slope of the line of least squares through the samples. */
export function slopeOf(samples: readonly Sample[], quantity: (sample: Sample) => number): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanRuns = mean(samples.map(({ runs }) => runs));
  const meanQuantity = mean(samples.map(quantity));
  let [covariance, variance] = [0, 0];
  for (const sample of samples) {
    covariance += (sample.runs - meanRuns) * (quantity(sample) - meanQuantity);
    variance += (sample.runs - meanRuns) ** 2;
  }
  return covariance / variance;
}

function childProcesses(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statFields(pid)[1]) === process.pid);
}

/** The fields of a process after its name: state, parent, … */
function statFields(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function residentMegabytes(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
