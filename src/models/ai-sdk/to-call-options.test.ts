import { expect, it } from 'vitest';
import { openModel } from '../open-model.js';
import { v3 } from './sdk-models.fixture.js';

it('is asked in the words of the SDK', async () => {
  const { model, asked } = v3([]);
  await openModel(model).call({
    messages: [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'file', mediaType: 'image/png', data: 'AAAA' },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {}, invalidInput: '{' }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 't',
            output: {
              type: 'content',
              value: [{ type: 'file', mediaType: 'image/png', data: 'https://example.org/a.png' }],
            },
          },
        ],
      },
    ],
    tools: [{ name: 't', parameters: { type: 'object' } }],
    toolChoice: { tool: 't' },
    responseFormat: { type: 'json', schema: { type: 'object' } },
    temperature: 0,
    maxOutputTokens: 9,
    stopSequences: ['END'],
    seed: 3,
    reasoningEffort: 'low',
    providerOptions: { test: { user: 'u' } },
  });
  expect(asked[0]).toEqual({
    prompt: [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'file', mediaType: 'image/png', data: 'AAAA' },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 't',
            output: { type: 'content', value: [{ type: 'image-url', url: 'https://example.org/a.png' }] },
          },
        ],
      },
    ],
    tools: [{ type: 'function', name: 't', inputSchema: { type: 'object' } }],
    toolChoice: { type: 'tool', toolName: 't' },
    responseFormat: { type: 'json', schema: { type: 'object' } },
    temperature: 0,
    maxOutputTokens: 9,
    stopSequences: ['END'],
    seed: 3,
    providerOptions: { test: { user: 'u', reasoningEffort: 'low' } },
  });
});
