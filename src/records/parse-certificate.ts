import { describeProblem, type Json, type SchemaValidator, schemaValidator } from '../core/index.js';
import type { Certificate } from './certificate.js';
import { recordError } from './error-codes.js';

const text = { type: 'string' } as const;
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const verdictSchema = { enum: ['pass', 'fail', 'not_checked', 'error'] } as const;
const exact = (properties: Record<string, Json>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const certificateSchema = exact({
  version: { const: 1 },
  record_id: hash,
  record_hash: hash,
  environment: exact({ name: text, fingerprint: text }),
  task_hash: hash,
  tools_hash: hash,
  mettle: text,
  verdict: verdictSchema,
  verifiers: {
    type: 'array',
    items: exact({ name: text, version: text, required: { type: 'boolean' }, verdict: verdictSchema }),
  },
  signature: { anyOf: [{ type: 'null' }, exact({ public_key: text, value: text })] },
});

let validator: SchemaValidator | undefined;

/**
 * Reads a certificate as files hold it.
 * @throws {MettleError} `records/invalid_certificate`, naming the member that is wrong.
 */
export function parseCertificate(record: Json): Certificate {
  validator ??= schemaValidator(certificateSchema);
  const [problem] = validator.check(record);
  if (problem !== undefined) {
    throw recordError('invalid_certificate', `No certificate: ${describeProblem(problem, 'certificate')}`);
  }
  const { record_id, record_hash, task_hash, tools_hash, signature, ...rest } = record as unknown as {
    readonly record_id: string;
    readonly record_hash: string;
    readonly task_hash: string;
    readonly tools_hash: string;
    readonly signature: { readonly public_key: string; readonly value: string } | null;
  } & Pick<Certificate, 'version' | 'environment' | 'mettle' | 'verdict' | 'verifiers'>;
  return {
    ...rest,
    recordId: record_id,
    recordHash: record_hash,
    taskHash: task_hash,
    toolsHash: tools_hash,
    signature: signature === null ? null : { publicKey: signature.public_key, value: signature.value },
  };
}
