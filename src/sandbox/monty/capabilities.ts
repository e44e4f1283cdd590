import type { EngineCapabilities } from '../engine.js';
import { MONTY_MODULES } from './lacks.js';
import type { LaunchCommand } from './launch-command.js';
import { MONTY_VERSION } from './version.js';

/** The features that Monty lacks and code uses most, in words for a prompt. A test tries every one on the binary. */
export const MISSING_FEATURES: readonly (readonly [feature: string, code: string])[] = [
  ['class inheritance', 'class A: pass\nclass B(A): pass'],
  ['@property, @staticmethod and @classmethod', 'class A:\n  @property\n  def x(self): return 1'],
  ['generators (yield)', 'def f():\n  yield 1'],
  ['del', 'd = {1: 2}\ndel d[1]'],
  [
    'operator methods such as __len__, __lt__, __bool__, __getattr__',
    'class A:\n  def __len__(self): return 3\nlen(A())',
  ],
  ['methods as values (key=str.lower; use a lambda)', 'sorted(["a"], key=str.lower)'],
  ['exceptions with other than one text', 'raise ValueError("a", 1)'],
  ['__name__ and other attributes of functions', 'def f(): pass\nf.__name__'],
  ['callable, issubclass, super, input, vars, dir, globals, bytearray', 'callable(1)'],
  ['sys.exit (raise SystemExit)', 'import sys\nsys.exit()'],
  ['types of typing at run time (List[int] outside of annotations)', 'from typing import List\nList[int]'],
  ['imports of files of the tree (run the file instead: its names stay)', 'import mettle_file_of_the_tree'],
  ['host functions as callbacks of sorted, map, filter', 'list(map(host_function, [1]))'],
];

/** What the pinned version can do, and how this machine guards its workers. */
export function capabilitiesOf({ diesWithParent, limited }: LaunchCommand): EngineCapabilities {
  const space = limited.addressSpaceMegabytes ? ', and a limit on its address space' : '';
  const time = limited.cpuSeconds ? ' and a limit on its processor time' : '';
  const orphans = diesWithParent ? ', ends with this process' : '';
  return {
    available: true,
    reason: `monty ${MONTY_VERSION}, in worker processes${orphans}`,
    suspend: true,
    dumpNamespace: true,
    isolation: {
      files: 'the interpreter has no file access; calls are answered from the tree',
      network: 'the interpreter has no network',
      processes: 'the interpreter cannot start processes',
      memory: `counted by the interpreter${space}`,
      time: `counted by the interpreter, and a watchdog that kills the worker${time}`,
    },
    modules: [...MONTY_MODULES].filter((name) => !name.startsWith('_')).sort(),
    missing: MISSING_FEATURES.map(([feature]) => feature),
  };
}
