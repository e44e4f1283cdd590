import { modelError } from './error-codes.js';
import type { ModelResponse } from './response.js';
import type { ModelStreamEvent } from './stream-event.js';

/**
 * Reads a stream to its end.
 *
 * @throws {MettleError} `models/cut_off` when it ends without `finish`; and what the stream throws.
 */
export async function responseOfStream(stream: AsyncIterable<ModelStreamEvent>): Promise<ModelResponse> {
  let response: ModelResponse | undefined;
  for await (const event of stream) if (event.type === 'finish') response = event.response;
  if (response !== undefined) return response;
  throw modelError('cut_off', 'The stream of the model ended before its reply did.', {
    details: { transient: true },
  });
}
