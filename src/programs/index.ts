/** Programs as graphs of modules with trainable variables: build, run, save and draw them. */
export type { AnyModule, CallContext, CallOptions } from './call-context.js';
export type { PlotProgramOptions } from './drawing/plot-options.js';
export { plotProgram, type SvgProgramOptions } from './drawing/plot-program.js';
export type { DrawnProgram } from './drawing/program-picture.js';
export { programToDot } from './drawing/program-to-dot.js';
export { type SummaryOptions, summarize } from './drawing/summary.js';
export type { Graph, GraphCall, GraphInput } from './graph/graph.js';
export { GraphProgram, type ProgramOptions, type ProgramOutputs } from './graph-program.js';
export type { CallBegin, CallEnd, Hook } from './hooks.js';
export { Input, type InputOptions } from './input.js';
export { type LMAsJudgeOptions, lmAsJudge } from './judges/lm-as-judge.js';
export { type ProgramAsJudgeOptions, programAsJudge } from './judges/program-as-judge.js';
export { AudioInput, ImageInput } from './media-inputs.js';
export { Module, type ModuleOptions } from './module.js';
export { Action, type ActionOptions } from './modules/action.js';
export type { AskingOptions } from './modules/asking-options.js';
export { Branch, type BranchOptions } from './modules/branch.js';
export { ChainOfThought } from './modules/chain-of-thought.js';
export { Decision, type DecisionOptions } from './modules/decision.js';
export { fileSchema } from './modules/file-fields.js';
export { Generator, type GeneratorOptions } from './modules/generator.js';
export type { FewShotExample } from './modules/generator-prompt.js';
export { Identity } from './modules/identity.js';
export { Lambda, type LambdaFunction, type LambdaOptions } from './modules/lambda.js';
export { And, Concat, Not, Or, Xor } from './modules/logic.js';
export {
  Factorize,
  InMask,
  type MaskModuleOptions,
  OutMask,
  Prefix,
  type PrefixOptions,
  Suffix,
  type SuffixOptions,
} from './modules/masks.js';
export type { SchemaOptions } from './modules/module-options.js';
export { MultiDecision } from './modules/multi-decision.js';
export type { ScoreScale } from './modules/score-scale.js';
export { SelfCritique, type SelfCritiqueOptions } from './modules/self-critique.js';
export {
  SequentialPlanSynthesis,
  type SequentialPlanSynthesisOptions,
} from './modules/sequential-plan-synthesis.js';
export { type LoadOptions, Program, type SaveOptions } from './program.js';
export type { RestoreModuleOptions } from './saving/save-modules.js';
export { baseConfig, baseOptions, restoreModule, serializeModule } from './saving/save-modules.js';
export { Sequential, type Step, sequential } from './sequential.js';
export type {
  JsonInputs,
  ModuleInputs,
  ModuleOutputs,
  Structured,
  SymbolicInputs,
  SymbolicOutputs,
} from './structure.js';
export type { Variable, VariableOptions } from './variable.js';
