import type { Json } from '../../core/index.js';
import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING, fillTemplate, pythonString } from '../language/python-source.js';
import { exactInteger, finiteNumber } from '../language/size-guards.js';
import { SAYS_YES, saysYes, YES_OR_NO } from '../library/figures.js';

/** A number, and what stands before and after it. */
const ONE_NUMBER = /^([^0-9]*?)(-?[0-9]+(?:\.[0-9]+)?)([^0-9]*)$/;
/** Longest text that is read so. */
const LONGEST = 60;

type Reader = (input: unknown) => Json | undefined;

/**
 * What all texts of a column are as one value: a number between a mark before and one behind, `12%`, `$3.50`, or a word that
 * says yes or no. A person reads the column so at once, whatever the widths are; so these come before parts of the text
 * that are cut at fixed places.
 */
export function readings(python: string, texts: readonly string[], read: Reader): Operator[] {
  if (texts.some((text) => text.length > LONGEST)) return [];
  return [...numberBetweenMarks(python, texts, read), ...yesOrNo(python, texts, read)];
}

function numberBetweenMarks(python: string, texts: readonly string[], read: Reader): Operator[] {
  const matches = texts.map((text) => ONE_NUMBER.exec(text));
  const [, before = '', , after = ''] = matches[0] ?? [];
  const isSame = matches.every((match) => match?.[1] === before && match[3] === after);
  if (!isSame || before + after === '' || texts.length < 2) return [];
  const isWhole = matches.every((match) => !match?.[2]?.includes('.'));
  const bare =
    python +
    (before === '' ? '' : `.removeprefix(${pythonString(before)})`) +
    (after === '' ? '' : `.removesuffix(${pythonString(after)})`);
  return [
    leafOperator({
      python: `${isWhole ? 'int' : 'float'}(${bare})`,
      result: isWhole ? 'integer' : 'number',
      cost: 2,
      variable: 'number',
      read: (input) => {
        const text = read(input);
        if (typeof text !== 'string') return undefined;
        return parsed(withoutMarks(text, before, after), isWhole);
      },
    }),
  ];
}

function withoutMarks(text: string, before: string, after: string): string {
  const rest = text.startsWith(before) ? text.slice(before.length) : text;
  return after !== '' && rest.endsWith(after) ? rest.slice(0, -after.length) : rest;
}

/** `int` or `float` of plain digits; undefined where Python may raise. */
function parsed(text: string, isWhole: boolean): number | undefined {
  if (isWhole) return /^-?[0-9]{1,15}$/.test(text) ? exactInteger(Number(text)) : undefined;
  return /^-?[0-9]{1,15}(?:\.[0-9]{1,12})?$/.test(text) ? finiteNumber(Number(text)) : undefined;
}

function yesOrNo(python: string, texts: readonly string[], read: Reader): Operator[] {
  const isYesOrNo = texts.every((text) => YES_OR_NO.test(text));
  if (!isYesOrNo || new Set(texts.map(saysYes)).size < 2) return [];
  const source = fillTemplate(SAYS_YES, BINDING.comparison, [{ text: python, binding: BINDING.primary }]);
  return [
    leafOperator({
      python: source.text,
      result: 'boolean',
      cost: 1,
      read: (input) => {
        const text = read(input);
        return typeof text === 'string' ? saysYes(text) : undefined;
      },
      render: () => source,
    }),
  ];
}
