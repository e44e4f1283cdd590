/** What siblings need of python/; no part of the package. */
export { eachChild } from './ast/child-nodes.js';
export { descendants, NodeIndex } from './ast/node-index.js';
export { booleanValue, isLocated, isStringLiteral, numberValue, stringValue } from './ast/nodes.js';
export { PythonTree } from './ast/python-tree.js';
export { ANY_NAME, namesBoundBy, namesMissingIn } from './code-blocks/block-names.js';
export { answerStartOf, splitThinking } from './code-blocks/split-thinking.js';
export { describeFinding } from './describe-finding.js';
export { PythonFacts } from './facts.js';
export { compareFindings } from './finding.js';
export { mentionsInTree } from './imports/shadowing.js';
export { SourceLines } from './source-lines.js';
export { importedNames } from './structure/calls.js';
export { MAX_SOURCE_LENGTH } from './syntax/options.js';
export { statementSpans } from './tokens/statements.js';
