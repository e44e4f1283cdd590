import type { JsonObject } from '../core/index.js';
import { MONTY_MISSING_FEATURES } from '../sandbox/internal.js';
import type { Tool } from '../tools/index.js';

/** What a script has to keep. */
export interface ScriptContract {
  readonly schema: JsonObject;
  readonly tools: readonly Tool[];
  /** Seconds. */
  readonly timeout: number;
  readonly entryPoint: string | null;
  /** The engine's name. */
  readonly engine: string;
}

/** The contract of a script in sentences, for whoever writes it: where its input is, where its output goes, what it runs on. */
export function scriptConstraints({ schema, tools, timeout, entryPoint, engine }: ScriptContract): string[] {
  const place =
    entryPoint === null
      ? 'The input is in the dict `inputs`. Assign the output, a dict, to `result`, or define `transform(inputs)` that returns it.'
      : `Define \`${entryPoint}(inputs)\`: it is called with the input, a dict, and returns the output, a dict.`;
  return [
    place,
    `The output keeps this JSON schema: ${JSON.stringify(schema)}`,
    `It ends within ${timeout} seconds. It has ${engine === 'monty' ? 'a part of ' : ''}Python's standard library, no network and no files of the host.`,
    ...(engine === 'monty'
      ? [`It runs on Monty, which lacks: ${MONTY_MISSING_FEATURES.map(([feature]) => feature).join('; ')}.`]
      : []),
    ...tools.map(describeTool),
  ];
}

function describeTool({ name, description, parameters, isAsync }: Tool): string {
  const properties = (parameters.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  const signature = Object.entries(properties).map(([key, { type }]) =>
    typeof type === 'string' ? `${key}: ${type}` : key,
  );
  const call = `${isAsync === true ? 'await ' : ''}${name}(${signature.join(', ')})`;
  return `It can call \`${call}\`, which gives a dict (\`{"result": value}\` where the answer is not an object): ${description}`;
}
