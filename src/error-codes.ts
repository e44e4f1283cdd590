/** Every code that an error of Mettle can have. Types only: nothing is loaded. */
import type { AgentErrorCode } from './agents/error-codes.js';
import type { BenchmarkErrorCode } from './benchmarks/error-codes.js';
import type { CliErrorCode } from './cli/error-codes.js';
import type { CoreErrorCode } from './core/error-codes.js';
import type { DataErrorCode } from './data/error-codes.js';
import type { DatasetErrorCode } from './datasets/error-codes.js';
import type { EnvironmentErrorCode } from './environments/error-codes.js';
import type { EvaluationErrorCode } from './evaluation/error-codes.js';
import type { FileSystemErrorCode } from './filesystem/error-codes.js';
import type { GenerationErrorCode } from './generation/error-codes.js';
import type { GymErrorCode } from './gym/error-codes.js';
import type { ModelErrorCode } from './models/error-codes.js';
import type { PipelineErrorCode } from './pipelines/error-codes.js';
import type { ProgramErrorCode } from './programs/error-codes.js';
import type { PythonErrorCode } from './python/error-codes.js';
import type { RecordErrorCode } from './records/error-codes.js';
import type { RequirementErrorCode } from './requirements/error-codes.js';
import type { SandboxErrorCode } from './sandbox/error-codes.js';
import type { SynthesisErrorCode } from './synthesis/error-codes.js';
import type { TestingErrorCode } from './testing/error-codes.js';
import type { ToolErrorCode } from './tools/error-codes.js';
import type { TrainingErrorCode } from './training/error-codes.js';

/** Stable identity of a failure, `module/what`. docs/errors.md says what each code means and what to do about it. */
export type ErrorCode =
  | AgentErrorCode
  | BenchmarkErrorCode
  | CliErrorCode
  | CoreErrorCode
  | DataErrorCode
  | DatasetErrorCode
  | EnvironmentErrorCode
  | EvaluationErrorCode
  | FileSystemErrorCode
  | GenerationErrorCode
  | GymErrorCode
  | ModelErrorCode
  | PipelineErrorCode
  | ProgramErrorCode
  | PythonErrorCode
  | RecordErrorCode
  | RequirementErrorCode
  | SandboxErrorCode
  | SynthesisErrorCode
  | TestingErrorCode
  | ToolErrorCode
  | TrainingErrorCode;
