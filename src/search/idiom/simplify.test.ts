import { describe, expect, it } from 'vitest';
import type { ValueType } from '../language/value-type.js';
import type { Kinds } from './kind-of.js';
import { printTerm } from './print-term.js';
import { renameItems } from './rename.js';
import { partName, shareParts } from './share-parts.js';
import { simplify, withFormattedTexts } from './simplify.js';
import { printStatements } from './statement.js';
import { parseTerm, type Term } from './term.js';

const names: readonly (readonly [string, ValueType])[] = [
  ['values', 'integers'],
  ['texts', 'texts'],
  ['text', 'text'],
  ['number', 'integer'],
  ['grid', 'grid'],
];
const kinds: Kinds = { names: new Map(names), terms: new Map() };

function read(source: string): Term {
  const one = parseTerm(source);
  if (one === null) throw new Error(`cannot be read: ${source}`);
  return one;
}

const better = (source: string): string =>
  printTerm(
    renameItems(withFormattedTexts(simplify(read(source), kinds), kinds), kinds, new Set(['values', 'text'])),
  );

describe('simplify', () => {
  it.each([
    ['values[-2:][0]', 'values[-2]'],
    ['sorted(values)[::-1][0]', 'max(values)'],
    ['values[::-1][1:][0]', 'values[-2]'],
    [
      '[item * 2 for item in [item for item in values if not item % 2 == 1]]',
      '[2 * n for n in values if n % 2 != 1]',
    ],
    ['sum([item + 1 + 2 for item in values])', 'sum(n + 3 for n in values)'],
    ['number + (number + 1)', '2 * number + 1'],
    ['round(1 + (number + number), 2)', 'round(1 + 2 * number, 2)'],
    ['any(item == 5 for item in values)', '5 in values'],
    ['1 < len(values[2:])', 'len(values) > 3'],
    ['len(list(dict.fromkeys(values)))', 'len(set(values))'],
    ['sorted(list(dict.fromkeys(values)))', 'sorted(set(values))'],
    [
      '[item + 1 for item in list(dict.fromkeys(values)) if item > 2]',
      '[n + 1 for n in dict.fromkeys(values) if n > 2]',
    ],
    ['max(list(itertools.accumulate(values)))', 'max(itertools.accumulate(values))'],
    ["', '.join([item.upper() for item in texts])", "', '.join(word.upper() for word in texts)"],
    ['[[cell for cell in item] for item in grid]', 'grid'],
    ["text[:3] + '-' + str(int(text[4:])) + '.' + text[-1]", "f'{text[:3]}-{int(text[4:])}.{text[-1]}'"],
    ["'{:02d}'.format(number) + text", "f'{number:02d}{text}'"],
    ["'{:.2f}'.format(float('{:.2f}'.format(number / 3)))", "f'{number / 3:.2f}'"],
    ["text.split('a')[0] + ', ' + text[1]", `f"{text.split('a')[0]}, {text[1]}"`],
  ])('says %s as %s', (source, expected) => {
    expect(better(source)).toBe(expected);
  });

  it.each([
    'values[-3:][1]',
    '[n * n for n in [max(n, 2) for n in values]]',
    "text + text.split('{')[0] + '}'",
    'values[0] if values else None',
    '(-number) ** 2',
    '(values[0] + 1) * (values[1] - (values[2] - 3))',
    "re.sub(r'[^0-9]+', '', text)",
    'sorted(texts, key=lambda word: (len(word), word))',
    "{'a': 1, 'b': [2, 3]}[text]",
    "'{}:{:02d}'.format(*divmod(number, 60))",
    '[x + y for x in values for y in values if x < y]',
  ])('leaves %s as it is', (source) => {
    const printed = better(source);
    expect(printTerm(read(printed))).toBe(printed);
    expect(printed.replaceAll(' ', '')).toBe(source.replaceAll(' ', ''));
  });
});

describe('shareParts', () => {
  const shared = (source: string): string =>
    printStatements(
      shareParts([{ kind: 'return', value: read(source) }], (part) => partName(part, kinds)),
      0,
    ).join('\n');

  it('gives a name to what is computed twice', () => {
    expect(shared("text.split('/')[1] + text.split('/')[0]")).toBe(
      "parts = text.split('/')\nreturn parts[1] + parts[0]",
    );
  });

  it('computes nothing that was not computed before', () => {
    const source = 'max(values) - 1 if values else max(values[1:]) + max(values[1:])';
    expect(shared(source)).toBe(`return ${source}`);
    expect(shared('[n for n in values if n != max(values) and n + max(values) > 3]')).not.toContain(
      'largest =',
    );
  });

  it.each([
    'zip(values, values[1:])',
    'itertools.groupby(sorted(values))',
    '(n for n in values[1:] if n > 1)',
  ])('gives no name to %s, which two can not go through', (iterator) => {
    const source = `list(${iterator}) + list(${iterator})`;
    expect(shared(source)).not.toContain(`= ${iterator}`);
  });
});
