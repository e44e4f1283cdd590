export { type CodeFrameOptions, renderCodeFrame } from './code-frame.js';
export {
  compareFindings,
  type Finding,
  type FindingEdit,
  type FindingFix,
  type FindingSeverity,
  type SourceRange,
} from './finding.js';
export { SourceLines, type SourcePosition } from './source-lines.js';
