import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { packageFolders, python3 } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { calibrated, fitCalibration } from './calibration.js';
import { classifierMetrics } from './classifier-metrics.js';
import { fitLogistic, logOdds } from './logistic-regression.js';

const packages = packageFolders(['numpy', 'sklearn']);
const { describe, it } = unless(packages.missing);

/** What scikit-learn makes of the same samples. */
const PROGRAM = `
import json, sys
import numpy as np
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, brier_score_loss, precision_score, recall_score, roc_auc_score

given = json.load(sys.stdin)
rows, labels = np.array(given["rows"]), np.array(given["labels"])
model = LogisticRegression(C=1 / given["penalty"], class_weight="balanced", solver="newton-cholesky", tol=1e-12, max_iter=1000)
model.fit(rows, labels)
odds = model.decision_function(rows)
platt = _SigmoidCalibration().fit(odds, labels).predict(odds)
isotonic = IsotonicRegression(out_of_bounds="clip", y_min=0, y_max=1).fit(odds, labels).predict(odds)
said = platt >= 0.5
print(json.dumps({
    "coefficients": model.coef_[0].tolist(), "intercept": model.intercept_[0], "odds": odds.tolist(),
    "platt": platt.tolist(), "isotonic": isotonic.tolist(),
    "metrics": {
        "agreement": accuracy_score(labels, said), "precision": precision_score(labels, said),
        "recall": recall_score(labels, said), "auroc": roc_auc_score(labels, platt),
        "brier": brier_score_loss(labels, platt),
    },
}))
`;

function samples(seed: number, count: number, width: number) {
  const stream = new RandomStream(seed, 'scikit-learn');
  const truth = Array.from({ length: width }, () => stream.next() * 4 - 2);
  const rows = Array.from({ length: count }, () => truth.map(() => stream.next() * 2 - 1));
  const labels = rows.map((row) => {
    const odds = row.reduce((sum, value, index) => sum + value * (truth[index] ?? 0), 0.3);
    return stream.chance(1 / (1 + Math.exp(-odds)));
  });
  return { rows, labels };
}

describe('the statistics of a learned verifier', () => {
  it.each([
    [0, 60, 2, 1],
    [1, 400, 12, 1],
    [2, 400, 12, 0.01],
    [3, 1000, 30, 10],
  ])(
    'are those of scikit-learn (samples %s: %s rows, %s features, penalty %s)',
    (seed, count, width, penalty) => {
      const { rows, labels } = samples(seed, count, width);
      const { stdout, stderr, status } = spawnSync(python3, ['-c', PROGRAM], {
        input: JSON.stringify({ rows, labels: labels.map(Number), penalty }),
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: packages.folders.join(':') },
      });
      expect([status, stderr]).toEqual([0, expect.any(String)]);
      const theirs = JSON.parse(stdout);
      const passes = labels.filter(Boolean).length;
      const ours = fitLogistic(
        {
          rows,
          targets: labels.map(Number),
          weights: labels.map((label) => count / (2 * (label ? passes : count - passes))),
        },
        penalty,
      );
      const near = (values: readonly number[], digits: number) =>
        values.map((value) => expect.closeTo(value, digits));
      expect(ours.coefficients).toEqual(near(theirs.coefficients, 6));
      expect(ours.intercept).toBeCloseTo(theirs.intercept, 6);
      const odds = rows.map((row) => logOdds(ours, row));
      expect(odds).toEqual(near(theirs.odds, 6));
      const platt = fitCalibration('platt', odds, labels);
      const probabilities = odds.map((each) => calibrated(platt, each));
      expect(probabilities).toEqual(near(theirs.platt, 5));
      const isotonic = fitCalibration('isotonic', odds, labels);
      expect(odds.map((each) => calibrated(isotonic, each))).toEqual(near(theirs.isotonic, 6));
      const measured = classifierMetrics(
        probabilities.map((probability, index) => ({ probability, label: labels[index] as boolean })),
        0.5,
      );
      const { agreement, precision, recall, auroc, brier } = theirs.metrics;
      expect(measured).toMatchObject({
        agreement: expect.closeTo(agreement, 9),
        precision: expect.closeTo(precision, 9),
        recall: expect.closeTo(recall, 9),
        auroc: expect.closeTo(auroc, 9),
        brier: expect.closeTo(brier, 5),
      });
    },
  );
});
