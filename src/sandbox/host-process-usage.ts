import { readdirSync, readFileSync } from 'node:fs';

/** What a process of this host, with those that it has started, has used; see {@link hostProcessUsage}. */
export interface HostProcessUsage {
  readonly processorSeconds: number;
  /** Seconds in which its threads were ready to run and the machine ran others. */
  readonly delaySeconds: number;
}

/** Clock ticks a second in `/proc`, on every Linux. */
const TICKS = 100;

/**
 * What a process and all below it have used by now, as the kernel counts it; null where the system does not tell, as on
 * macOS and Windows, and for a process that is gone.
 */
export function hostProcessUsage(pid: number): HostProcessUsage | null {
  let processorSeconds = 0;
  let delaySeconds = 0;
  const pending = [pid];
  for (let at = 0; at < pending.length; at++) {
    const each = pending[at] as number;
    const own = usageOf(each, pending);
    if (own === null && each === pid) return null;
    processorSeconds += own?.processorSeconds ?? 0;
    delaySeconds += own?.delaySeconds ?? 0;
  }
  return { processorSeconds, delaySeconds };
}

/** One process, whose children are added to `children`. */
function usageOf(pid: number, children: number[]): HostProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Its own time, and that of the children that it has waited for.
    const [user = 0, system = 0, ...ended] = fields.slice(11, 15).map(Number);
    const sumOfEnded = ended.reduce((sum, ticks) => sum + ticks, 0) / TICKS;
    let running = 0;
    let delay = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const times = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ').map(Number);
      running += (times[0] ?? 0) / 1e9;
      delay += (times[1] ?? 0) / 1e9;
      const list = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').trim();
      if (list !== '') children.push(...list.split(' ').map(Number));
    }
    // Ticks know threads that have ended, and the scheduler knows the time between two ticks.
    const own = Math.max((user + system) / TICKS, running);
    return { processorSeconds: own + sumOfEnded, delaySeconds: delay };
  } catch {
    return null;
  }
}
