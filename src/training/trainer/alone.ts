import { trainingError } from '../error-codes.js';
import type { TrainableProgram } from '../trainable-program.js';

const inTraining = new WeakSet<TrainableProgram>();

/**
 * Does the training of a program, if no other is under way: of two, the last to end would ship what it only compared with
 * a start that the other has replaced.
 *
 * @throws {MettleError} `training/in_progress`
 */
export async function alone<T>(program: TrainableProgram, training: () => Promise<T>): Promise<T> {
  if (inTraining.has(program)) {
    throw trainingError(
      'in_progress',
      `The program ${program.name} is being trained already. Wait until that ends, or train another instance.`,
    );
  }
  inTraining.add(program);
  try {
    return await training();
  } finally {
    inTraining.delete(program);
  }
}
