import type { Sandbox } from '../contract.js';
import { type Observation, observeSandbox } from './observation.fixture.js';
import { observePython } from './plain-python.fixture.js';

/** A program with the name that a report shows. */
export interface NamedProgram {
  readonly name: string;
  readonly program: string;
}

/** What a comparison came to. */
export interface Comparison {
  readonly compared: number;
  /** Programs that an exception ended, in python3. */
  readonly raised: number;
  /** The programs whose observations differ, and how. */
  readonly differences: readonly { readonly name: string; readonly difference: string }[];
}

/** Runs programs in the sandbox and in python3, side by side, and tells where they differ. */
export async function comparePrograms(
  sandbox: Sandbox,
  programs: Iterable<NamedProgram>,
): Promise<Comparison> {
  let [compared, raised] = [0, 0];
  const differences: { name: string; difference: string }[] = [];
  for (const { name, program } of programs) {
    const [expected, found] = await Promise.all([observePython(program), observeSandbox(sandbox, program)]);
    compared++;
    if (expected.exception !== null) raised++;
    const difference = differenceOf(expected, found);
    if (difference !== null) differences.push({ name, difference });
  }
  return { compared, raised, differences };
}

/** How two observations of one program differ, or null. */
function differenceOf(expected: Observation, found: Observation): string | null {
  for (const key of ['stdout', 'exception', 'exitStatus'] as const) {
    if (expected[key] !== found[key]) return `${key}: ${firstDifference(expected[key], found[key])}`;
  }
  const paths = new Set([...Object.keys(expected.files), ...Object.keys(found.files)]);
  for (const path of paths) {
    const [wanted = null, got = null] = [expected.files[path], found.files[path]];
    if (wanted !== got) return `file ${path}: ${firstDifference(wanted, got)}`;
  }
  return null;
}

function firstDifference(expected: string | number | null, found: string | number | null): string {
  if (typeof expected !== 'string' || typeof found !== 'string') {
    return `python3 ${JSON.stringify(expected)}, sandbox ${JSON.stringify(found)}`;
  }
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at++;
  const from = Math.max(0, at - 40);
  const shown = (text: string): string => JSON.stringify(text.slice(from, at + 80));
  return `python3 ${shown(expected)}, sandbox ${shown(found)}`;
}
