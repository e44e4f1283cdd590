/** Bytes of one answer of a server after which it is cut. */
const MAX_RESPONSE = 64 * 1024 * 1024;

/** `fetch` whose answers end with an error once they are over 64 MiB. */
export function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let size = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          size += chunk.byteLength;
          if (size > MAX_RESPONSE) throw new Error(`The answer of the server is over ${MAX_RESPONSE} bytes.`);
          controller.enqueue(chunk);
        },
      }),
    );
    const copy = new Response(counted, response);
    // Redirects are judged by the address that answered.
    Object.defineProperty(copy, 'url', { value: response.url });
    Object.defineProperty(copy, 'redirected', { value: response.redirected });
    return copy;
  };
}
