import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { createDataWorld } from './built-in-worlds.js';
import { jars } from './jars.fixture.js';
import { createDataEnvironment } from './world-environment.js';

const call = (tool: string, values: Record<string, string | number>) => ({ tool, arguments: values });

describeEnvironment('a world of data', {
  create: async () => createDataEnvironment(jars),
  reads: [
    call('find_jars', { label: 'FIGS' }),
    call('find_jars', { label: 'plums' }),
    call('get_jar', { jar_id: 'J1' }),
    call('ask_owner', { owner_id: 'O1', about: 'taste' }),
  ],
  writes: [
    call('take', { jar_id: 'J1', units: 2 }),
    call('note', { jar_id: 'J1', text: 'nearly empty' }),
    call('take', { jar_id: 'J1', units: 1 }),
  ],
  failing: call('take', { jar_id: 'J1', units: 9 }),
  hostProbes: ({ file }) => [
    call('find_jars', { label: file }),
    call('get_jar', { jar_id: file }),
    call('note', { jar_id: 'J1', text: file }),
  ],
});

describeEnvironment('a world that Mettle brings', {
  create: () => createDataWorld('library'),
  reads: [call('find_members', { name: 'nobody' }), call('list_branches', {})],
  writes: [],
  failing: call('get_copy', { copy_id: 'CP' }),
  hostProbes: ({ file }) => [call('find_books', { title: file })],
});
