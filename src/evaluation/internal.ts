/** What siblings need of evaluation/; no part of the package. */
export { judgePrompt } from './evaluator/judge-prompt.js';
