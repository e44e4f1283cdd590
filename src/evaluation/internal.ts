/** What siblings need of evaluation/; no part of the package. */

export { committedPolicy } from './branching/committed-actor.js';
export { DatasetTally } from './dataset/dataset-tally.js';
export { whyLeftOut } from './dataset/filter-dataset.js';
export { diversityRecord } from './diversity/diversity-tally.js';
export { findNearDuplicates, nearDuplicates } from './diversity/near-duplicates.js';
export { shinglesOf } from './diversity/shingles.js';
export { contaminationIn } from './duplicates/decontaminate.js';
export { DEDUP_KEYS, DEDUP_THRESHOLD, dedupText } from './duplicates/dedup-trajectories.js';
export { evaluationRecord } from './evaluator/evaluation.js';
export { judgePrompt } from './evaluator/judge-prompt.js';
export { byDimension, RUBRIC_DIMENSIONS } from './evaluator/rubric.js';
export { ScoreTally } from './evaluator/score-tally.js';
export { FailureTally } from './failure-report.js';
export { type Sample, sampleOf, trainOnSamples } from './learned/train-learned-verifier.js';
export { heldFromTheStart, isIdle } from './scoring/score-outcome.js';
export { exactUpperBound } from './statistics/exact-bound.js';
