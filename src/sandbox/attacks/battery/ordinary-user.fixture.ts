import { planLandlock } from '../../cpython/confinement.js';
import { createCpythonEngine } from '../../cpython/cpython-engine.js';
import { CpythonSession } from '../../cpython/cpython-session.js';
import { findPython } from '../../cpython/find-python.js';
import { findHostPrograms } from '../../cpython/host-programs.js';
import { insideSources } from '../../cpython/inside-sources.js';
import { SupervisorProcess } from '../../cpython/supervisor-process.js';
import type { Engine } from '../../engine.js';

/** The user that root plays, where it plays an ordinary one. */
const PLAYED = 54_322;

/**
 * CPython confined by Landlock, as a host has it that is an ordinary user: code shares that user with the host. Where
 * this process is root, the code runs as another user, whom the confinement takes for the host's.
 */
export function ordinaryUserEngine(): Engine {
  const engine = createCpythonEngine({ mechanism: 'landlock', environment: process.env });
  if (process.getuid?.() !== 0) return engine;
  const sessions = new Set<CpythonSession>();
  return {
    name: 'cpython',
    probe: () => engine.probe(),
    openSession: async (options) => {
      const python = await findPython({ environment: process.env, unprivileged: true });
      const { boot } = insideSources();
      const programs = findHostPrograms(options.programs ?? [], {
        path: process.env.PATH,
        readable: python.readable,
        python: python.executable,
        unprivileged: true,
      });
      const session: CpythonSession = new CpythonSession({
        ...options,
        startProcess: (workspaceBytes) =>
          SupervisorProcess.start({
            ...planLandlock({ python, programs, boot, workspaceBytes, user: null }),
            user: PLAYED,
          }),
        onClose: () => sessions.delete(session),
      });
      sessions.add(session);
      return session;
    },
    close: async () => {
      await Promise.all([...sessions].map((session) => session.close()));
      await engine.close();
    },
  };
}
