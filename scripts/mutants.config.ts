import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config from '../vitest.config.ts';

/** Runs test files in the order of `METTLE_TEST_ORDER`, so that the nearest can end a run that fails. */
class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (process.env.METTLE_TEST_ORDER ?? '').split(' ');
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(process.cwd(), moduleId));
    return Promise.resolve([...files].sort((a, b) => place(a) - place(b)));
  }
}

export default { ...config, test: { ...config.test, sequence: { sequencer: NearestFirst } } };
