export { analysePython, checkSyntax } from './analyse.js';
export { eachChild } from './ast/child-nodes.js';
export { descendants, NodeIndex } from './ast/node-index.js';
export {
  booleanValue,
  isLocated,
  isStringLiteral,
  type LocatedNode,
  type NodeOf,
  nameOf,
  numberValue,
  type PythonComprehension,
  type PythonExpression,
  type PythonFunction,
  type PythonModule,
  type PythonNode,
  type PythonNodeType,
  type PythonStatement,
  stringValue,
} from './ast/nodes.js';
export {
  PYTHON_TREE_MAX_CHARS,
  type PythonParse,
  type PythonParseFailure,
  parsePython,
} from './ast/parse-python.js';
export { PythonTree } from './ast/python-tree.js';
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
export { CODE_ARGUMENTS, type ToolCallLike } from './code-blocks/tool-calls.js';
export { type CodeFrameOptions, renderCodeFrame } from './code-frame.js';
export { describeFinding } from './describe-finding.js';
export { PythonFacts } from './facts.js';
export {
  compareFindings,
  type Finding,
  type FindingEdit,
  type FindingFix,
  type FindingSeverity,
  type SourceRange,
} from './finding.js';
export {
  type Confidence,
  type DynamicCodeFact,
  type DynamicCodeKind,
  findDynamicCode,
} from './imports/dynamic-code.js';
export { findImports, type ImportFact } from './imports/find-imports.js';
export { type BuiltinMentions, mentionsInTree } from './imports/shadowing.js';
export { STANDARD_LIBRARY_MODULES } from './imports/standard-library.js';
export { SourceLines, type SourcePosition } from './source-lines.js';
export { type CallFact, findCalls, importedNames } from './structure/calls.js';
export { type DefinitionFact, findDefinitions } from './structure/definitions.js';
export { MAX_SOURCE_LENGTH, type SyntaxOptions } from './syntax/options.js';
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
