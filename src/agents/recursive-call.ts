import { describeProblem, type Json, type SchemaReader } from '../core/index.js';
import { inParallel } from '../core/internal.js';
import type { Model } from '../models/index.js';
import {
  type HostFunctions,
  type PythonValue,
  pythonValueToJson,
  type Sandbox,
  splitArguments,
} from '../sandbox/index.js';
import { runResultWithValue } from '../sandbox/internal.js';
import { type Tool, tool } from '../tools/index.js';
import type { AgentEventListener } from './agent-event.js';
import type { AgentResult } from './agent-result.js';
import type { Approve } from './approval.js';
import { Branches } from './branches.js';
import { duringRun } from './during-run.js';
import { recursiveSubagentInstructions, recursiveSubagentsGuidance } from './recursive-messages.js';
import { type AgentSettings, type CallLimits, limitedModel, runAgent } from './run-agent.js';
import { adoptTool, type SubagentCall, type SubagentTools, subagentTools } from './subagent-tools.js';
import { toolFunctions } from './tool-functions.js';

/** What all calls of a recursive agent and of its subagents share. */
export interface RecursiveSettings {
  readonly agent: AgentSettings;
  /** The model that code asks. */
  readonly subModel: Model;
  /** Checks what is submitted; null where anything may be. */
  readonly reader: SchemaReader<unknown> | null;
  readonly approve: Approve | undefined;
  readonly sandboxTools: readonly Tool[];
  readonly maxLlmCalls: number;
  readonly maxOutputCharacters: number;
  readonly maxSubagentDepth: number;
  readonly subagentConcurrency: number;
}

/** One call of a recursive agent, or of a subagent. */
interface RecursiveCall {
  /** What the call works in. Whoever opened it closes it. */
  readonly sandbox: Sandbox;
  /** 0 for the agent itself. */
  readonly depth: number;
  readonly instructions: string;
  /** What the model is told first. */
  readonly message: string;
  readonly reader: SchemaReader<unknown> | null;
  /** Prompts that code has asked, counted for the agent and its subagents together. */
  readonly prompts: { asked: number };
  readonly limits: CallLimits;
  readonly emit: AgentEventListener;
}

/** Prompts of one batch that are asked at once. */
const BATCH = 8;

/** The tools of an agent with subagents, beside that which runs code. */
export const RECURSIVE_SUBAGENT_TOOLS: readonly string[] = [
  'spawn_subagents',
  'merge_subagent',
  'discard_subagent',
  'adopt_subagent',
];

/** Runs one call in a sandbox: the model writes code, and ends the call by what the code submits. */
export async function runRecursiveCall(
  settings: RecursiveSettings,
  call: RecursiveCall,
): Promise<AgentResult> {
  const answer: { submitted: { readonly value: Json } | null } = { submitted: null };
  const branches = new Branches(call.sandbox, { copyNamespace: true });
  const hasSubagents = call.depth < settings.maxSubagentDepth;
  const subagents = hasSubagents ? subagentsOf(settings, call, branches) : null;
  try {
    return await runAgent(settings.agent, {
      instructions: hasSubagents
        ? `${call.instructions}\n\n${recursiveSubagentsGuidance()}`
        : call.instructions,
      agentsMd: null,
      tools: [
        runTool(settings, call, branches, (value) => {
          answer.submitted = { value };
        }),
        ...(subagents === null ? [] : [...subagents.tools, adoptTool(branches)]),
        ...settings.agent.tools,
      ],
      messages: [{ role: 'user', content: call.message }],
      inputsSchema: {},
      limits: call.limits,
      emit: call.emit,
      finished: () => answer.submitted,
    });
  } finally {
    await subagents?.settled();
    await branches.close();
  }
}

function subagentsOf(settings: RecursiveSettings, call: RecursiveCall, branches: Branches): SubagentTools {
  const run = ({ handle, task, sandbox, signal, budget }: SubagentCall): Promise<AgentResult> =>
    runRecursiveCall(settings, {
      ...call,
      sandbox,
      depth: call.depth + 1,
      instructions: recursiveSubagentInstructions(settings.maxLlmCalls, settings.sandboxTools),
      message: task,
      reader: null,
      limits: { ...call.limits, signal, ...(budget === undefined ? {} : { budget }) },
      emit: (event) => call.emit({ type: 'subagent', handle, task, event }),
    });
  const { subagentConcurrency: concurrency } = settings;
  return subagentTools({ branches, run, concurrency, budget: call.limits.budget });
}

function runTool(
  settings: RecursiveSettings,
  call: RecursiveCall,
  branches: Branches,
  submit: (value: Json) => void,
): Tool {
  return tool({
    name: 'run_python_code',
    description: 'Run Python code. Variables last between runs; print what you want to see.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'the Python code' } },
      required: ['code'],
      additionalProperties: false,
    },
    timeoutSeconds: Number.POSITIVE_INFINITY,
    execute: ({ code }, { signal }) =>
      duringRun(signal, async (callSignal) => {
        const functions: HostFunctions = {
          ...toolFunctions(settings.sandboxTools, { signal: callSignal, approve: settings.approve }),
          ...modelFunctions(settings, { ...call, limits: { ...call.limits, signal: callSignal } }),
          submit: async (...args) => {
            submit(await readResult(argument(args, 'result'), call.reader));
            return null;
          },
        };
        const ran = await branches.sandbox.run(String(code), { functions, signal });
        return runResultWithValue(ran, {
          files: branches.sandbox.files,
          code: String(code),
          maxCharacters: settings.maxOutputCharacters,
        });
      }),
  });
}

/** `llm_query` and `llm_query_batched`. */
function modelFunctions(
  { subModel, maxLlmCalls }: RecursiveSettings,
  { limits, prompts }: RecursiveCall,
): HostFunctions {
  const { signal } = limits;
  const model = limitedModel(subModel, limits);
  const ask = async (prompt: PythonValue): Promise<string> => {
    const request = { messages: [{ role: 'user', content: String(prompt) }] as const };
    return (await model.call(request, signal === undefined ? {} : { signal })).text;
  };
  const reserve = (count: number): void => {
    const left = maxLlmCalls - prompts.asked;
    if (count > left) throw new Error(`${count} prompts can't be asked: ${left} of ${maxLlmCalls} are left.`);
    prompts.asked += count;
  };
  return {
    llm_query: async (...args) => {
      reserve(1);
      return ask(argument(args, 'prompt'));
    },
    llm_query_batched: async (...args) => {
      const list = argument(args, 'prompts');
      if (!Array.isArray(list)) throw namedError('TypeError', 'llm_query_batched takes a list of prompts');
      reserve(list.length);
      return inParallel(BATCH, list, ask);
    },
  };
}

/** What code submitted, where it keeps the schema; else an error for the code. */
async function readResult(result: PythonValue, reader: SchemaReader<unknown> | null): Promise<Json> {
  const value = pythonValueToJson(result);
  if (reader === null) return value;
  const reading = await reader.read(value);
  if (reading.ok) return reading.value as Json;
  throw namedError(
    'ValueError',
    reading.problems.map((problem) => describeProblem(problem, 'result')).join('; '),
  );
}

/** A function's one argument, given by position or by name. */
function argument(args: readonly PythonValue[], name: string): PythonValue {
  const { positional, named } = splitArguments(args);
  return positional[0] ?? named[name] ?? null;
}

function namedError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
