import type { Operator } from '../language/operator.js';
import { BINDING, type PythonSource } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { type Piece, PLAIN, type PlainField } from './date-formats.js';
import { daysLater, type Moment, packed, readMoment, unpacked, writeMoment } from './date-text.js';

/** `datetime.datetime.strptime(text, format)`. Its value is a packed moment, which only the operators of this file take. */
export function readingOperator(format: string): Operator {
  return operator({
    name: `moment(${format})`,
    imports: ['datetime'],
    variable: 'date',
    apply: (text) => {
      const moment = readMoment(text, format);
      return moment === undefined ? undefined : packed(moment);
    },
    python: (text) => `datetime.datetime.strptime(${text}, '${format}')`,
  });
}

/** `moment + datetime.timedelta(days=…)`, of a packed moment. */
export function shiftingOperator(days: number): Operator {
  return operator({
    name: `shift(${days})`,
    imports: ['datetime'],
    variable: 'date',
    apply: (text) => {
      const moment = unpacked(text);
      return moment === undefined ? undefined : packed(daysLater(moment, days));
    },
    python: (moment) => `(${moment} ${days < 0 ? '-' : '+'} datetime.timedelta(days=${Math.abs(days)}))`,
  });
}

/** `moment.strftime(format)`, alone or as a field of a text. */
export function writingOperator(format: string, isField: boolean): Operator {
  return operator({
    name: `${isField ? 'field' : 'strftime'}(${format})`,
    apply: ofMoment((moment) => writeMoment(moment, format)),
    python: (moment) => (isField ? `'{:${format}}'.format(${moment})` : `${moment}.strftime('${format}')`),
  });
}

const PLAIN_PYTHON: Readonly<Record<PlainField, (moment: string) => string>> = {
  day: (moment) => `${moment}.day`,
  month: (moment) => `${moment}.month`,
  hour: (moment) => `${moment}.hour`,
  'half-day hour': (moment) => `${moment}.hour % 12 or 12`,
  quarter: (moment) => `(${moment}.month + 2) // 3`,
};

/** A number of a moment without zeros before it, `str(moment.day)`. */
export function plainOperator(field: PlainField): Operator {
  return operator({
    name: `plain(${field})`,
    apply: ofMoment((moment) => String(PLAIN[field](moment))),
    python: (moment) => `str(${PLAIN_PYTHON[field](moment)})`,
  });
}

/** What writes a piece that is no literal. */
export function pieceOperator(piece: Exclude<Piece, { kind: 'literal' }>): Operator {
  return piece.kind === 'plain' ? plainOperator(piece.field) : writingOperator(piece.format, true);
}

function ofMoment(write: (moment: Moment) => string): (text: string) => string | undefined {
  return (text) => {
    const moment = unpacked(text);
    return moment === undefined ? undefined : write(moment);
  };
}

function operator(options: {
  readonly name: string;
  readonly imports?: readonly string[];
  readonly variable?: string;
  readonly apply: (text: string) => string | undefined;
  readonly python: (argument: string) => string;
}): Operator {
  const { name, imports = [], variable, apply, python } = options;
  return {
    name,
    holes: ['text'],
    result: 'text',
    cost: 1,
    literals: 0,
    readsInput: false,
    imports,
    helpers: [],
    variable,
    commutative: false,
    needsFraction: false,
    apply: ([text]: readonly Value[]) => (typeof text === 'string' ? apply(text) : undefined),
    render: ([argument]: readonly PythonSource[]) => ({
      text: python(argument?.text ?? ''),
      binding: BINDING.primary,
    }),
  };
}
