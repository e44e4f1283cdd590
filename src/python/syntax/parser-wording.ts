import { startOf } from '../../core/internal.js';
import { isInDefinition, tokenAt, wordColon, wordSeparator } from './separators.js';
import { describeTarget } from './targets.js';
import type { Wording, WordingContext } from './wording.js';

type Entry = readonly [RegExp, (match: RegExpExecArray, context: WordingContext) => Wording];

const INVALID = 'syntax/invalid';
const INDENTATION = 'syntax/indentation';

const ENTRIES: readonly Entry[] = [
  [/^Expected `:`/, (_, context) => wordColon(context)],
  [
    /^Expected an indented block after (.+)$/,
    (match, context) =>
      wording(
        INDENTATION,
        `expected an indented block after ${blockOwner(match[1] ?? '')} on line ${context.ownerLine()}`,
        'Indent the block below its header by four spaces; an empty block needs `pass`.',
      ),
  ],
  [
    /^Expected `\(`/,
    () => wording(INVALID, "expected '('", 'Write the parameters of the function in parentheses.'),
  ],
  [
    /^name `(.+)` cannot refer to a parameter and a (global|nonlocal) variable/,
    (match) =>
      wording(
        'syntax/scope',
        `name '${match[1]}' is parameter and ${match[2]}`,
        'Rename the parameter, or remove the declaration.',
      ),
  ],
  [
    /^Invalid annotated assignment target/,
    (_, context) =>
      /^[ \t]*:[ \t]*[^\s#]/.test(startOf(context.scan.source.slice(context.end), 200))
        ? wording(INVALID, 'illegal target for annotation', 'Annotate a name, an attribute or an item.')
        : wording(INVALID, 'invalid syntax', 'Check this place and the line before it.'),
  ],
  [
    /^Unexpected indentation/,
    () => wording(INDENTATION, 'unexpected indent', 'Align this line with the statements of its block.'),
  ],
  [
    /^unindent does not match/,
    (match) =>
      wording(INDENTATION, match.input, 'Align this line with an enclosing block; use four spaces a level.'),
  ],
  [/^Simple statements must be separated/, (_, context) => wordSeparator(context)],
  [/^Expected `[,)\]}]`, found (?!newline|end)/, (_, context) => wordSeparator(context)],
  [
    /^Yield expression cannot be used here/,
    () => wording(INVALID, 'invalid syntax', 'Put parentheses around the yield expression.'),
  ],
  [
    /^Invalid (augmented )?(assignment|delete) target/,
    (match, context) => describeTarget(match[2] === 'delete' ? 'delete' : 'assign', context),
  ],
  [/^Got unexpected token/, (_, context) => unexpectedCharacter(context)],
  [
    /^Invalid decimal integer literal/,
    (_, context) => {
      const leadingZero = /^0[0-9]/.test(context.scan.source.slice(context.start, context.start + 2));
      return leadingZero
        ? wording(
            INVALID,
            'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers',
            'Write the number without its leading zeros, or as a string if the zeros matter.',
          )
        : wording(INVALID, 'invalid decimal literal', 'A name cannot start with a digit; check the number.');
    },
  ],
  [
    /^Duplicate parameter "(.+)"/,
    (match) =>
      wording(INVALID, `duplicate argument '${match[1]}' in function definition`, 'Rename one of the two.'),
  ],
  [
    /^Duplicate keyword argument `(.+)`/,
    (match) => wording(INVALID, `keyword argument repeated: ${match[1]}`, 'Pass it once.'),
  ],
  [
    /^Parameter without a default cannot follow/,
    () =>
      wording(
        INVALID,
        'parameter without a default follows parameter with a default',
        'Move the parameters with a default to the end, or put `*` before this one.',
      ),
  ],
  [
    /^Positional argument cannot follow keyword argument( unpacking)?/,
    (match) =>
      wording(
        INVALID,
        `positional argument follows keyword argument${match[1] ?? ''}`,
        'Pass positional arguments first, or name this one.',
      ),
  ],
  [
    /^Iterable argument unpacking cannot follow/,
    () =>
      wording(
        INVALID,
        'iterable argument unpacking follows keyword argument unpacking',
        'Put `*args` before `**kwargs`.',
      ),
  ],
  [
    /^Expected `except` or `finally`/,
    () =>
      wording(
        INVALID,
        "expected 'except' or 'finally' block",
        'Give the `try` block an `except` or a `finally`.',
      ),
  ],
  [
    /^Expected `else`/,
    () =>
      wording(
        INVALID,
        "expected 'else' after 'if' expression",
        'A conditional expression needs both sides: `a if condition else b`.',
      ),
  ],
  [
    /^Starred expression cannot be used here/,
    () =>
      wording(
        INVALID,
        "can't use starred expression here",
        'Unpack inside a call, a list, a tuple or a set only.',
      ),
  ],
  [
    /^Unparenthesized generator expression/,
    () =>
      wording(
        INVALID,
        'Generator expression must be parenthesized',
        'Put parentheses around the generator expression.',
      ),
  ],
  [
    /^Trailing comma not allowed/,
    () =>
      wording(
        INVALID,
        'trailing comma not allowed without surrounding parentheses',
        'Remove the comma or add parentheses.',
      ),
  ],
  [
    /^Got unexpected (string|unicode)/,
    () =>
      wording(
        INVALID,
        "(unicode error) 'unicodeescape' codec can't decode this escape",
        'Complete the escape (\\xHH, \\uHHHH, \\N{NAME}), or write a raw string r"…", for instance for Windows paths.',
      ),
  ],
  [
    /^Expected one or more symbol names after import/,
    () => wording(INVALID, "Expected one or more names after 'import'", 'Name what to import.'),
  ],
  [
    /Cannot (?:use|reuse|unpack) .+ on Python|\(syntax was added in Python/,
    (match) =>
      wording(
        'syntax/version',
        quoted(match.input),
        'Write it so that the Python version which runs the code understands it.',
      ),
  ],
  [
    /^(?:f|t)-string: |^bytes can only|^(?:cannot|can't|name|assignment|alternative|mapping|nonlocal|yield|starred|named|attribute|multiple) /i,
    (match) => wording(INVALID, quoted(match.input), 'Change the code so that this holds.'),
  ],
];

/** The owner of a block as Python names it: `class definition`, `'else' statement`. */
function blockOwner(owner: string): string {
  return quoted(owner)
    .replace("'class' definition", 'class definition')
    .replace(/ clause$/, ' statement');
}

/** A parser diagnostic in the words a Python user knows, with what to do about it. */
export function wordParserDiagnostic(context: WordingContext): Wording {
  for (const [pattern, word] of ENTRIES) {
    const match = pattern.exec(context.message);
    if (match !== null) return word(match, context);
  }
  return wordUnspecific(context);
}

function wordUnspecific(context: WordingContext): Wording {
  const { source, tokens } = context.scan;
  if (/decorator/.test(context.message) && tokens[tokenAt(tokens, context.start)]?.kind === 'indent') {
    return wording(INDENTATION, 'unexpected indent', 'Align this line with the statements of its block.');
  }
  if (
    /=[ \t]*$/.test(source.slice(Math.max(0, context.start - 20), context.start)) &&
    isInDefinition(context)
  ) {
    return wording(
      INVALID,
      'expected default value expression',
      'Give the parameter a default, or remove the =.',
    );
  }
  const first = source.charAt(context.start);
  const before = source.slice(source.lastIndexOf('\n', context.start - 1) + 1, context.start);
  if ((first === '!' || first === '%') && before.trim() === '') {
    return wording(
      INVALID,
      'invalid syntax',
      'Lines that start with ! or % are notebook commands, not Python: remove them.',
    );
  }
  const expected = /^Expected (.+?)(?:, found|, but found|$)/.exec(context.message)?.[1];
  const hint =
    expected === undefined || expected === 'a statement'
      ? 'Check this place and the line before it.'
      : `The parser expected ${quoted(expected)} here.`;
  return wording(INVALID, 'invalid syntax', hint);
}

function unexpectedCharacter(context: WordingContext): Wording {
  const point = context.scan.source.codePointAt(context.start) ?? 0;
  const character = String.fromCodePoint(point);
  const number = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  if (point < 128) {
    const command = character === '?' || character === '!' || character === '$' || character === '`';
    return wording(
      INVALID,
      'invalid syntax',
      command ? `'${character}' has no meaning in Python here; remove it.` : 'Remove this character.',
    );
  }
  if (/[“”„‟″]/.test(character)) {
    return wording(INVALID, `invalid character '${character}' (${number})`, 'Use the straight quote ".');
  }
  if (/[‘’‚‛′]/.test(character)) {
    return wording(INVALID, `invalid character '${character}' (${number})`, "Use the straight quote '.");
  }
  if (/[\p{Separator}\p{Other}]/u.test(character)) {
    return wording(INVALID, `invalid non-printable character ${number}`, 'Replace it by a plain space.');
  }
  return wording(
    INVALID,
    `invalid character '${character}' (${number})`,
    'Use the ASCII character that Python knows, or put the text in quotes.',
  );
}

function wording(rule: string, message: string, hint: string): Wording {
  return { rule, message, hint };
}

function quoted(text: string): string {
  return text.replaceAll('`', "'");
}
