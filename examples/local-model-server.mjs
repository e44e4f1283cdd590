// A model server as small as it gets: the part of OpenAI's chat API that the repair loop needs, answered by rules
// instead of a network of weights, so that the example runs offline. Put Ollama, vLLM or llama.cpp in its place.
import { createServer } from 'node:http';

const FIRST_ANSWER = `Here you are:

\`\`\`python
import statistics, requests

def median(values):
    return statistics.median(values)

print(median([4, 1, 3]))
\`\`\``;

const CORRECTED_ANSWER = `You are right, that import was not allowed:

\`\`\`python
import statistics

def median(values):
    return statistics.median(values)

print(median([4, 1, 3]))
print(median([]))
\`\`\``;

const LAST_ANSWER = `An empty list has no median:

\`\`\`python
import statistics

def median(values):
    return statistics.median(values) if values else None

print(median([4, 1, 3]))
print(median([]))
\`\`\``;

/** Answers what a model would be asked, by what it is told about its last answer. */
function answerTo(/** @type {string} */ question) {
  if (question.includes('StatisticsError')) return LAST_ANSWER;
  if (question.includes('The module requests may not be imported')) return CORRECTED_ANSWER;
  return FIRST_ANSWER;
}

/** Starts the server on a free port; gives its base URL and what stops it. */
export async function startModelServer() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { messages } = JSON.parse(body);
    const content = answerTo(messages.at(-1).content);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => server.close() };
}
