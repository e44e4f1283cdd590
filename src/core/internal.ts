/** What siblings need of core/; no part of the package. */
export { inOrder } from './async/in-order.js';
export { compilePattern } from './json-schema/pattern.js';
export { LimitReached, Run } from './json-schema/run.js';
