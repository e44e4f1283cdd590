import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import { shortened } from '../core/internal.js';
import { answerText } from './answer-text.js';
import type { ToolDefinition } from './tool-definition.js';
import type { Trajectory } from './trajectory.js';
import { type CallStep, isCallStep, type ObservationStep, type TrajectoryStep } from './trajectory-step.js';

type Steps = Pick<Trajectory, 'steps'>;

/** The calls of a trajectory, code included, in their order. */
export function toolCalls({ steps }: Steps): readonly CallStep[] {
  return steps.filter(isCallStep);
}

/** The world's answers, in the order of the calls. */
export function observations({ steps }: Steps): readonly ObservationStep[] {
  return steps.filter((step) => step.type === 'observation');
}

/** The tools that were called, in order, each as often as it was. */
export function toolNamesUsed(trajectory: Steps): readonly string[] {
  return toolCalls(trajectory).map(({ tool }) => tool);
}

/** The names of the tools that were called, joined by `>`: trajectories that went the same way have the same one. */
export function toolSignature(trajectory: Steps): string {
  return toolNamesUsed(trajectory).join('>');
}

/** Characters of a step's text in its summary. */
const SUMMARY_LENGTH = 80;

/** A step in one line of at most about 100 characters. */
export function stepSummary(step: TrajectoryStep): string {
  const who = 'agent' in step && step.agent !== undefined ? `[${step.agent}] ` : '';
  return who + oneLine(step);
}

function oneLine(step: TrajectoryStep): string {
  switch (step.type) {
    case 'tool_call':
    case 'code_execution':
      return `call ${step.tool}(${short(wordsOf(step))})`;
    case 'withheld_call':
      return `not made: ${step.tool}(${short(step.invalidArguments ?? JSON.stringify(step.arguments))}): ${short(step.reason)}`;
    case 'observation':
      return `${step.status === 'ok' ? 'observation' : 'error'}: ${short(step.content)}`;
    case 'subagent':
      return `report: ${short(answerText(step.report))}`;
    case 'final_answer':
      return `answer: ${short(step.content)}`;
    default:
      return `${step.type}: ${short(step.content)}`;
  }
}

function wordsOf(step: CallStep): string {
  if (step.type === 'code_execution') return step.code;
  return step.invalidArguments ?? JSON.stringify(step.arguments);
}

function short(text: string): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), SUMMARY_LENGTH);
}

/** The names of a tool's arguments. */
export function argumentNames({ parameters }: Pick<ToolDefinition, 'parameters'>): readonly string[] {
  return isJsonObject(parameters.properties) ? Object.keys(parameters.properties) : [];
}

/** The names of the arguments that a tool has to be given. */
export function requiredArguments({ parameters }: Pick<ToolDefinition, 'parameters'>): readonly string[] {
  const { required } = parameters;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

/** The schema of one argument; one that takes anything where the tool says nothing of it. */
export function argumentSchema({ parameters }: Pick<ToolDefinition, 'parameters'>, name: string): JsonObject {
  const { properties } = parameters;
  const schema: Json | undefined =
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isJsonObject(schema) ? schema : {};
}
