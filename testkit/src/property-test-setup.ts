import fc from 'fast-check';

/*
 * Every run of the tests draws the same examples: what is green stays green until something is changed. PROPERTY_SEED
 * draws others, and with the PROPERTY_PATH that a failure names it begins at that failure.
 */
const { PROPERTY_SEED: seed, PROPERTY_PATH: path } = process.env;
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: seed === undefined ? 1 : Number(seed),
  ...(path === undefined ? {} : { path }),
});
