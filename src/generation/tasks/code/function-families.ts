import type { RandomStream } from '../../../core/index.js';
import type { FunctionSpec } from './function-spec.js';
import { listFunctions } from './list-functions.js';
import { textFunctions } from './text-functions.js';

const FAMILIES = [...listFunctions, ...textFunctions];

/** A function by chance. */
export function drawFunction(stream: RandomStream): FunctionSpec {
  return stream.pick(FAMILIES)(stream);
}
