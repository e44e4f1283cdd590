/**
 * Every kind of requirement, once. Users get them from here, and so does the worker thread that judges large replies: a
 * kind that has a recipe is found here by its name.
 */
export { Deterministic } from './behaviour/deterministic.js';
export { DoctestsPass } from './behaviour/doctests-pass.js';
export { ExamplesPass } from './behaviour/examples-pass.js';
export { FunctionResultType } from './behaviour/function-result-type.js';
export { FunctionSignature } from './behaviour/function-signature.js';
export { PropertyHolds } from './behaviour/property-holds.js';
export { StdioPass } from './behaviour/stdio-pass.js';
export { TestsPass } from './behaviour/tests-pass.js';
export { TimeBound } from './behaviour/time-bound.js';
export { AllOf } from './combinators/all-of.js';
export { AnyOf } from './combinators/any-of.js';
export { Not } from './combinators/not.js';
export { Weighted } from './combinators/weighted.js';
export { ModelJudge } from './judge/model-judge.js';
export { SimpleValidate } from './judge/simple-validate.js';
export { JsonOutput } from './output/json-output.js';
export { MarkdownList, MarkdownTable } from './output/markdown.js';
export { ReplyLength } from './output/reply-length.js';
export { MatplotlibHeadlessBackend } from './plotting/matplotlib-headless-backend.js';
export { PlotDependenciesAvailable } from './plotting/plot-dependencies-available.js';
export { PlotFileSaved } from './plotting/plot-file-saved.js';
export { ImportRestrictions } from './python/import-restrictions.js';
export { OutputSizeLimit } from './python/output-size-limit.js';
export { PythonCodeExtraction } from './python/python-code-extraction.js';
export { PythonExecutionReq } from './python/python-execution-req.js';
export { PythonSyntaxValid } from './python/python-syntax-valid.js';
export { ComplexityLimit } from './structure/complexity-limit.js';
export { NoFileUse, NoNetworkUse, NoSubprocessUse } from './structure/no-side-effects.js';
export { ToolArgument } from './tools/tool-argument.js';
export { UsesTool } from './tools/uses-tool.js';
export { TypesHold } from './types/types-hold.js';
