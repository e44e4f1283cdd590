import type { IncomingMessage } from 'node:http';

/**
 * The body of a request as text, or null where it is longer than allowed: then nothing more of it is read.
 *
 * @throws what the connection throws as it breaks.
 */
export async function readBody(message: IncomingMessage, maxBytes: number): Promise<string | null> {
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
