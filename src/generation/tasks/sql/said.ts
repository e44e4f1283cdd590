import type { Json } from '../../../core/index.js';
import { shown } from '../words.js';

/** A day or a moment as databases write it. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[+-]\d\d(?::?\d\d)?)?)?$/;

/** A value in a sentence about rows: days and moments as they are, other texts in quotes. */
export function said(value: Json): string {
  return typeof value === 'string' && MOMENT.test(value) ? value : shown(value);
}
