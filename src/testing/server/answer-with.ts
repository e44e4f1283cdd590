import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../core/index.js';
import {
  asReply,
  isFault,
  type ScriptedAnswer,
  type ScriptedFault,
  type ScriptedReply,
} from '../script-step.js';
import { statusOf } from '../scripted-fault.js';
import { toResponse } from '../scripted-response.js';
import { chatChunks, chatCompletion } from './chat-completion.js';

/** Answers one request by a step of the script. */
export function answerWith(
  answer: ScriptedAnswer,
  body: JsonObject,
  response: ServerResponse,
  nextCallId: () => string,
): void {
  if (isFault(answer)) {
    fail(answer, body, response);
    return;
  }
  const reply = asReply(answer);
  const model = String(body.model);
  const whole = toResponse(reply, model, nextCallId);
  if (body.stream !== true) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(chatCompletion(whole, model)));
    return;
  }
  beginStream(response);
  for (const chunk of chatChunks(reply, whole, model)) send(response, JSON.stringify(chunk));
  send(response, '[DONE]');
  response.end();
}

function fail(fault: ScriptedFault, body: JsonObject, response: ServerResponse): void {
  const status = statusOf(fault);
  if (status !== null) {
    const wait = fault.retryAfterSeconds;
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      })
      .end(JSON.stringify({ error: { message: `${fault.fault}, as the script has it`, type: fault.fault } }));
    return;
  }
  if (fault.fault === 'unreachable') response.socket?.destroy();
  if (fault.fault === 'invalid_response') garbage(body, response);
  if (fault.fault === 'cut_off') cutOff(fault, body, response);
  // never: the connection stays open, and nothing comes
}

function garbage(body: JsonObject, response: ServerResponse): void {
  if (body.stream === true) {
    beginStream(response);
    send(response, '{"choices": [{"delta"');
    response.end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('<html>502 Bad Gateway</html>');
}

function cutOff(fault: ScriptedFault, body: JsonObject, response: ServerResponse): void {
  const reply: ScriptedReply = fault.text === undefined ? {} : { text: fault.text };
  const model = String(body.model);
  const whole = toResponse(reply, model, () => '');
  if (body.stream !== true) {
    const text = JSON.stringify(chatCompletion(whole, model));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, -20), () => response.socket?.destroy());
    return;
  }
  beginStream(response);
  const chunks = chatChunks(reply, whole, model).slice(0, -2);
  const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  response.write(text, () => response.socket?.destroy());
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function send(response: ServerResponse, data: string): void {
  response.write(`data: ${data}\n\n`);
}
