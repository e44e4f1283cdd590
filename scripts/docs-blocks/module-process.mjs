/**
 * Runs compiled blocks one after another in one process, each in a folder of its own. Its parent sends
 * `{ path, folder }` and gets back `{ output, error }`.
 */
import { inspect } from 'node:util';

process.on('message', async ({ path, folder }) => {
  process.chdir(folder);
  let output = '';
  let rejected;
  const write = process.stdout.write;
  process.stdout.write = (text) => {
    output += text;
    return true;
  };
  const onRejection = (error) => {
    rejected = error;
  };
  process.on('unhandledRejection', onRejection);
  let error;
  try {
    await import(path);
  } catch (thrown) {
    error = inspect(thrown);
  }
  process.stdout.write = write;
  process.off('unhandledRejection', onRejection);
  if (error === undefined && rejected !== undefined) error = inspect(rejected);
  process.send({ output, error });
});
// Once nobody sends any more, the process ends by itself, unless a block left something running.
