import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { createFileEnvironment } from './file-environment.js';

const call = (tool: string, values: Record<string, string | boolean>) => ({ tool, arguments: values });

describeEnvironment('a file world', {
  create: () =>
    createFileEnvironment({
      files: { 'README.md': '# Shop\n', 'src/a.py': 'A = 1\n', 'long.txt': 'x'.repeat(200_000) },
    }),
  reads: [
    call('list_files', {}),
    call('read_file', { path: 'README.md' }),
    call('search_files', { pattern: 'Shop' }),
    call('write_file', { path: 'README.md', content: '# Shop\n' }),
  ],
  writes: [
    call('write_file', { path: 'src/b.py', content: 'B = 2\n' }),
    call('edit_file', { path: 'src/a.py', old: '1', new: '11' }),
    call('edit_file', { path: 'src/a.py', old: '1', new: '2', replace_all: true }),
    call('write_file', { path: 'src/b.py', content: '' }),
  ],
  failing: call('read_file', { path: 'none.txt' }),
  long: { call: call('read_file', { path: 'long.txt' }), maxChars: 100_000 },
  hostProbes: ({ file, folder }) => [
    call('read_file', { path: file }),
    call('read_file', { path: `../../../../..${file}` }),
    call('write_file', { path: `${folder}/new.txt`, content: 'x' }),
    call('list_files', { pattern: `${folder}/**` }),
  ],
});
