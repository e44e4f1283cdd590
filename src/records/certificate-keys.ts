import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { MettleError } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import { recordError } from './error-codes.js';

/** Ed25519 over the canonical JSON of a certificate without its signature. */
export interface CertificateSignature {
  /** The signer's public key: SPKI, base64. */
  readonly publicKey: string;
  /** Base64. */
  readonly value: string;
}

/** Signs a text with the Ed25519 private key in a file. */
export async function signText(text: string, privateKeyFile: string): Promise<CertificateSignature> {
  const key = await readKey(privateKeyFile, createPrivateKey);
  return {
    publicKey: spkiOf(createPublicKey(key)),
    value: sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Whether a signature of a text is good and, where a file with a public key is given, made with that key. */
export async function checkSignature(
  text: string,
  { publicKey, value }: CertificateSignature,
  publicKeyFile: string | undefined,
): Promise<'good' | 'bad' | 'another key'> {
  const trusted = publicKeyFile === undefined ? null : await readKey(publicKeyFile, createPublicKey);
  // Base64 in one form only, so that no text stands for another.
  if (Buffer.from(value, 'base64').toString('base64') !== value) return 'bad';
  if (trusted !== null && spkiOf(trusted) !== publicKey) return 'another key';
  try {
    const key =
      trusted ?? createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const isGood =
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(text), key, Buffer.from(value, 'base64'));
    return isGood ? 'good' : 'bad';
  } catch {
    return 'bad';
  }
}

function spkiOf(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

async function readKey(path: string, make: (pem: string) => KeyObject): Promise<KeyObject> {
  let key: KeyObject;
  try {
    const { readFile } = await import('node:fs/promises');
    key = make(await readFile(path, 'utf8'));
  } catch (error) {
    throw unusable(path, errorMessage(error));
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw unusable(path, `it is of type ${key.asymmetricKeyType ?? 'unknown'}`);
}

function unusable(path: string, why: string): MettleError {
  return recordError(
    'key_unusable',
    `No Ed25519 key in ${path}: ${why}. It has to be a PEM file; openssl genpkey -algorithm ed25519 makes one.`,
  );
}
