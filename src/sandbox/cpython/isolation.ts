import type { EngineCapabilities } from '../engine.js';
import type { ConfinementMechanism } from './confinement.js';

/** What keeps each danger out, by mechanism. */
export const ISOLATION: Readonly<
  Record<Exclude<ConfinementMechanism, 'container'>, EngineCapabilities['isolation']>
> = {
  bubblewrap: {
    files:
      'mount namespace made from nothing: the read-only runtime and a tmpfs (bubblewrap), Landlock on top',
    network: 'network namespace (bubblewrap), and seccomp without sockets',
    processes: 'process and user namespaces (bubblewrap), seccomp, RLIMIT_NPROC',
    memory: 'RLIMIT_AS per process, the sum watched ten times a second (soft), tmpfs of fixed size',
    time: 'the host ends the whole process tree',
  },
  landlock: {
    files: 'Landlock rules: the read-only runtime and a folder of its own, its size watched (soft)',
    network: 'seccomp without sockets',
    processes: 'seccomp, Landlock signal scope, RLIMIT_NPROC, a user of its own where the host is root',
    memory: 'RLIMIT_AS per process, the sum watched ten times a second (soft)',
    time: 'the host ends the whole process tree',
  },
};

/** Of an engine that cannot run. */
export const NO_ISOLATION: EngineCapabilities['isolation'] = {
  files: null,
  network: null,
  processes: null,
  memory: null,
  time: null,
};
