import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { expect } from '../../core/internal.js';
import type { ToolDefinition } from '../../records/index.js';
import { checkToolArguments } from '../tool-arguments.js';
import type { DefineCase } from './define-case.js';
import type { EnvironmentSubject } from './subject.js';

/** What becomes of calls that are wrong, of long answers, and of arguments that the environment proposes. */
export function callCases(subject: EnvironmentSubject, it: DefineCase): void {
  it('refuses unknown tools and arguments that do not fit, and stays as it is', async (environment) => {
    await using world = await environment.open({ seed: 1 });
    const before = world.stateDigest();
    const wrong = environment.tools.flatMap(wrongArguments);
    expect(wrong.length).toBeAtLeast(environment.tools.length);
    for (const { tool, values } of wrong) {
      const { observation, changes } = await world.call(tool, values);
      expect({ tool, values, type: observation.error?.type }).toEqual({
        tool,
        values,
        type: typeof values === 'string' ? 'no_json' : 'invalid_arguments',
      });
      expect(changes).toEqual([]);
    }
    for (const tool of ['no_such_tool', '', 'constructor', '__proto__']) {
      expect((await world.call(tool, {})).observation.error?.type).toBe('unknown_tool');
    }
    expect(world.stateDigest()).toBe(before);
  });

  it('answers a failing call with an error that has a type and one line, and lives on', async (environment) => {
    await using world = await environment.open({ seed: 1 });
    const { observation } = await world.call(subject.failing.tool, subject.failing.arguments);
    expect(observation.status).toBe('error');
    expect(observation.error?.type).toMatch(/^\w+$/);
    expect(observation.error?.message).toMatch(/^[^\n]+$/);
    expect(observation.content).not.toBe('');
    for (const read of subject.reads) {
      expect((await world.call(read.tool, read.arguments)).observation.status).toBe('ok');
    }
  });

  it('keeps an answer within its limit', async (environment, skip) => {
    if (subject.long === undefined) return skip('the subject has no call with a long answer');
    const { call, maxChars } = subject.long;
    await using world = await environment.open({ seed: 1 });
    const { observation } = await world.call(call.tool, call.arguments);
    if (observation.status === 'error') expect(observation.error?.type).toBe('limit');
    else expect(observation.content).toMatch(/cut off|truncated/);
    expect(observation.content.length).toBeAtMost(maxChars + 200);
  });

  it('proposes arguments that fit and that run', async (environment) => {
    for (const tool of environment.tools) {
      for (const seed of [0, 1, 2]) {
        const options = { prompt: 'How many are there?', seed };
        const values = environment.sampleArguments(tool.name, options);
        expect(environment.sampleArguments(tool.name, options)).toEqual(values);
        if (values === null) continue;
        expect(checkToolArguments(tool, values)).toEqual([]);
        await using world = await environment.open({ seed });
        const { observation } = await world.call(tool.name, values);
        expect({ tool: tool.name, values, error: observation.error }).toEqual({
          tool: tool.name,
          values,
          error: null,
        });
      }
    }
    expect(environment.sampleArguments('no_such_tool', { prompt: '', seed: 0 })).toBeNull();
  });
}

/** Arguments that break a tool's schema, each in one way. */
function wrongArguments(
  tool: ToolDefinition,
): { readonly tool: string; readonly values: JsonObject | string }[] {
  const { properties = {}, required = [] } = tool.parameters;
  const declared = isJsonObject(properties) ? properties : {};
  const values: Json[] = ['text', [], null, 1];
  if (Array.isArray(required) && required.length > 0) values.push({});
  const wrongType = {
    ...Object.fromEntries(Object.keys(declared).map((name) => [name, wrongValue(declared[name])])),
  };
  if (Object.keys(declared).length > 0) values.push(wrongType);
  values.push({ ...wrongType, no_such_argument: 1 });
  // The types rule such values out; a model does not.
  return values
    .filter((value) => checkToolArguments(tool, value).length > 0)
    .map((value) => ({ tool: tool.name, values: value as JsonObject | string }));
}

/** A value that a declared property does not take. */
function wrongValue(schema: Json | undefined): Json {
  return isJsonObject(schema) && schema.type === 'object' ? 'text' : { not: 'this' };
}
