import type { PythonValue } from '../python-value.js';
import { exactJson } from './wire/exact-json.js';

/** Inputs from this size on go as JSON text where that is exact: below, reading a text costs more than it saves. */
const MIN_TEXT_BYTES = 65_536;

/**
 * How many times longer than its JSON text a value can be in the protocol's own encoding. Texts are used only up to
 * that share of the limit, so that what is refused for its size does not depend on how it would be passed.
 */
const LONGEST_ENCODING = 3;

/** The inputs of a run, by the way that they are passed. */
export interface PassedInputs {
  /** What is passed as values with the code. */
  readonly values: Readonly<Record<string, PythonValue>>;
  /** What is passed as texts before the code, with the code that makes values of them; null when nothing is. */
  readonly texts: { readonly code: string; readonly inputs: Readonly<Record<string, string>> } | null;
}

/**
 * Takes the large inputs apart that are plain data. The worker reads their JSON text in a third of the time that its
 * own encoding of the values takes, and lays them out in memory as compactly as if code had made them. The old value
 * of a name is let go before: while it is alive, the new one is spread over whatever gaps are left, and every use of
 * such a value is slower from one run to the next.
 */
export function passInputs(
  inputs: Readonly<Record<string, PythonValue>>,
  maxInputBytes: number,
): PassedInputs {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(inputs)) {
    const text = exactJson(value, { min: MIN_TEXT_BYTES, max: maxInputBytes });
    if (text !== null && Buffer.byteLength(text) * LONGEST_ENCODING <= maxInputBytes) texts.set(name, text);
  }
  if (texts.size === 0) return { values: inputs, texts: null };
  const values = Object.fromEntries(Object.entries(inputs).filter(([name]) => !texts.has(name)));
  const lines = ['import json as _mettle_input_json'];
  const named: Record<string, string> = {};
  [...texts].forEach(([name, text], index) => {
    const source = `_mettle_input_${index}`;
    named[source] = text;
    lines.push(`${name} = None`, `${name} = _mettle_input_json.loads(${source})`, `${source} = None`);
  });
  return { values, texts: { code: lines.join('\n'), inputs: named } };
}
