import type { JsonObject } from '../../core/index.js';
import type { Environment, ToolCallResult, World } from '../environment.js';

/** A tool call of the conformance suite. */
export interface SubjectCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What lies on this machine for a tool to reach that should not. */
export interface HostBait {
  /** An absolute path of a file that holds {@link HostBait.secret} and nothing else. */
  readonly file: string;
  /** The folder of that file, which must be as it was afterwards. */
  readonly folder: string;
  readonly secret: string;
}

/** What the conformance suite knows about an environment. */
export interface EnvironmentSubject {
  /** An environment; an equal one each time. */
  readonly create: () => Promise<Environment>;
  /** Calls that any world answers well and that change no fact. */
  readonly reads: readonly SubjectCall[];
  /** Calls that a fresh world answers well in this order, each changing a fact. Empty where worlds only read. */
  readonly writes: readonly SubjectCall[];
  /** A call that fits its tool's schema and that the tool answers with an error. */
  readonly failing: SubjectCall;
  /** A call that would take minutes and that heeds its signal. */
  readonly slow?: SubjectCall;
  /** A call whose whole answer has more characters than the environment lets through, and how many it lets through. */
  readonly long?: { readonly call: SubjectCall; readonly maxChars: number };
  /** Calls that try to read the file or to write into the folder. Empty where no tool takes text. */
  readonly hostProbes: (bait: HostBait) => readonly SubjectCall[];
  /** Breaks a world from outside, as a machine would: its next call has to reject. */
  readonly breakWorld?: (world: World) => Promise<void>;
}

/** Plays calls one after another. */
export async function play(world: World, calls: readonly SubjectCall[]): Promise<ToolCallResult[]> {
  const results: ToolCallResult[] = [];
  for (const call of calls) results.push(await world.call(call.tool, call.arguments));
  return results;
}

/** What a replay compares of results. */
export function comparable(results: readonly ToolCallResult[]): unknown {
  return results.map(({ observation, stateDigest, changes }) => ({ observation, stateDigest, changes }));
}

/** All calls of a subject that a fresh world answers well. */
export function goodCalls(subject: EnvironmentSubject): readonly SubjectCall[] {
  return [...subject.reads, ...subject.writes, ...subject.reads];
}

/** Opens a world for the time of `use`. */
export async function withWorld<T>(
  environment: Environment,
  seed: number,
  use: (world: World) => Promise<T>,
): Promise<T> {
  await using world = await environment.open({ seed });
  return await use(world);
}
