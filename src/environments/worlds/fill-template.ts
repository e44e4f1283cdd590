import type { Json } from '../../core/index.js';
import { MONTHS } from '../../core/internal.js';
import { compileExpression, type Scope } from './expression.js';

/** How a value is written, as the part after `|` names it. */
const FORMATS: Readonly<Record<string, (value: Json) => string>> = {
  money: (value) => `$${Number(value).toFixed(2)}`,
  day: (value) => {
    const [, month, day] = String(value).split('-').map(Number);
    return `${day} ${MONTHS[(month ?? 1) - 1]}`;
  },
  words: (value) => String(value).replaceAll('_', ' '),
  first: (value) => String(value).split(' ')[0] ?? '',
};

/** A text in which each expression in braces is replaced by its value: `{loan.book.title}`, `{loan.fee|money}`. */
export function fillTemplate(template: string, scope: Scope): string {
  return template.replace(/\{([^{}|]+)(?:\|(\w+))?\}/g, (_, source: string, format?: string) => {
    const value = compileExpression(source)(scope);
    if (value === null) throw new Error(`Nothing to write for {${source}} in "${template}"`);
    return format === undefined ? String(value) : (FORMATS[format] as (value: Json) => string)(value);
  });
}
