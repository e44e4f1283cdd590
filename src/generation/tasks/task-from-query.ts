import { sha256 } from '../../core/index.js';
import type { Task } from '../../records/index.js';
import { generationError } from '../error-codes.js';

/**
 * The task of the user's own words. Nothing about it can be checked, so the outcome of its episodes is `not_checked`,
 * never a pass.
 *
 * @throws {MettleError} `generation/invalid_query` for a query without a word.
 */
export function taskFromQuery(query: string): Task {
  if (query.trim() === '') {
    throw generationError('invalid_query', 'A query has to say something.');
  }
  return {
    id: `query_${sha256(query).slice(0, 16)}`,
    category: 'query',
    prompt: query,
    expected: { answer: null, stateDigest: null },
    metadata: {},
  };
}
