import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import type { EnvironmentSubject } from '../testing/index.js';
import { type ServedMock, serveMock } from './mock/serve-mock.js';
import { createRestEnvironment } from './rest-environment.js';
import { shopSpec } from './shop-spec.js';

const maxChars = 600;

const subject: EnvironmentSubject = {
  create: () => createRestEnvironment({ spec: shopSpec, mock: true, maxChars }),
  reads: [
    { tool: 'list_orders', arguments: {} },
    { tool: 'get_user', arguments: { user_id: 2 } },
  ],
  writes: [
    { tool: 'create_order', arguments: { user_id: 1 } },
    { tool: 'add_item', arguments: { order_id: 9, product_id: 2, quantity: 3 } },
    { tool: 'pay_order', arguments: { order_id: 9 } },
  ],
  failing: { tool: 'get_order', arguments: { order_id: 99 } },
  long: { call: { tool: 'list_orders', arguments: {} }, maxChars },
  hostProbes: ({ file }) => [
    { tool: 'create_user', arguments: { name: file, email: 'a@example.com', tier: 'pro', city: 'Oslo' } },
    { tool: 'create_order', arguments: { user_id: 1, note: `file://${file}` } },
  ],
};

describeEnvironment('a mock REST server in memory', subject);

const servers: ServedMock[] = [];

describeEnvironment('a REST server over HTTP, one for each world', {
  ...subject,
  reads: subject.reads.slice(0, 1),
  create: () =>
    createRestEnvironment({
      spec: shopSpec,
      maxChars,
      openServer: async ({ seed, signal }) => {
        signal?.throwIfAborted();
        const server = await serveMock({ spec: shopSpec, seed });
        servers.push(server);
        return server;
      },
    }),
  breakWorld: async () => {
    await servers.at(-1)?.close();
  },
});
