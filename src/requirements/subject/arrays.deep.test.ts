import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { artefactFromCode } from '../artefact.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { createPythonRunner } from '../execution/create-python-runner.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Judgement } from '../verdict.js';
import { ARRAY_TESTS, FORGED_ARRAYS, FORGED_FRAMES, FRAME_TESTS } from './forged-arrays.fixture.js';

const { METTLE_TEST_PACKAGES: packages = '' } = process.env;
const why =
  packages === '' ? 'METTLE_TEST_PACKAGES names no folder of packages' : await whyUnavailable('cpython');

const RIGHT: readonly (readonly [name: string, code: string, tests: string])[] = [
  [
    'scalars',
    'import numpy as np\ndef mean(xs): return np.mean(xs)\ndef count(xs): return np.int64(len(xs))\ndef big(): return np.uint8(200)\ndef yes(x): return np.bool_(x > 1)\ndef day(): return np.datetime64("2024-01-02")',
    'import numpy as np, math\nassert mean([1, 2]) == 1.5 and type(mean([1, 2])) is np.float64 and isinstance(mean([1]), float)\nassert count([1]) == 1 and count([1]).dtype == "int64" and big() + np.uint8(50) == 250 and yes(2) and not yes(0)\nassert math.floor(mean([1, 2])) == 1 and day() == np.datetime64("2024-01-02") and {1.5: "a"}[mean([1, 2])] == "a"',
  ],
  [
    'arrays',
    'import numpy as np\ndef double(a): return a * 2\ndef eye(n): return np.eye(n, dtype="float32")\ndef names(): return np.array(["a", "bc"])\ndef mixed(): return np.array([1, "a", None], dtype=object)\ndef empty(): return np.empty((0, 3))\ndef stats(a): return {"mean": a.mean(axis=0), "shape": a.shape, "parts": [a[0], a[1]]}',
    'import numpy as np, pytest\ndef test_it():\n    np.testing.assert_array_equal(double(np.array([1, 2])), [2, 4])\n    assert double(np.array([[1.5]])).shape == (1, 1) and eye(2).dtype == np.float32 and (eye(2) == np.eye(2)).all()\n    assert list(names()) == ["a", "bc"] and mixed().tolist() == [1, "a", None] and empty().shape == (0, 3)\n    s = stats(np.array([[1.0, 2.0], [3.0, 4.0]]))\n    assert s["mean"] == pytest.approx(np.array([2.0, 3.0])) and s["shape"] == (2, 2) and s["parts"][1].sum() == 7\n    assert isinstance(eye(1), np.ndarray)',
  ],
  [
    'arrays that are changed in place, and errors',
    'import numpy as np\ndef center(a): a -= a.mean()\ndef fill(a): a[0] = "x"\ndef solve(a, b): return np.linalg.solve(a, b)\ndef draw(): return np.random.rand()\ndef pick(rng): return rng.integers(5, 6)',
    'import numpy as np, pytest\ndef test_it():\n    a = np.array([1.0, 3.0])\n    center(a)\n    assert a.tolist() == [-1.0, 1.0]\n    o = np.array([1, 2], dtype=object)\n    fill(o)\n    assert o.tolist() == ["x", 2]\n    with pytest.raises(np.linalg.LinAlgError):\n        solve(np.zeros((2, 2)), np.ones(2))\n    np.random.seed(1)\n    first = draw()\n    np.random.seed(1)\n    assert draw() == first and pick(np.random.default_rng(1)) == 5',
  ],
  [
    'frames and series',
    'import pandas as pd\ndef total(df): return df.groupby("k", as_index=False)["v"].sum()\ndef frame(): return pd.DataFrame({"a": [1, 2], "b": ["x", None], "c": [1.5, float("nan")]}, index=["p", "q"])\ndef series(): return pd.Series([1, 2], name="s", index=pd.Index(["a", "b"], name="i"))\ndef add(df): df["new"] = df["v"] * 2\ndef cat(): return pd.Series(["a", "b", "a"], dtype="category")\ndef nullable(): return pd.Series([1, None], dtype="Int64")\ndef wide(df): return df.pivot_table(index="k", columns="c", values="v", aggfunc="sum")',
    'import pandas as pd\ndef test_it():\n    df = pd.DataFrame({"k": ["a", "b", "a"], "v": [1, 2, 3]})\n    pd.testing.assert_frame_equal(total(df), pd.DataFrame({"k": ["a", "b"], "v": [4, 2]}))\n    pd.testing.assert_frame_equal(frame(), pd.DataFrame({"a": [1, 2], "b": ["x", None], "c": [1.5, float("nan")]}, index=["p", "q"]))\n    pd.testing.assert_series_equal(series(), pd.Series([1, 2], name="s", index=pd.Index(["a", "b"], name="i")))\n    add(df)\n    assert list(df["new"]) == [2, 4, 6] and isinstance(series(), pd.Series)\n    pd.testing.assert_series_equal(cat(), pd.Series(["a", "b", "a"], dtype="category"))\n    pd.testing.assert_series_equal(nullable(), pd.Series([1, None], dtype="Int64"))\n    df["c"] = ["x", "y", "y"]\n    pd.testing.assert_frame_equal(wide(df), df.pivot_table(index="k", columns="c", values="v", aggfunc="sum"))',
  ],
  [
    'moments',
    'import pandas as pd\ndef when(): return pd.Timestamp("2024-03-01 10:00")\ndef there(): return pd.Timestamp("2024-07-01 10:00", tz="Europe/Berlin")\ndef long(): return pd.Timedelta(hours=2)\ndef days(): return pd.date_range("2024-01-01", periods=3)\ndef none(): return pd.NaT\ndef later(t): return t + pd.Timedelta(days=1)',
    'import datetime, pandas as pd\ndef test_it():\n    assert when() == pd.Timestamp("2024-03-01 10:00") == datetime.datetime(2024, 3, 1, 10) and type(when()) is pd.Timestamp\n    assert there() == pd.Timestamp("2024-07-01 08:00", tz="UTC") and there().hour == 10 and long() == pd.Timedelta("2h")\n    assert list(days()) == list(pd.date_range("2024-01-01", periods=3)) and none() is pd.NaT\n    assert later(pd.Timestamp("2024-01-01")) == pd.Timestamp("2024-01-02")',
  ],
];

const WRONG: readonly (readonly [name: string, code: string, tests: string])[] = [
  [
    'another type of number',
    'import numpy as np\ndef f(): return np.float32(1.5)',
    'import numpy as np\nassert type(f()) is np.float64',
  ],
  [
    'a scalar whose class says yes to all',
    'import numpy as np\nclass N(np.float64):\n    def __eq__(self, other): return True\ndef f(): return N(7)',
    'assert f() == 1.5',
  ],
  [
    'an array whose class says yes to all',
    'import numpy as np\nclass A(np.ndarray):\n    def __eq__(self, other): return np.array(True)\ndef f(): return np.array([7]).view(A)',
    'import numpy as np\nassert (f() == np.array([1])).all()',
  ],
  [
    'a frame of its own',
    'import sys, types\nfake = types.ModuleType("pandas")\nclass DataFrame:\n    def equals(self, other): return True\nDataFrame.__module__ = "pandas"\nfake.DataFrame = DataFrame\nsys.modules["pandas"] = fake\ndef f(): return DataFrame()',
    'import pandas as pd\npd.testing.assert_frame_equal(f(), pd.DataFrame({"a": [1]}))',
  ],
];

unless(why).describe('NumPy and pandas', () => {
  const python = createPythonRunner({ maxSandboxes: 2, packages: why === null ? packages : [] });
  afterAll(() => python.close());
  const judge = async (code: string, tests: string): Promise<Judgement> =>
    TestsPass({ tests, engine: 'cpython', timeoutSeconds: 60 }).validate(artefactFromCode(code), {
      python,
      signal: new AbortController().signal,
      messages: [],
      earlier: new Map(),
    });

  it.each(RIGHT)('cross as data: %s', async (_name, code, tests) => {
    const { verdict, reason } = await judge(code, tests);
    expect({ verdict, reason }).toEqual({ verdict: 'pass', reason: 'All tests pass.' });
  });

  it.each([
    ['import numpy as np\ndef f(xs): return np.array(xs) * 2', ARRAY_TESTS],
    ['import numpy as np\ndef f(xs): return np.array([x * 2 for x in xs])', ARRAY_TESTS],
    ['def g(df): return df * 2', FRAME_TESTS],
    ['import pandas as pd\ndef g(df): return pd.DataFrame({"a": [x * 2 for x in df["a"]]})', FRAME_TESTS],
  ])('pass what doubles: %s', async (code, tests) => {
    expect((await judge(code, tests)).verdict).toBe('pass');
  });

  it.each(FORGED_ARRAYS)('give no pass to %s in place of an array', async (_name, code) => {
    expect(['fail', 'not_checked']).toContain(
      (await judge(`import numpy as np\n${code}`, ARRAY_TESTS)).verdict,
    );
  });

  it.each(FORGED_FRAMES)('give no pass to %s in place of a frame', async (_name, code) => {
    expect(['fail', 'not_checked']).toContain(
      (await judge(`import pandas as pd\n${code}`, FRAME_TESTS)).verdict,
    );
  });

  it.each(WRONG)('give no pass to %s', async (_name, code, tests) => {
    expect((await judge(code, tests)).verdict).not.toBe('pass');
  });
});
