/** The function a trainable script defines: one argument, the result returned. */
export const ENTRY_POINT = 'transform';

/** Examples that go in one run at most. */
export const MAX_BATCH = 1_000;
/** Functions, lambdas and `exec` calls that one Monty session compiles over its life, less what the harness needs. */
const MAX_COMPILED = 60_000;
const COMPILED_WORDS = /\b(?:def|lambda|class)\b/g;

/** What a harness is made for. */
export interface HarnessOptions {
  readonly script: string;
  /** Host functions that the script may call. */
  readonly functions: readonly string[];
  /** Whether the engine has `compile`; Monty has not, and executes the text. */
  readonly compiles: boolean;
}

/** Text that does not compile stays text: executing it says what is wrong with it. */
const COMPILE = `try:
    mettle_code = compile(mettle_code, '<script>', 'exec')
except Exception:
    pass
`;

/** How many examples of a script may go in one run. */
export function batchSize(script: string): number {
  const compiled = 1 + (script.match(COMPILED_WORDS)?.length ?? 0);
  return Math.max(1, Math.min(MAX_BATCH, Math.floor(MAX_COMPILED / compiled)));
}

/**
 * Python that defines `mettle_evaluate(value)`: the script is executed in globals of its own for each example, so that
 * nothing it keeps in names reaches the next one. It answers `[true, output]`, `[false, error]`, or `[null, error]`
 * where the script failed before it was called.
 */
function prelude({ script, functions, compiles }: HarnessOptions): string {
  const lent = functions.map((name) => `, '${name}': ${name}`).join('');
  return `mettle_code = ${JSON.stringify(script)}
${compiles ? COMPILE : ''}
def mettle_evaluate(value, calls=True):
    names = {'__name__': '__main__'${lent}}
    try:
        exec(mettle_code, names)
    except Exception as error:
        return [None, repr(error)]
    if not calls:
        return None
    try:
        if '${ENTRY_POINT}' not in names:
            raise NameError("name '${ENTRY_POINT}' is not defined")
        return [True, names['${ENTRY_POINT}'](value)]
    except Exception as error:
        return [False, repr(error)]

`;
}

/** Python that evaluates the examples in `mettle_inputs` and answers them all together. */
export function batchHarness(options: HarnessOptions): string {
  return `${prelude(options)}[mettle_evaluate(value) for value in mettle_inputs]\n`;
}

/**
 * A script that keeps no state, and after it what evaluates the examples in `mettle_inputs`: all in the script's own
 * globals. It answers as {@link batchHarness}; where the script fails before it is called, the run does.
 */
export function plainHarness(script: string): string {
  return `${script}

def mettle_evaluate(mettle_value):
    try:
        return [True, ${ENTRY_POINT}(mettle_value)]
    except Exception as mettle_error:
        return [False, repr(mettle_error)]

[mettle_evaluate(mettle_value) for mettle_value in mettle_inputs]
`;
}

/** The host function that {@link streamHarness} hands each answer to. */
export const REPORT = 'mettle_report';

/**
 * Python that hands each answer to the host at once, so that a run that is cut short keeps what came before. The first
 * report says that the script could be executed at all.
 */
export function streamHarness(options: HarnessOptions): string {
  return `${prelude(options)}${REPORT}(mettle_evaluate(None, False))
for mettle_value in mettle_inputs:
    ${REPORT}(mettle_evaluate(mettle_value))
`;
}
