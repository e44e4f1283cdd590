import { describeProblem, type JsonObject } from '../../../core/index.js';
import { errorMessage, schemaReader } from '../../../core/internal.js';
import type { ModelPrices } from '../../../models/index.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { readTextInput } from '../../read-text-input.js';

const MONEY: JsonObject = { type: 'number', minimum: 0 };

const PRICES: JsonObject = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: { input: MONEY, output: MONEY, cachedInput: MONEY, cacheWrite: MONEY },
    required: ['input', 'output'],
    additionalProperties: false,
  },
};

/**
 * What models cost, from a JSON file that says it by their names.
 *
 * @throws {MettleError} `cli/usage` for what is no such JSON, and as `readTextInput`.
 */
export async function readPrices(
  file: string,
  io: Pick<CommandIo, 'cwd' | 'readStdin'>,
): Promise<ModelPrices> {
  const text = await readTextInput(file, io);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`The prices in ${file} are not JSON: ${errorMessage(error)}.`);
  }
  const reading = await schemaReader(PRICES).read(value);
  if (reading.ok) return reading.value as unknown as ModelPrices;
  const problems = reading.problems.map((problem) => describeProblem(problem, 'prices'));
  throw usageError(
    `The prices in ${file} are wrong: ${problems.join('; ')}. Write {"provider/model": {"input": 1.25, "output": 10}}, prices per million tokens.`,
  );
}
