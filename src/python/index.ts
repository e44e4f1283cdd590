export { analysePython, checkSyntax } from './analyse.js';
export {
  type LocatedNode,
  type NodeOf,
  nameOf,
  type PythonComprehension,
  type PythonExpression,
  type PythonFunction,
  type PythonModule,
  type PythonNode,
  type PythonNodeType,
  type PythonStatement,
} from './ast/nodes.js';
export { type PythonParse, type PythonParseFailure, parsePython } from './ast/parse-python.js';
export type { CodeBlock, CodeBlockSource } from './code-blocks/candidate.js';
export { type ExtractionOptions, extractPythonCode } from './code-blocks/extract.js';
export type { PythonExtraction } from './code-blocks/extraction.js';
export {
  type FencedBlock,
  type FenceScan,
  type FenceScanOptions,
  scanFences,
} from './code-blocks/fence-scanner.js';
export type { FenceLanguage } from './code-blocks/info-string.js';
export type { DecidedBy } from './code-blocks/rank.js';
export type { ToolCallLike } from './code-blocks/tool-calls.js';
export { type CodeFrameOptions, renderCodeFrame } from './code-frame.js';
export type { Finding, FindingEdit, FindingFix, FindingSeverity, SourceRange } from './finding.js';
export { findImports, type ImportFact } from './imports/find-imports.js';
export type { BuiltinMentions } from './imports/shadowing.js';
export { STANDARD_LIBRARY_MODULES } from './imports/standard-library.js';
export type { SourcePosition } from './source-lines.js';
export { type CallFact, findCalls } from './structure/calls.js';
export { type DefinitionFact, findDefinitions } from './structure/definitions.js';
export {
  type Confidence,
  type DynamicCodeFact,
  type DynamicCodeKind,
  findDynamicCode,
} from './structure/dynamic-code.js';
export type { SyntaxOptions } from './syntax/options.js';
export type { SyntaxReport, SyntaxStatus } from './syntax/report.js';
export { loadPythonParser, type PythonVersion } from './syntax/ruff.js';
export type {
  LexicalProblem,
  LexicalProblemKind,
  PythonToken,
  PythonTokens,
  TokenKind,
} from './tokens/token.js';
export { tokenizePython } from './tokens/tokenizer.js';
