import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  defineOptions,
  isJsonObject,
  type Json,
  type JsonObject,
  type MettleError,
  type OptionKinds,
  option,
} from '../core/index.js';
import {
  type HostAnswer,
  type LoadSandboxOptions,
  type PythonValue,
  pythonValueToJson,
  type RunStep,
  resumeRun,
  type Sandbox,
} from '../sandbox/index.js';
import { runResultWithValue } from '../sandbox/internal.js';
import type { Tool } from '../tools/index.js';
import { invalidOptions } from './agent-options.js';
import { allowedTools } from './code-mode.js';
import { agentError } from './error-codes.js';
import { bindArguments, toolFunctions } from './tool-functions.js';

/** What a program can call. */
export interface ProgramTools {
  readonly tools: readonly Tool[];
  /** Names of those of `tools` that programs may call. Default: all. */
  readonly allow?: readonly string[];
  /** Names of tools whose calls wait until somebody has decided. */
  readonly needsApproval: readonly string[];
}

const PROGRAM_TOOLS: OptionKinds<ProgramTools> = {
  tools: option.required(option.list(option.object)),
  allow: option.list(option.string),
  needsApproval: option.required(option.list(option.string)),
};

/** What {@link startProgram} needs. */
export interface StartProgramOptions extends ProgramTools {
  readonly sandbox: Sandbox;
}

/** What {@link resumeProgram} needs. */
export interface ResumeProgramOptions extends ProgramTools {
  /** The key that the bytes were written with. */
  readonly key: string;
  /** The `dumpKey` of the sandbox that the program began in. */
  readonly dumpKey?: LoadSandboxOptions['dumpKey'];
}

const checkStartOptions = defineOptions<StartProgramOptions>()('startProgram', {
  ...PROGRAM_TOOLS,
  sandbox: option.required(option.object),
});
const checkResumeOptions = defineOptions<ResumeProgramOptions>()('resumeProgram', {
  ...PROGRAM_TOOLS,
  key: option.required(option.string),
  dumpKey: option.any,
});

/** Somebody's decision on a call: it is made, or refused for a reason that the program is told. */
export type Decision = { readonly approved: true } | { readonly approved: false; readonly reason: string };

/** A program that ended, or that waits for a decision. */
export type ProgramStep =
  | { readonly status: 'finished'; readonly result: JsonObject }
  | {
      readonly status: 'waiting';
      /** The call that waits. */
      readonly call: { readonly tool: string; readonly arguments: JsonObject };
      /**
       * The program as bytes, signed with `key` (at least 16 characters): for {@link resumeProgram}, in any process. Rejects
       * once the call has been decided on.
       */
      readonly dump: (key: string) => Promise<Uint8Array>;
      /** Makes the call or refuses it, and goes on. Once only: then it rejects, and makes no call. */
      readonly decide: (decision: Decision) => Promise<ProgramStep>;
    };

const FORMAT = 'mettle/program';

/**
 * Runs a program whose calls of some tools wait for a decision, perhaps longer than this process lives: the waiting
 * program can be saved, and continues where it stopped. No line runs and no call is made twice.
 *
 * @throws {MettleError} `sandbox/cannot_suspend` where the engine can't write a program down (only Monty can): use
 *   `codeModeTool` with `approve` there, in which the program waits in its process.
 */
export async function startProgram(code: string, options: StartProgramOptions): Promise<ProgramStep> {
  const { sandbox } = checkStartOptions(options);
  const { free, waiting } = split(options);
  const step = await sandbox.start(code, {
    functions: toolFunctions(free, {}),
    suspendOn: waiting.map(({ name }) => name),
  });
  return stepOf(step, waiting, sandbox);
}

/**
 * Continues a program from the bytes of `dump`, in its own sandbox, which the caller closes. The same bytes give the
 * same program again: keep them until the decision is made, and drop them then.
 *
 * @throws {MettleError} `agents/invalid_program` for bytes that are none or were signed with another key;
 *   `sandbox/invalid_dump` for another `dumpKey`; `core/invalid_option` where a tool that it waits for is not given. The
 *   call has then not been made.
 */
export async function resumeProgram(
  bytes: Uint8Array,
  decision: Decision,
  options: ResumeProgramOptions,
): Promise<{ readonly sandbox: Sandbox; readonly step: ProgramStep }> {
  checkResumeOptions(options);
  const { tool, args, waitsFor, dump } = unseal(bytes, options.key);
  const { free, waiting } = split(options);
  const called = findTool(waiting, tool);
  // All of them now: when the program comes to the next, this call has been made.
  for (const name of waitsFor) findTool(waiting, name);
  const { dumpKey } = options;
  // The call is made when the program waits for it again: one that can't go on makes none.
  const { sandbox, step } = await resumeRun(dump, () => answerOf(called, args, decision), {
    functions: toolFunctions(free, {}),
    ...(dumpKey === undefined ? {} : { dumpKey }),
  });
  return { sandbox, step: await stepOf(step, waiting, sandbox) };
}

function split({ tools, allow, needsApproval }: ProgramTools): {
  readonly free: readonly Tool[];
  readonly waiting: readonly Tool[];
} {
  const callable = allowedTools(tools, allow);
  const waiting = allowedTools(callable, needsApproval);
  return { free: callable.filter((one) => !waiting.includes(one)), waiting };
}

async function stepOf(step: RunStep, waiting: readonly Tool[], sandbox: Sandbox): Promise<ProgramStep> {
  if (step.status === 'finished')
    return { status: 'finished', result: runResultWithValue(step.result, { files: sandbox.files }) };
  const tool = findTool(waiting, step.call.name);
  const { args: positional, kwargs } = step.call;
  const named = Object.entries(kwargs).map(([name, value]) => [name, pythonValueToJson(value)]);
  const bound = bindArguments(
    tool,
    positional.map((value) => pythonValueToJson(value)),
    Object.fromEntries(named) as JsonObject,
  );
  // Nobody has to decide on a call that can't be made.
  if (!bound.ok) {
    return stepOf(
      await step.resume({ error: { type: 'TypeError', message: bound.problem } }),
      waiting,
      sandbox,
    );
  }
  const { args } = bound;
  let isDecided = false;
  const assertWaiting = (): void => {
    if (isDecided)
      throw invalidOptions(`The call of ${tool.name} has been decided already: continue with that step.`);
  };
  return {
    status: 'waiting',
    call: { tool: tool.name, arguments: args },
    dump: async (key) => {
      // From bytes of before, the call would be made again.
      assertWaiting();
      const waitsFor = waiting.map(({ name }) => name);
      return seal({ tool: tool.name, args, waitsFor, dump: await step.dump() }, key);
    },
    decide: async (decision) => {
      assertWaiting();
      isDecided = true;
      return stepOf(await step.resume(() => answerOf(tool, args, decision)), waiting, sandbox);
    },
  };
}

function findTool(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((one) => one.name === name);
  if (found === undefined)
    throw invalidOptions(`The program waits for the tool ${name}: pass it in tools and in needsApproval.`);
  return found;
}

async function answerOf(tool: Tool, args: JsonObject, decision: Decision): Promise<HostAnswer> {
  if (!decision.approved) return { error: { type: 'PermissionError', message: decision.reason } };
  const outcome = await tool.call(args);
  if (outcome.ok) return { value: outcome.value as PythonValue };
  const type = outcome.fault === 'invalid_arguments' ? 'TypeError' : 'RuntimeError';
  return { error: { type, message: outcome.error } };
}

/** A waiting program with its call. */
interface Sealed {
  readonly tool: string;
  readonly args: JsonObject;
  /** Names of all tools whose calls wait in it. */
  readonly waitsFor: readonly string[];
  readonly dump: Uint8Array;
}

function seal({ tool, args, waitsFor, dump }: Sealed, key: string): Uint8Array {
  const head = Buffer.from(JSON.stringify({ format: FORMAT, version: 1, tool, args, waitsFor }));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.byteLength);
  const body = Buffer.concat([size, head, dump]);
  return Buffer.concat([signature(body, key), body]);
}

const SIGNATURE_BYTES = 32;

function unseal(bytes: Uint8Array, key: string): Sealed {
  const all = Buffer.from(bytes);
  const body = all.subarray(SIGNATURE_BYTES);
  if (body.byteLength < 4 || !timingSafeEqual(signature(body, key), all.subarray(0, SIGNATURE_BYTES))) {
    throw invalidProgram();
  }
  const headEnd = 4 + body.readUInt32BE(0);
  const head = JSON.parse(body.subarray(4, headEnd).toString('utf8')) as Json;
  if (!isJsonObject(head) || head.format !== FORMAT || head.version !== 1) throw invalidProgram();
  const waitsFor = Array.isArray(head.waitsFor) ? head.waitsFor.map(String) : [];
  return { tool: String(head.tool), args: head.args as JsonObject, waitsFor, dump: body.subarray(headEnd) };
}

function signature(body: Uint8Array, key: string): Buffer {
  if (key.length < 16) throw invalidOptions('A key for programs has at least 16 characters.');
  return createHmac('sha256', key).update(body).digest();
}

function invalidProgram(): MettleError {
  return agentError(
    'invalid_program',
    'These bytes are not a waiting program, or were signed with another key. Pass the bytes of dump() and their key.',
  );
}
