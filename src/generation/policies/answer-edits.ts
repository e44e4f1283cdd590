import { isJsonObject, type Json } from '../../core/index.js';
import type { Observation } from '../../records/index.js';

/**
 * An answer that is one off: the first number in it one higher or lower, or a list without its last item. Null where
 * there is nothing to be one off.
 */
export function oneOff(answer: Json, by: 1 | -1): Json | null {
  if (typeof answer === 'number') return answer + by;
  if (typeof answer === 'string') {
    return /\d+/.test(answer) ? answer.replace(/\d+/, (digits) => String(Number(digits) + by)) : null;
  }
  if (Array.isArray(answer)) return answer.length > 0 ? answer.slice(0, -1) : null;
  if (!isJsonObject(answer)) return null;
  for (const [name, value] of Object.entries(answer)) {
    const other = oneOff(value ?? null, by);
    if (other !== null) return { ...answer, [name]: other };
  }
  return null;
}

/** What an agent answers that looks only at one observation: its first value of the answer's type; null when it has none. */
export function answerFrom(observation: Observation, answer: Json): Json | null {
  const values = scalars(observation.data);
  if (Array.isArray(answer)) {
    const list = values.filter((value) => typeof value === typeof answer[0]);
    return list.length > 0 ? list : null;
  }
  if (isJsonObject(answer)) return null;
  return values.find((value) => typeof value === typeof answer) ?? null;
}

/** The texts, numbers and truth values in an answer's data, the names of columns left out. */
function scalars(data: Json): readonly Json[] {
  if (Array.isArray(data)) return data.flatMap(scalars);
  if (isJsonObject(data)) {
    const { rows } = data;
    return rows === undefined
      ? Object.values(data).flatMap((value) => scalars(value ?? null))
      : scalars(rows);
  }
  return data === null ? [] : [data];
}
