import type { Json, JsonObject } from '../core/index.js';
import type { Trainable, TrainableProgram, VariableValues } from '../training/index.js';
import { NO_USAGE } from '../training/internal.js';

/**
 * A program whose scripts are tables: lines `WORD = "OUTPUT"`, in which `ANY` is any word, and an output that begins with `!`
 * is a failure. With several scripts, the output is that of each, in order. It needs no sandbox.
 */
export function tableProgram(scripts: Readonly<Record<string, string>>): TrainableProgram {
  const variables = Object.entries(scripts).map(([name, script]) => tableVariable(name, script));
  return {
    name: 'table',
    description: 'Looks words up.',
    inputNames: ['input'],
    outputNames: ['output'],
    variables,
    async run(inputs, { values = {} } = {}) {
      const asked = String(inputs[0]?.word);
      const calls = variables.map(({ key, value }) => {
        const script = String((values[key] ?? value).python_script);
        const found = lookUp(script, asked);
        const failed = found.startsWith('!');
        return {
          callId: `${key.split('/')[0]}#0`,
          module: String(key.split('/')[0]),
          variables: [key],
          inputs: { word: asked } as Json,
          outputs: (failed ? { stdout: '', stderr: found.slice(1) } : { word: found }) as Json,
          error: failed ? found.slice(1) : null,
        };
      });
      const failed = calls.some(({ error }) => error !== null);
      const words = calls.map(({ outputs }) => String((outputs as JsonObject).word ?? '?'));
      return { outputs: [{ word: failed ? '?' : words.join(' ') }], calls, error: null, usage: NO_USAGE };
    },
    async assign(_values: VariableValues) {},
  };
}

function tableVariable(name: string, script: string): Trainable {
  return {
    key: `${name}/state`,
    kind: 'script',
    schema: { type: 'object' },
    value: { python_script: script },
    seeds: [],
    description: 'Gives a word for a word.',
    constraints: ['One line for each word.'],
    async validate(value) {
      return JSON.stringify(value).includes('refused') ? 'It holds what is refused.' : null;
    },
  };
}

function lookUp(script: string, word: string): string {
  for (const line of script.split('\n')) {
    const [, from, to] = /^(\w+) = "(.*)"$/.exec(line) ?? [];
    if (to !== undefined && (from === word || from === 'ANY')) return to;
  }
  return '!KeyError: no line for it';
}
