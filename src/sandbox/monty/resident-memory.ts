import { closeSync, openSync, readSync } from 'node:fs';

const scratch: Buffer = Buffer.alloc(4096);

/** Megabytes of memory that a process has resident now; 0 where the system does not tell. */
export function residentMegabytes(pid: number): number {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/status`, 'r');
  } catch {
    return 0;
  }
  try {
    const text = scratch.toString('latin1', 0, readSync(file, scratch, 0, scratch.length, 0));
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  } finally {
    closeSync(file);
  }
}
