import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { boundedText, exactInteger, finiteNumber } from '../language/size-guards.js';
import { fixedPoint, withThousands } from './conversions.js';
import { roundHalfEven } from './numbers.js';

const SIZE = /[0-9] ?[KMGT]i?B\b/;
const YES_WORDS = ['yes', 'y', 'true', 't', 'on', '1'];
/** What a cell that says yes or no may hold. */
export const YES_OR_NO: RegExp = /^(?:yes|no|y|n|true|false|t|f|on|off|1|0)$/i;
const SIZE_IN_BYTES = `def size_in_bytes(text, base):
    """Bytes of a size such as 3 MB or 1.5 GB"""
    number, unit = re.match(r'([0-9.]+) ?([KMGT]?)i?B$', text).groups()
    return round(float(number) * base ** ' KMGT'.index(unit or ' '))`;

const LEDGER_AMOUNT = `def ledger_amount(text):
    """An amount such as 1,234.50, below zero as (1,234.50) or 1,234.50-"""
    amount = float(re.sub(r'[^0-9.]+', '', text))
    return -amount if '(' in text or '-' in text else amount`;

/** A plain decimal number as `float` reads it; undefined where Python would raise. */
function parsed(text: string): number | undefined {
  return /^-?[0-9]{1,15}(?:\.[0-9]{1,12})?$/.test(text) ? finiteNumber(Number(text)) : undefined;
}

/** Python that tells whether a text says yes. */
export const SAYS_YES: string = `{0!}.lower() in (${YES_WORDS.map((word) => `'${word}'`).join(', ')})`;

/** The same natively; undefined for what is no ASCII, whose case engines may see differently. */
export function saysYes(text: string): boolean | undefined {
  return /^[\x20-\x7e]*$/.test(text) ? YES_WORDS.includes(text.toLowerCase()) : undefined;
}

function swapMarks(text: string): string {
  return text.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
}

function percentText(share: number, digits: number): string | undefined {
  const percent = fixedPoint(share * 100, digits);
  return percent === undefined ? undefined : `${percent}%`;
}

function sizeEntry(base: number): LibraryEntry {
  return {
    name: `bytes_of_size_${base}`,
    python: `size_in_bytes({0}, ${base})`,
    imports: ['re'],
    helpers: [SIZE_IN_BYTES],
    parameters: [computed('text')],
    result: 'integer',
    cost: base === 1024 ? 2 : 1,
    gate: { inputs: SIZE },
    apply: (value: string) => {
      const [, number = '', unit = ''] = /^([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([KMGT]?)i?B$/.exec(value) ?? [];
      if (number === '') return undefined;
      const size = Number(number) * base ** (unit === '' ? 0 : ' KMGT'.indexOf(unit));
      return Number.isInteger(size) ? exactInteger(size) : roundHalfEven(size);
    },
    variable: 'size',
  };
}

/** Figures as people write them: marks of thousands, decimal commas, currencies, sizes, yes and no. */
export const figures: readonly LibraryEntry[] = [
  {
    name: 'figure',
    python: "float(re.sub(r'[^0-9.-]+', '', {0}))",
    imports: ['re'],
    parameters: [computed('text')],
    result: 'number',
    cost: 2,
    gate: { inputs: /[$€£%]|[0-9],[0-9]{3}|[0-9] ?[a-zA-Z]/ },
    apply: (value: string) => parsed(value.replace(/[^0-9.-]+/g, '')),
    variable: 'figure',
  },
  {
    name: 'whole_figure',
    python: "int(re.sub(r'[^0-9-]+', '', {0}))",
    imports: ['re'],
    parameters: [computed('text')],
    result: 'integer',
    cost: 2,
    gate: { inputs: /[$€£%]|[0-9][,.' ][0-9]/ },
    apply: (value: string) => {
      const digits = value.replace(/[^0-9-]+/g, '');
      return /^-?[0-9]{1,15}$/.test(digits) ? exactInteger(Number(digits)) : undefined;
    },
    variable: 'figure',
  },
  {
    name: 'european_figure',
    python: "float(re.sub(r'[^0-9,-]+', '', {0}).replace(',', '.'))",
    imports: ['re'],
    parameters: [computed('text')],
    result: 'number',
    cost: 1,
    gate: { inputs: /[0-9],[0-9]{1,2}(?![0-9])/ },
    apply: (value: string) => parsed(value.replace(/[^0-9,-]+/g, '').replaceAll(',', '.')),
    variable: 'figure',
  },
  {
    name: 'ledger_amount',
    python: 'ledger_amount({0})',
    imports: ['re'],
    helpers: [LEDGER_AMOUNT],
    parameters: [computed('text')],
    result: 'number',
    cost: 1,
    gate: { inputs: /^\s*\([^()0-9]*[0-9][^()]*\)\s*$|[0-9]\s*-\s*$/ },
    apply: (value: string) => {
      const amount = parsed(value.replace(/[^0-9.]+/g, ''));
      if (amount === undefined) return undefined;
      return value.includes('(') || value.includes('-') ? -amount : amount;
    },
    variable: 'amount',
  },
  {
    name: 'swapped_marks',
    python: "{0!}.replace(',', ' ').replace('.', ',').replace(' ', '.')",
    parameters: [computed('text')],
    result: 'text',
    cost: 2,
    gate: { inputs: /[0-9][.,][0-9]/ },
    apply: (value: string) => (value.includes(' ') ? undefined : swapMarks(value)),
  },
  {
    name: 'european_fixed_point',
    python: "'{:,.{1}f}'.format({0}).replace(',', ' ').replace('.', ',').replace(' ', '.')",
    parameters: [computed('number'), constant('count')],
    result: 'text',
    cost: 1,
    gate: { outputs: /[0-9],[0-9]{1,3}(?![0-9])/ },
    apply: (value: number, digits: number) => {
      const fixed = fixedPoint(value, digits);
      return fixed === undefined ? undefined : swapMarks(withThousands(fixed));
    },
  },
  {
    name: 'decimal_comma',
    python: "'{:.{1}f}'.format({0}).replace('.', ',')",
    parameters: [computed('number'), constant('count')],
    result: 'text',
    cost: 2,
    gate: { outputs: /[0-9],[0-9]{1,3}(?![0-9])/ },
    apply: (value: number, digits: number) => fixedPoint(value, digits)?.replace('.', ','),
  },
  {
    name: 'percent_text',
    python: "'{:.{1}%}'.format({0})",
    parameters: [computed('number'), constant('count')],
    result: 'text',
    cost: 1,
    gate: { outputs: /[0-9]%/ },
    apply: (value: number, digits: number) => percentText(value, digits),
  },
  {
    name: 'whole_percent_text',
    python: "'{:.0%}'.format({0})",
    parameters: [computed('number')],
    result: 'text',
    cost: 1,
    gate: { outputs: /[0-9]%/ },
    apply: (value: number) => percentText(value, 0),
  },
  {
    name: 'signed_percent_text',
    python: "'{:+.0%}'.format({0})",
    parameters: [computed('number')],
    result: 'text',
    cost: 1,
    gate: { outputs: /\+[0-9]+%/ },
    apply: (value: number) => {
      const percent = percentText(value, 0);
      return percent === undefined || value < 0 ? percent : `+${percent}`;
    },
  },
  {
    name: 'digits_in_groups',
    python: "'{:,}'.format({0}).replace(',', {1})",
    parameters: [computed('integer'), constant('joiner')],
    result: 'text',
    cost: 1,
    gate: { outputs: /[0-9][^0-9,][0-9]{3}(?![0-9])/ },
    apply: (value: number, mark: string) => boundedText(withThousands(String(value)).replaceAll(',', mark)),
  },
  sizeEntry(1000),
  sizeEntry(1024),
  {
    name: 'says_yes',
    python: SAYS_YES,
    binding: BINDING.comparison,
    parameters: [computed('text')],
    result: 'boolean',
    cost: 1,
    gate: { inputs: YES_OR_NO },
    apply: saysYes,
  },
];
