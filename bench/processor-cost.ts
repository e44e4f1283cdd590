import { readFileSync } from 'node:fs';

let round = 0;

/** A text with a number of its own behind it, so that nothing of it is remembered. */
export function freshText(text: string): string {
  return Buffer.from(`${text}#${round++}`).toString();
}

/** Milliseconds of processor time since `start`, of all threads of this process. */
export function processorMilliseconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Processor milliseconds that work takes on a text that it has not seen. */
export function processorCost(work: (text: string) => unknown, text: string): number {
  const fresh = freshText(text);
  const start = process.cpuUsage();
  work(fresh);
  return processorMilliseconds(start);
}

/** Milliseconds that this thread has computed so far; by the clock where the system doesn't tell. */
export function threadMilliseconds(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6;
  } catch {
    return performance.now();
  }
}
