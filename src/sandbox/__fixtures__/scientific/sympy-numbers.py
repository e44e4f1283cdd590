import numpy as np
import sympy as sp
x = sp.symbols("x")
print(sp.pi.evalf(30), sp.lambdify(x, sp.sin(x) + x**2, "numpy")(np.array([0.0, 1.0])).round(6).tolist())
print(sp.latex(sp.Rational(1, 3) + sp.sqrt(2)))
sp.pprint(sp.Integral(x**2, x))
