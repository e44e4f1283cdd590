/** What is known of a failure when a hint is looked for. */
export interface HintFacts {
  readonly type: string;
  readonly message: string;
  /** The path that the failed operation named, or null. */
  readonly path: string | null;
  readonly files: { exists(path: string): boolean };
}

const NO_SHARED_MEMORY =
  'Under Landlock, code has no shared memory, so values, locks, queues and pools of multiprocessing fail: use threads, or install bubblewrap on this machine.';

/** How to repair a failure in confined CPython, or null. */
export function hintFor(facts: HintFacts): string | null {
  const { type, message, path } = facts;
  if (type === 'ModuleNotFoundError') {
    return 'Only the standard library, the files of the tree and the packages passed in can be imported here: write it with those, or pass the folder that it is installed in with createSandbox({ packages }).';
  }
  if (type === 'FileNotFoundError' && path?.startsWith('/') && existsInTree(facts)) {
    return `Files of the tree have relative paths here: open ${JSON.stringify(path.slice(1))}.`;
  }
  if (type === 'PermissionError' && path === null) {
    return `The sandbox refuses this system call: there is no network and no way to other processes or the machine. ${NO_SHARED_MEMORY}`;
  }
  if (type === 'PermissionError' && path?.startsWith('/dev/shm/')) return NO_SHARED_MEMORY;
  if ((type === 'PermissionError' || message.includes('Read-only file system')) && path?.startsWith('/')) {
    return 'Only the working folder can be read and written here, but for what Python itself needs: use relative paths.';
  }
  if (type === 'EOFError' && message.includes('reading a line')) {
    return 'There is no keyboard: pass what input() should give as an input of the run.';
  }
  if (type === 'MemoryError') return 'Use less memory: work in smaller pieces, or raise memoryMegabytes.';
  if (type === 'BlockingIOError' || message.includes("can't start new thread")) {
    return 'Too many processes or threads: start fewer, or raise maxProcesses.';
  }
  return null;
}

function existsInTree(facts: HintFacts): boolean {
  try {
    return facts.path !== null && facts.files.exists(facts.path);
  } catch {
    return false;
  }
}
