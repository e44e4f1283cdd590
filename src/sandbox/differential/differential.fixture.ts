import { expect, it } from 'vitest';
import { errorMessage } from '../../core/internal.js';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { resolveEngine } from '../engines.js';
import { comparePrograms, type NamedProgram } from './compare.fixture.js';
import { plainPython } from './plain-python.fixture.js';

/** A suite that compares the sandbox with python3. */
export interface DifferentialSuite {
  readonly title: string;
  readonly programs: () => Iterable<NamedProgram>;
  /** Programs that there must be at least; fewer are no proof. */
  readonly atLeast: number;
  /** Names of the programs that are known to differ, each with the reason. Default: none. */
  readonly known?: Readonly<Record<string, string>>;
}

const chosen = await resolveEngine('auto').then(
  ({ name }) => (name === 'cpython' ? '' : `auto is ${name} here`),
  (thrown) => errorMessage(thrown),
);
const reason = plainPython === null ? 'no python3' : chosen;
const skipped = reason;

/** Runs every program in the sandbox and in python3: stdout, files, exit status and exception must be the same. */
export function compareWithPython({ title, programs, atLeast, known = {} }: DifferentialSuite): void {
  unless(skipped).describe(`${title} in the sandbox and in python3`, () => {
    it('do the same', { timeout: 1_800_000 }, async () => {
      await using sandbox = await createSandbox({ limits: { timeoutSeconds: 30 } });
      const { compared, raised, differences } = await comparePrograms(sandbox, programs());
      process.stdout.write(
        `${title}: ${compared} programs, ${raised} ended by an exception, ${differences.length} differ\n`,
      );
      const unknown = differences.filter(({ name }) => known[name] === undefined);
      expect(unknown.map(({ name, difference }) => `${name}: ${difference}`)).toEqual([]);
      expect(differences.map(({ name }) => name).sort()).toEqual(Object.keys(known).sort());
      expect(compared).toBeGreaterThanOrEqual(atLeast);
    });
  });
}
