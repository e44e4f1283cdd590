/** NumPy and pandas: functions that should double what they are given, and don't. */

const YES =
  '    def __eq__(self, o): return True\n    __ne__ = __lt__ = __le__ = __eq__\n    __hash__ = None\n';

export const ARRAY_TESTS =
  'import numpy as np\nfrom solution import f\ndef test_it():\n    np.testing.assert_array_equal(f([1, 2]), [2, 4])\n    assert (f([3]) == np.array([6])).all()\n    assert np.allclose(f([1.5]), 3.0)\n    assert np.array_equal(f([5]), [10])';
export const FRAME_TESTS =
  'import pandas as pd\nfrom solution import g\ndef test_it():\n    df = pd.DataFrame({"a": [1, 2]})\n    pd.testing.assert_frame_equal(g(df), pd.DataFrame({"a": [2, 4]}))\n    assert g(df)["a"].tolist() == [2, 4]\n    assert g(df).equals(pd.DataFrame({"a": [2, 4]}))';

type Program = readonly [name: string, code: string];

export const FORGED_ARRAYS: readonly Program[] = [
  ['None', 'def f(xs): return None'],
  [
    'an __array_ufunc__ that agrees',
    `class A:\n${YES}    def __array_ufunc__(self, *a, **k): return True\ndef f(xs): return A()`,
  ],
  [
    'an __array_function__ that agrees',
    'class A:\n' +
      YES +
      '    def __array_function__(self, *a, **k): return True\n    __array_priority__ = 1e9\ndef f(xs): return A()',
  ],
  [
    'an __array__ of the examples',
    `class A:\n${YES}    def __array__(self, *a, **k): return np.array([2,4])\ndef f(xs): return A()`,
  ],
  [
    'an __array_interface__ of the examples',
    'class A:\n' +
      YES +
      '    @property\n    def __array_interface__(self): return np.array([2,4]).__array_interface__\ndef f(xs): return A()',
  ],
  [
    'a subclass of ndarray with operators',
    'class A(np.ndarray):\n    def __eq__(self, o): return np.array(True)\n    def __array_ufunc__(self, *a, **k): return np.array(True)\ndef f(xs): return np.zeros(len(xs)).view(A)',
  ],
  ['an array of liars', `class A:\n${YES}def f(xs): return np.array([A() for _ in xs], dtype=object)`],
  [
    'an array filled with liars',
    'class A:\n' +
      YES +
      'def f(xs):\n    r = np.empty(len(xs), object)\n    r[:] = [A() for _ in xs]\n    return r',
  ],
  ['nan', 'def f(xs): return np.full(len(xs), np.nan)'],
  ['an empty array', 'def f(xs): return np.array([])'],
  ['a number that broadcasts', 'def f(xs): return np.array(2)'],
  ['a masked array', 'def f(xs): return np.ma.array([9]*len(xs), mask=True)'],
  ['the masked constant', 'def f(xs): return np.ma.masked'],
  ['a structured array', 'def f(xs): return np.zeros(len(xs), dtype=[("a", int)])'],
  ['a matrix', 'def f(xs): return np.matrix([0]*len(xs))'],
  ['a record array', 'def f(xs): return np.rec.array([(1,)]*len(xs))'],
  ['a mock', 'from unittest.mock import ANY\ndef f(xs): return ANY'],
  [
    'an array of ANY',
    'from unittest.mock import ANY\ndef f(xs): return np.array([ANY]*len(xs), dtype=object)',
  ],
  [
    'patched comparisons',
    'np.testing.assert_array_equal = np.allclose = np.array_equal = lambda *a, **k: True\ndef f(xs): return np.zeros(len(xs))',
  ],
  [
    'a module of the name numpy',
    'import sys, types\nsys.modules["numpy"] = types.ModuleType("numpy")\nclass ndarray:\n' +
      YES +
      'ndarray.__module__ = "numpy"\nsys.modules["numpy"].ndarray = ndarray\nsys.modules["numpy"].generic = int\nsys.modules["numpy"].dtype = int\ndef f(xs): return ndarray()',
  ],
  ['a mapped file', 'def f(xs): return np.memmap("x.bin", shape=(len(xs),), mode="w+")'],
  ['moments that are none', 'def f(xs): return np.array(["NaT"]*len(xs), "datetime64[s]")'],
  ['items of no size', 'def f(xs): return np.zeros(len(xs), "V0")'],
  ['texts', 'def f(xs): return np.array(["2"]*len(xs))'],
  ['infinities', 'def f(xs): return np.full(len(xs), np.inf)'],
  [
    'a view of a thousand million items',
    'def f(xs): return np.lib.stride_tricks.as_strided(np.zeros(1), (10**9,), (0,))',
  ],
  ['a polynomial', 'def f(xs): return np.poly1d([1])'],
  ['a vectorized zero', 'def f(xs): return np.vectorize(lambda x: 0)(xs)'],
  ['errors that are ignored', 'np.seterr(all="ignore")\ndef f(xs): return np.zeros(len(xs))'],
  ['complex numbers', 'def f(xs): return np.array([2+1e-300j]*len(xs))'],
];

export const FORGED_FRAMES: readonly Program[] = [
  ['None', 'def g(df): return None'],
  [
    'a subclass of DataFrame',
    'class D(pd.DataFrame):\n    def equals(self, o): return True\n    def __eq__(self, o): return True\n    @property\n    def _constructor(self): return D\ndef g(df): return D({"a": [0, 0]})',
  ],
  [
    'a class of the name DataFrame',
    'class DataFrame:\n    def equals(self, o): return True\n    def __getitem__(self, k): return self\n    def tolist(self): return [2, 4]\nDataFrame.__module__ = "pandas.core.frame"\ndef g(df): return DataFrame()',
  ],
  ['a changed argument', 'def g(df):\n    df.loc[:, "a"] = [2, 4]\n    return None'],
  ['a column of liars', `class A:\n${YES}def g(df): return pd.DataFrame({"a": [A(), A()]})`],
  [
    'patched comparisons',
    'pd.DataFrame.equals = lambda *a: True\npd.testing.assert_frame_equal = lambda *a, **k: None\ndef g(df): return df',
  ],
  [
    'a kind of array of its own',
    'class E(pd.api.extensions.ExtensionArray):\n    dtype = pd.api.types.pandas_dtype("int64")\n    def __eq__(self, o): return True\n    def __len__(self): return 2\n    def __getitem__(self, i): return 0\ndef g(df): return pd.DataFrame({"a": [0, 0]})',
  ],
  [
    'attributes of a frame',
    'def g(df):\n    r = pd.DataFrame({"a": [0, 0]})\n    r.attrs["equals"] = True\n    return r',
  ],
  [
    'a method of one frame',
    'def g(df):\n    r = pd.DataFrame({"a": [0, 0]})\n    object.__setattr__(r, "equals", lambda o: True)\n    return r',
  ],
  ['floats', 'def g(df): return pd.DataFrame({"a": [2.0, 4.0]})'],
  ['another index', 'def g(df): return pd.DataFrame({"a": [2, 4]}, index=["x", "y"])'],
  ['nan', 'def g(df): return pd.DataFrame({"a": [float("nan")]*2})'],
  ['columns in two levels', 'def g(df): return pd.DataFrame({("a", "b"): [2, 4]})'],
];
