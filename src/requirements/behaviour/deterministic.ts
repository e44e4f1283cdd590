import { defineOptions } from '../../core/index.js';
import { quoted } from '../../core/internal.js';
import { PythonObject, type PythonValue } from '../../sandbox/index.js';
import { codeOf } from '../python/code-of.js';
import { judgeExecution } from '../python/python-execution-req.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { pythonEquals } from './python-equality.js';
import { AFTER_LOADING, SANDBOXED_OPTIONS, type SandboxedOptions, sandboxPlan } from './sandboxed.js';

const checkSandboxedOptions = defineOptions<SandboxedOptions>()('Deterministic', SANDBOXED_OPTIONS);

/**
 * Two runs of the code, each in an empty sandbox, print the same and end in the same value.
 *
 * @throws {MettleError} what a sandbox is refused for.
 */
export function Deterministic(options: SandboxedOptions = {}): Requirement {
  checkSandboxedOptions(options);
  const plan = sandboxPlan(options);
  return createRequirement({
    name: 'Deterministic',
    description: 'The code prints the same every time it is run: no randomness without a seed, no clock.',
    how: 'run twice in empty sandboxes, output and value compared',
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context) {
      const found = codeOf(artefact, 'the determinism check');
      if ('missing' in found) return found.missing;
      const { signal } = context;
      const first = await context.python.run(found.code, plan, { signal });
      const second = await context.python.run(found.code, plan, { signal, fresh: true });
      for (const execution of [first, second]) {
        const judgement = judgeExecution(execution, plan, null);
        if (judgement.verdict !== 'pass') return judgement;
      }
      if (first.stdout !== second.stdout) {
        return failWith(`Two runs print different output${firstDifference(first.stdout, second.stdout)}.`);
      }
      if (!isSame(first.value, second.value)) {
        return failWith('Two runs end in different values.');
      }
      return passWith('Two runs print the same.', { execution: first });
    },
  });
}

/** Whether two runs ended in the same value; objects are the same that show the same and have the same attributes. */
function isSame(left: PythonValue, right: PythonValue): boolean {
  if (left instanceof PythonObject && right instanceof PythonObject) {
    if (left.type !== right.type || left.repr !== right.repr) return false;
    return isSame(left.attributes, right.attributes);
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item: PythonValue, at) => isSame(item, right[at] ?? null))
    );
  }
  if (isRecord(left) && isRecord(right)) {
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length) return false;
    return names.every(
      (name) => Object.hasOwn(right, name) && isSame(left[name] ?? null, right[name] ?? null),
    );
  }
  return pythonEquals(left, right);
}

function isRecord(value: PythonValue): value is { readonly [key: string]: PythonValue } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}

function firstDifference(left: string, right: string): string {
  const [a, b] = [left.split('\n'), right.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  const show = (line: string | undefined): string => quoted(line ?? '', 60);
  return at < 0 ? '' : `, first in line ${at + 1}: ${show(a[at])} and ${show(b[at])}`;
}
