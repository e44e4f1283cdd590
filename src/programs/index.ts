/** Programs as graphs of modules, with variables that training may change: put together, run, saved, drawn. */
export type { AnyModule, CallContext, CallOptions } from './call-context.js';
export type { Graph, GraphCall, GraphInput } from './graph/graph.js';
export type { CallBegin, CallEnd, Hook } from './hooks.js';
export { Input, type InputOptions } from './input.js';
export { Module, type ModuleOptions } from './module.js';
export { Program, type ProgramOptions, type ProgramOutputs } from './program.js';
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
