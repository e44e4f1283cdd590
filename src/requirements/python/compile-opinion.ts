import type { Finding } from '../../python/index.js';
import { describeFinding, SourceLines } from '../../python/internal.js';
import type { PythonValue } from '../../sandbox/index.js';
import { planExecution } from '../execution/plan-execution.js';
import type { ValidationContext } from '../requirement.js';
import { checkError, failWith, type Judgement, notChecked, passWith } from '../verdict.js';

/** Engines that are CPython, whose own `compile` can be asked. */
export type CompilingEngine = 'cpython' | 'docker';

export const COMPILING_ENGINES: readonly CompilingEngine[] = ['cpython', 'docker'];

/** Compiles text and says what CPython says. The text is data here: nothing of it runs. */
const COMPILE = `
def _opinion(source):
    import warnings
    warnings.simplefilter('ignore')
    try:
        compile(source, '<code>', 'exec', 0, True)
    except SyntaxError as e:
        return [e.msg, e.lineno or 1, e.offset or 1, e.end_lineno or 0, e.end_offset or 0]
    except (ValueError, OverflowError) as e:
        return [str(e), 0, 0, 0, 0]
    except (MemoryError, RecursionError):
        return 'too complex'
    return None

_opinion(source)
`;

const COMPILE_SECONDS = 10;

/**
 * The judgement of CPython's own `compile` in a sandbox, in its words; fixes and hints come from the judgement of the
 * parser here, where both see the same line. Where the two differ, CPython's stands.
 */
export async function judgeByCompile(
  code: string,
  own: Judgement,
  engine: CompilingEngine,
  { python, signal }: ValidationContext,
): Promise<Judgement> {
  const plan = planExecution({ engine, timeoutSeconds: COMPILE_SECONDS });
  const result = await python.use(
    plan,
    (sandbox) => sandbox.run(COMPILE, { inputs: { source: code }, signal }),
    { signal },
  );
  if (!result.ok) {
    const { kind = 'error', message = '' } = result.error ?? {};
    return kind === 'timeout' || kind === 'memory'
      ? tooComplex()
      : checkError(`compile() could not be asked: ${message}`);
  }
  if (result.value === null) return accepted(own);
  if (result.value === 'too complex') return tooComplex();
  return refused(result.value, code, own);
}

function accepted(own: Judgement): Judgement {
  if (own.verdict === 'pass') return own;
  const findings = (own.findings ?? []).map((finding): Finding => ({ ...finding, severity: 'warning' }));
  return passWith('Syntax is valid: CPython compiles it.', { findings });
}

function tooComplex(): Judgement {
  return notChecked(
    'Syntax not judged: it is too complex for CPython to compile. Write it less nested.',
    'limit',
  );
}

function refused(answer: PythonValue, code: string, own: Judgement): Judgement {
  const [message, ...places] = answer as readonly [string, ...number[]];
  // Text that is no source at all has no place in CPython's words.
  if (places[0] === 0 && own.verdict === 'fail') return own;
  const lines = new SourceLines(code);
  const [line = 1, column = 1, endLine = 0, endColumn = 0] = places;
  const start = place(lines, line, column);
  const end = endLine >= line && endColumn > 0 ? place(lines, endLine, endColumn) : start;
  const others = own.verdict === 'fail' ? (own.findings ?? []) : [];
  const same = others.find((finding) => finding.line === start.line);
  const finding: Finding = {
    rule: same?.rule ?? 'syntax/compile',
    severity: 'error',
    ...start,
    endLine: end.line,
    endColumn: end.column,
    message,
    hint: same?.hint ?? '',
    ...(same?.fix === undefined ? {} : { fix: same.fix }),
  };
  const findings = [finding, ...others.filter((other) => other !== same)];
  return failWith(`Syntax error at line ${start.line}, column ${start.column}: ${describeFinding(finding)}`, {
    findings,
  });
}

/** A place inside the code: CPython counts columns in code points, and may point behind the last line. */
function place(
  lines: SourceLines,
  line: number,
  column: number,
): { readonly line: number; readonly column: number } {
  const at = Math.max(1, Math.min(line, lines.count));
  const before = [...lines.line(at)].slice(0, Math.max(0, column - 1)).join('').length;
  return { line: at, column: before + 1 };
}
