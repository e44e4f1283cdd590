import {
  defineOptions,
  describeProblem,
  option,
  type SchemaReader,
  type SchemaReading,
  type StandardSchema,
  schemaValidator,
} from '../../core/index.js';
import { errorMessage, isStandardSchema, schemaReader, withoutFence } from '../../core/internal.js';
import type { Artefact } from '../artefact.js';
import {
  AFTER_LOADING,
  SANDBOXED_OPTIONS,
  type SandboxedOptions,
  sandboxPlan,
} from '../behaviour/sandboxed.js';
import { requirementError } from '../error-codes.js';
import { codeOf } from '../python/code-of.js';
import { judgeExecution } from '../python/python-execution-req.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { failWith, type Judgement, passWith } from '../verdict.js';
import { JsonPrefix } from './json-prefix.js';

/** What {@link JsonOutput} takes. */
export interface JsonOutputOptions extends SandboxedOptions {
  /**
   * What the JSON must meet: JSON Schema (draft 2020-12) as `schemaValidator` reads it, or a Standard Schema (Zod, Valibot,
   * …), whose value is then what is read off the reply. Default: any JSON.
   */
  readonly schema?: Readonly<Record<string, unknown>> | boolean | StandardSchema;
  /** Whose JSON: the `reply` itself, or the `stdout` of its code. Default `reply`. */
  readonly of?: 'reply' | 'stdout';
}

const checkJsonOutputOptions = defineOptions<JsonOutputOptions>()('JsonOutput', {
  ...SANDBOXED_OPTIONS,
  schema: option.either(option.object, option.boolean),
  of: option.oneOf(['reply', 'stdout']),
});

const MAX_ERRORS = 5;

/**
 * The reply, or the output of its code, is JSON that fits a schema. A reply may stand in one fence of backticks or
 * tildes, tagged json or not, after thinking in tags (`<think>…</think>`). A reply without a fence is ended while it is being written as soon as it can no longer
 * become JSON. `T` is the caller's word for what the schema allows.
 *
 * @throws {MettleError} `requirements/invalid_schema` for what is no schema.
 */
export function JsonOutput<T = unknown>(options: JsonOutputOptions = {}): Requirement<T> {
  checkJsonOutputOptions(options);
  const { schema = true, of = 'reply' } = options;
  const reader = makeReader<T>(schema);
  const plan = of === 'stdout' ? sandboxPlan(options) : null;
  const what =
    plan === null ? 'The answer is JSON and nothing else' : 'The code prints JSON and nothing else';
  return createRequirement<T>({
    name: 'JsonOutput',
    description:
      schema === true
        ? `${what}.`
        : `${what}, valid against this JSON Schema: ${JSON.stringify(reader.jsonSchema)}`,
    how: plan === null ? 'the reply is parsed and validated' : 'stdout of the run is parsed and validated',
    engine: plan?.engine ?? 'none',
    ...(plan === null ? {} : AFTER_LOADING),
    ...commonOptions(options),
    ...(plan === null && !isStandardSchema(schema) ? { recipe: { make: 'JsonOutput', options } } : {}),
    memoise: !isStandardSchema(schema),
    async validate(artefact, context) {
      if (plan === null) return judgeJson<T>(replyJson(artefact), 'The reply', reader);
      const found = codeOf(artefact, 'the output check');
      if ('missing' in found) return found.missing;
      const execution = await context.python.run(found.code, plan, { signal: context.signal });
      const judgement = judgeExecution(execution, plan, null);
      return judgement.verdict === 'pass' ? judgeJson<T>(execution.stdout, 'The output', reader) : judgement;
    },
    ...(plan === null ? { watch: watchJson } : {}),
  });
}

/** A schema at work, and how a model is shown it. */
interface Reader<T> {
  readonly jsonSchema: unknown;
  readonly read: (value: unknown) => SchemaReading<T> | Promise<SchemaReading<T>>;
}

function makeReader<T>(schema: Exclude<JsonOutputOptions['schema'], undefined>): Reader<T> {
  try {
    if (isStandardSchema(schema)) return schemaReader(schema) as SchemaReader<T>;
    const validator = schemaValidator(schema);
    return {
      jsonSchema: schema,
      read: (value) => {
        const problems = validator.check(value);
        return problems.length === 0 ? { ok: true, value: value as T } : { ok: false, problems };
      },
    };
  } catch (error) {
    throw requirementError('invalid_schema', errorMessage(error), { cause: error });
  }
}

async function judgeJson<T>(text: string, subject: string, reader: Reader<T>): Promise<Judgement<T>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failWith(`${subject} is not JSON: ${errorMessage(error)}`);
  }
  const reading = await reader.read(value);
  if (reading.ok) return passWith(`${subject} is JSON that meets the schema.`, { value: reading.value });
  const lines = reading.problems.slice(0, MAX_ERRORS).map((problem) => describeProblem(problem, '$'));
  return failWith(`${subject} does not meet the schema: ${lines.join('; ')}.`);
}

/** The text of the JSON in a reply: all of it, or what follows the thinking. */
function replyJson({ text, answer }: Artefact): string {
  const whole = withoutFence(text);
  if (answer === text) return whole;
  try {
    JSON.parse(whole);
    return whole;
  } catch {
    return withoutFence(answer);
  }
}

function watchJson(): { push(piece: string, textSoFar: string): Judgement | null } {
  const prefix = new JsonPrefix();
  let kind: 'json' | 'other' | null = null;
  return {
    push(piece, textSoFar) {
      if (kind === null && piece.trim() === '') return null;
      // What begins with a fence or a tag is read when it is whole.
      const isFirst = kind === null;
      kind ??= /^[`~<]/.test(piece.trimStart()) ? 'other' : 'json';
      return kind === 'other' || prefix.push(isFirst ? textSoFar : piece)
        ? null
        : failWith('The answer is not JSON. Answer with JSON and nothing else.');
    },
  };
}
