import { expect } from 'vitest';
import { createSandbox, type PythonValue, type Sandbox, sharedEngine } from '../sandbox/index.js';

const probes = await Promise.all(
  (['monty', 'cpython'] as const).map(async (name) => ({ name, ...(await sharedEngine(name).probe()) })),
);
const available = probes.filter((probe) => probe.available).map(({ name }) => name);
const missing = probes.find((probe) => !probe.available)?.reason;
/** Why Monty or CPython doesn't run here; empty where both do. */
export const lacksOne: string = missing ?? '';
/** Why neither runs here; empty where one does. */
export const lacksBoth: string = available.length > 0 ? '' : lacksOne;

/** Longer answers are compared by their length and both ends. */
const MAX_ITEMS = 1000;
/** Of longer texts, which nothing computes natively, only so much is sent. */
const MAX_CHARACTERS = 100_000;
const SHOWN_ITEMS = 10;

/** What a function answered: `[true, value]`, or `[false, 'raised']`. */
export type Answer = readonly [answered: boolean, value: PythonValue];

/** Python that calls functions on arguments: an {@link Answer} to each call. */
const CALL_ALL = `
def call_all(functions, cases):
    answers = []
    for function, arguments in zip(functions, cases):
        for values in arguments:
            try:
                answer = function(*values)
                if isinstance(answer, list) and len(answer) > ${MAX_ITEMS}:
                    answer = [len(answer), answer[:${SHOWN_ITEMS}], answer[-${SHOWN_ITEMS}:]]
                if isinstance(answer, str):
                    answer = answer[:${MAX_CHARACTERS}]
                answers.append([True, answer])
            except Exception as error:
                answers.append([False, 'raised'])
    return answers
`;

/** A value as {@link Answer}s hold it. */
export function bounded<T>(value: T): T | readonly unknown[] {
  return Array.isArray(value) && value.length > MAX_ITEMS
    ? [value.length, value.slice(0, SHOWN_ITEMS), value.slice(-SHOWN_ITEMS)]
    : value;
}

/** Monty and CPython, as far as they run here: all answer the same calls, in one run each. */
export class Engines {
  readonly #sandboxes: readonly Sandbox[];

  private constructor(sandboxes: readonly Sandbox[]) {
    this.#sandboxes = sandboxes;
  }

  static async open(): Promise<Engines> {
    const limits = { timeoutSeconds: 120 };
    return new Engines(await Promise.all(available.map((engine) => createSandbox({ engine, limits }))));
  }

  /**
   * What functions that `code` defines answer. Each has its calls, and each call its arguments; for every call, in order,
   * there is a list of answers: Monty's, then CPython's.
   */
  async call(
    code: string,
    functions: readonly string[],
    calls: readonly (readonly (readonly unknown[])[])[],
  ): Promise<readonly (readonly Answer[])[]> {
    const whole = `${code}\n${CALL_ALL}\ncall_all([${functions.join(', ')}], cases)`;
    const answers = await Promise.all(
      this.#sandboxes.map(async (sandbox) => {
        const { error, value } = await sandbox.run(whole, { inputs: { cases: calls as PythonValue } });
        expect(error, whole).toBeNull();
        expect(value).toHaveLength(calls.flat().length);
        return value as unknown as readonly Answer[];
      }),
    );
    return calls.flat().map((_call, place) => answers.map((each) => each[place] as Answer));
  }

  async close(): Promise<void> {
    await Promise.all(this.#sandboxes.map((sandbox) => sandbox.close()));
  }
}

/** Whether values of equal types are equal, as far as that shows: NaN is NaN. */
export function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => same(item, right[index]));
  }
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}
