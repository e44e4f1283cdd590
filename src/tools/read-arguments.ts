import { describeProblem, type SchemaReader } from '../core/index.js';
import { errorMessage } from '../core/internal.js';

/** Arguments that fit, or a text that tells a model how to mend its call. */
type ReadArguments<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string };

/** Longest schema that is repeated to a model, in characters. */
const MAX_SCHEMA = 2_000;

/** Reads a call's arguments: an object, or JSON text as model providers deliver it. */
export async function readArguments<T>(
  name: string,
  reader: SchemaReader<T>,
  args: unknown,
): Promise<ReadArguments<T>> {
  let value = args;
  if (typeof args === 'string') {
    try {
      // A model that has nothing to say sends nothing.
      value = args.trim() === '' ? {} : JSON.parse(args);
    } catch (error) {
      return wrong(name, `they are not JSON (${errorMessage(error)})`, reader);
    }
  }
  const reading = await reader.read(value ?? {});
  if (reading.ok) return reading;
  const lines = reading.problems.map((problem) => describeProblem(problem, 'arguments'));
  return wrong(name, lines.join('; '), reader);
}

function wrong(name: string, problems: string, { jsonSchema }: SchemaReader): { ok: false; error: string } {
  const schema = JSON.stringify(jsonSchema);
  const shown = schema.length <= MAX_SCHEMA ? ` The schema: ${schema}` : '';
  return {
    ok: false,
    error: `The arguments of ${name} are wrong: ${problems}. Nothing was done. Call ${name} again with arguments that fit its schema.${shown}`,
  };
}
