import { endOf } from '../../../core/internal.js';
import { evaluateArithmetic } from './arithmetic.js';
import { writeRational } from './rational.js';

/** Characters from the end of a reply in which its answer is looked for. */
const SEARCHED_CHARS = 20_000;

/**
 * The final answer of a worked mathematical reply in one normal form, so that equal answers are equal texts: `0.50`,
 * `\frac{1}{2}`, `2/4` and `50\%` are all `1/2`. Looked for in the last `\boxed{…}`, then after the last "answer is"
 * or "answer:", then the last line that is an equation, then the last number. Null where there is none.
 */
export function mathAnswer(text: string): string | null {
  const tail = endOf(text, SEARCHED_CHARS);
  const found = lastBoxed(tail) ?? lastStated(tail) ?? lastEquation(tail) ?? lastNumber(tail);
  return found === null ? null : normaliseMath(found);
}

/** Whether two written answers mean the same: equal after {@link normaliseMath}. */
export function sameMathAnswer(left: string, right: string): boolean {
  return normaliseMath(left) === normaliseMath(right);
}

/**
 * One normal form of a mathematical expression as text: LaTeX dressing removed, `x = 5` reduced to `5`, arithmetic
 * over numbers computed exactly, lists and tuples item by item. What cannot be computed stays, without spaces.
 */
export function normaliseMath(expression: string): string {
  let text = undress(expression);
  const equals = text.lastIndexOf('=');
  if (equals >= 0 && !/[<>!]$/.test(text.slice(0, equals))) text = text.slice(equals + 1);
  return normaliseItems(text, 0);
}

function normaliseItems(text: string, depth: number): string {
  const wrapped = /^([([{])(.*)([)\]}])$/s.exec(text);
  const items = splitAtCommas(wrapped?.[2] ?? text);
  if (items.length > 1 && depth < 5) {
    const inner = items.map((item) => normaliseItems(item, depth + 1)).join(',');
    return wrapped === null ? inner : `${wrapped[1]}${inner}${wrapped[3]}`;
  }
  const percent = /^(.*)%$/s.exec(text);
  const value = evaluateArithmetic(percent === null ? text : `(${percent[1]})/100`);
  return value === null ? text : writeRational(value);
}

const DRESSING: readonly (readonly [RegExp, string])[] = [
  [/\\(?:left|right|displaystyle|,|;|!|:|quad|qquad)(?![a-zA-Z])/g, ''],
  [/\\(?:text|mathrm|mathbf|textbf|mbox|operatorname)\s*\{([^{}]*)\}/g, '$1'],
  [/\\[dt]frac/g, '\\frac'],
  [/\\(?:cdot|times)(?![a-zA-Z])/g, '*'],
  [/\\div(?![a-zA-Z])/g, '/'],
  [/\\%/g, '%'],
  [/\\(?:\$|\(|\)|\[|\])/g, ''],
  [/\^\s*(?:\\circ|\{\s*\\circ\s*\}|°)|°/g, ''],
  [/[$€£]/g, ''],
  [/(\d),(?=\d{3}(?!\d))/g, '$1'],
  [/\u2212|\u2013/g, '-'],
  [/\u00d7/g, '*'],
  [/\u00f7/g, '/'],
  [/\*\*/g, '^'],
];

function undress(expression: string): string {
  let text = expression;
  for (const [pattern, replacement] of DRESSING) text = text.replaceAll(pattern, replacement);
  for (let round = 0; round < 5; round++) {
    const simpler = text
      .replaceAll(/\\frac\s*(\d)\s*(\d)/g, '(($1)/($2))')
      .replaceAll(/\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '(($1)/($2))')
      .replaceAll(/\^\s*\{([^{}]*)\}/g, '^($1)');
    if (simpler === text) break;
    text = simpler;
  }
  return text.replaceAll(/\s+/g, '').replace(/[.;]+$/, '');
}

function splitAtCommas(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, text.slice(start)];
}

function lastBoxed(text: string): string | null {
  const start = Math.max(text.lastIndexOf('\\boxed{'), text.lastIndexOf('\\fbox{'));
  if (start < 0) return null;
  const open = text.indexOf('{', start);
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return text.slice(open + 1, at);
  }
  return null;
}

function lastStated(text: string): string | null {
  const found = [...text.matchAll(/answer(?:\s+is|\s*:)\s*:?\s*([^\n]{1,200})/gi)].at(-1)?.[1];
  return found === undefined
    ? null
    : found
        .replaceAll('*', '')
        .trim()
        .replace(/[.。]$/, '');
}

function lastEquation(text: string): string | null {
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return /^[^=]{1,100}=\s*[-+\d.\\][^=]{0,100}$/.test(line) ? line : null;
}

function lastNumber(text: string): string | null {
  return (
    text
      .match(/-?\d[\d,]*(?:\.\d+)?(?:\s*\/\s*\d+(?:\.\d+)?)?(?:\\?%)?/g)
      ?.at(-1)
      ?.replace(/,+$/, '') ?? null
  );
}
