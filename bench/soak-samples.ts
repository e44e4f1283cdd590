import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { quantile } from './harness.js';

/** What the soak holds at one moment, after garbage was collected. */
export interface Sample {
  /** Runs so far. */
  readonly runs: number;
  readonly heapMegabytes: number;
  /** Resident memory of this process. */
  readonly hostMegabytes: number;
  /** Resident memory of the largest process under this one. */
  readonly workerMegabytes: number;
  readonly descriptors: number;
  /** Processes under this one. */
  readonly children: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Looks at this process and those under it. Only where there is a `/proc`. */
export async function takeSample(runs: number): Promise<Sample> {
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage();
    // Processes that were killed a moment ago are on their way out.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, rss } = process.memoryUsage();
  const children = descendantProcesses();
  return {
    runs,
    heapMegabytes: heapUsed / 2 ** 20,
    hostMegabytes: rss / 2 ** 20,
    workerMegabytes: Math.max(0, ...children.map(residentMegabytes)),
    descriptors: readdirSync('/proc/self/fd').length,
    children: children.length,
  };
}

/** The growth of a quantity per run: how far the median of the last quarter is from that of the one before. */
export function growthOf(samples: readonly Sample[], quantity: (sample: Sample) => number): number {
  const quarter = Math.floor(samples.length / 4);
  const last = samples.slice(-quarter);
  const before = samples.slice(-2 * quarter, -quarter);
  const median = (part: readonly Sample[], of: (sample: Sample) => number): number =>
    quantile(part.map(of), 0.5);
  const runs = ({ runs }: Sample): number => runs;
  return (median(last, quantity) - median(before, quantity)) / (median(last, runs) - median(before, runs));
}

/** Processes under this one, its children first. Only where there is a `/proc`. */
export function descendantProcesses(): readonly number[] {
  return below([process.pid]);
}

/** Processes, this one aside, whose command line has a text in it, and all under them. */
export function processesNaming(text: string): readonly number[] {
  const named = processNumbers().filter((pid) => pid !== process.pid && commandOf(pid).includes(text));
  return [...new Set([...named, ...below(named)])];
}

function below(roots: readonly number[]): readonly number[] {
  const parents = processNumbers().map((pid) => ({ pid, parent: Number(statFields(pid)[1]) }));
  const found: number[] = [];
  for (let level = roots; level.length > 0; ) {
    level = parents.filter(({ parent }) => level.includes(parent)).map(({ pid }) => pid);
    found.push(...level);
  }
  return found;
}

function processNumbers(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
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
