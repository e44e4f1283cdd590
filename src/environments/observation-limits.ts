import type { Json } from '../core/index.js';
import { oneLine, shortened } from '../core/internal.js';
import { failedObservation, type Observation } from '../records/index.js';
import type { EnvironmentDefinition } from './world-body.js';

const DEFAULT_CONTENT_CHARS = 100_000;
const DEFAULT_DATA_CHARS = 4_000_000;
/** Characters of an error's one line. */
const MAX_MESSAGE_CHARS = 10_000;

/**
 * An observation cut down to its environment's limits.
 * @throws {TypeError} for data that is no JSON.
 */
export function withinLimits(observation: Observation, definition: EnvironmentDefinition): Observation {
  const { maxContentChars = DEFAULT_CONTENT_CHARS, maxDataChars = DEFAULT_DATA_CHARS } = definition;
  const { content, data } = observation;
  const text: string | undefined = JSON.stringify(data);
  if (text === undefined) throw new TypeError(`the data of an observation is JSON, not ${typeof data}`);
  const size = text.length;
  if (size > maxDataChars) {
    return failedObservation(
      'limit',
      `the answer has ${size} characters of data; at most ${maxDataChars} are given`,
    );
  }
  const error = observation.error && {
    type: observation.error.type,
    message: cutText(oneLine(observation.error.message), MAX_MESSAGE_CHARS),
  };
  // Data may be part of what worlds share: who gets it may change it, and changes a copy.
  const copy = typeof data === 'object' ? (JSON.parse(text) as Json) : data;
  return { ...observation, content: cutText(content, maxContentChars), data: copy, error };
}

function cutText(text: string, maxChars: number): string {
  return shortened(text, maxChars, { mark: (left) => `\n… (${left} characters cut off)` });
}
