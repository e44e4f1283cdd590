/** What was skipped, and why: a test counts only where no other run of CI's ran it. */
const REASON = / \(skipped: (.*)\)$/;

export class Skips {
  #ran = new Set();
  /** Reason by what was skipped. */
  #skipped = new Map();

  /** Notes a step that was skipped. */
  add(name, reason) {
    this.#skipped.set(name, reason);
  }

  /** Notes the tests of a run, as vitest's JSON report has them. The setup of tests puts the reason of `skip(reason)` into `meta`. */
  addTests(files) {
    for (const { name, assertionResults } of files) {
      for (const { ancestorTitles, title, status, meta } of assertionResults) {
        const titles = [...ancestorTitles, title];
        // Titles carry the reason where they are skipped, and are else the same.
        const key = [
          name.replace(/^.*\/(src|scripts)\//, '$1/'),
          ...titles.map((text) => text.replace(REASON, '')),
        ].join(' > ');
        if (status === 'passed' || status === 'failed') this.#ran.add(key);
        else {
          const inTitle = titles.map((text) => REASON.exec(text)?.[1]).find(Boolean);
          this.#skipped.set(key, inTitle ?? meta?.skipReason ?? 'see its title');
        }
      }
    }
  }

  /** Prints what never ran, by reason; how many. */
  report() {
    const left = [...this.#skipped].filter(([key]) => !this.#ran.has(key));
    for (const [reason, all] of groupByReason(left)) {
      console.log(
        `skipped: ${all.length === 1 ? '' : `${all.length} tests, first `}${all[0][0]} (${reason})`,
      );
    }
    return left.length;
  }
}

function groupByReason(pairs) {
  const groups = new Map();
  for (const pair of pairs) groups.set(pair[1], [...(groups.get(pair[1]) ?? []), pair]);
  return groups;
}
