import fc from 'fast-check';

/** Property tests draw the same cases on every run; METTLE_TEST_SEED tries others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.METTLE_TEST_SEED ?? 1) });
