import { endOf } from '../../core/internal.js';

/** What is known of a failure when a hint is looked for. */
export interface HintFacts {
  readonly type: string;
  readonly message: string;
  /** The path that the failed operation named, or null. */
  readonly path: string | null;
  /** Whether it is a program that was to be started. */
  readonly starts?: boolean;
  readonly files: { exists(path: string): boolean };
}

const NO_SHARED_MEMORY =
  'Under Landlock, code has no shared memory, so values, locks, queues and pools of multiprocessing fail: use threads, or install bubblewrap on this machine.';

/** Paths of shared memory, as Python and C libraries name it. */
const SHARED_MEMORY = /^\/(?:dev\/shm\/|psm_)/;

/** What the kernel says of a path, whatever the error is called: that of dbm has a type of its own. */
const REFUSED = /Permission denied|Read-only file system/;
/** An absolute path, alone or as the last one that a message quotes. */
const PATH_OUTSIDE = /^\/|'\/[^']*'$/;

const OUT_OF_MEMORY = 'Use less memory: work in smaller pieces, or raise memoryMegabytes.';

/** Errors by which libraries tell of memory that the system refused. */
const MEMORY_SIGN = /failed to map segment|Cannot allocate memory|std::bad_alloc/;
const SIGN_TYPES: ReadonlySet<string> = new Set(['ImportError', 'OSError', 'RuntimeError', 'SystemError']);
const THREAD_SIGN = "can't start new thread";

/** Errors of code that asks for an address: no name resolves, and nothing is reached. */
const NETWORK_SIGN =
  /^gaierror|name resolution|NameResolutionError|Name or service not known|Network is unreachable/;

/** Errors of code that looks up who a user or group is. */
const USER_SIGN = /^'get(?:pwuid|pwnam|grgid|grnam)\(\)/;

/** The limit that an error tells of, whatever its type; null for none. */
export function limitSign({ type, message }: Pick<HintFacts, 'type' | 'message'>): 'memory' | 'limit' | null {
  if (!SIGN_TYPES.has(type)) return null;
  if (MEMORY_SIGN.test(message)) return 'memory';
  return type === 'RuntimeError' && message.includes(THREAD_SIGN) ? 'limit' : null;
}

/** What libraries of C write to stderr before they end a process whose memory is used up. */
const MEMORY_DEATH =
  /OpenBLAS.*(?:Memory allocation|pthread_create failed|unable to allocate)|std::bad_alloc/;

/** Whether a process that ended by itself said that it had no memory left. */
export function diedOfMemory(stderr: string): boolean {
  return MEMORY_DEATH.test(endOf(stderr, 4_000));
}

/** How to repair a failure in confined CPython, or null. */
export function hintFor(facts: HintFacts): string | null {
  const { type, message, path } = facts;
  if (type === 'ModuleNotFoundError') {
    return 'Only the standard library, the files of the tree and the packages passed in can be imported here: write it with those, or pass the folder that it is installed in with createSandbox({ packages }).';
  }
  if (facts.starts === true) {
    return `There is no program ${JSON.stringify(path)} here: do it in Python, or pass the program in with createSandbox({ programs }).`;
  }
  if (NETWORK_SIGN.test(`${type}: ${message}`)) {
    return 'There is no network here: pass the data in as a file or an input, or pass in a host function that fetches it.';
  }
  if (type === 'FileNotFoundError' && path?.startsWith('/') && existsInTree(facts)) {
    return `Files of the tree have relative paths here: open ${JSON.stringify(path.slice(1))}.`;
  }
  if (type === 'PermissionError' && path === null) {
    return `The sandbox refuses this system call: there is no network, no socket (as managers and the forkserver of multiprocessing need) and no way to other processes or the machine. ${NO_SHARED_MEMORY}`;
  }
  if (type === 'PermissionError' && SHARED_MEMORY.test(path ?? '')) return NO_SHARED_MEMORY;
  if (
    (type === 'PermissionError' || REFUSED.test(message)) &&
    [path ?? '', message].some((text) => PATH_OUTSIDE.test(text))
  ) {
    return 'Only the working folder can be read and written here, but for what Python itself needs: use relative paths, and tempfile for temporary files.';
  }
  if (type === 'KeyError' && USER_SIGN.test(message)) {
    return 'There is no list of users and groups here: do without their names, or pass one in as an input.';
  }
  if (type === 'ValueError' && message === 'not allowed to raise maximum limit') {
    return 'Code can neither raise nor lower its limits here: pass limits to the sandbox or to the run.';
  }
  if (type === 'EOFError' && message === '') {
    return 'The process at the other end of a connection has ended. Managers of multiprocessing, and what they share, need sockets, and there are none: use queues, values and pools.';
  }
  if (type === 'EOFError' && message.includes('reading a line')) {
    return 'There is no keyboard: pass what input() should give as an input of the run.';
  }
  if (type === 'MemoryError' || limitSign(facts) === 'memory') return OUT_OF_MEMORY;
  if (type === 'BlockingIOError') return 'Too many processes or threads: start fewer, or raise maxProcesses.';
  if (limitSign(facts) === 'limit') {
    return 'Too many threads, or too little memory for their stacks: start fewer, or raise maxProcesses or memoryMegabytes.';
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
