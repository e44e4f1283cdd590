import sympy as sp
x = sp.symbols("x")
print(sp.integrate(sp.sin(x) ** 2, x), sp.diff(sp.exp(x**2), x), sp.limit(sp.sin(x) / x, x, 0))
print(sp.series(sp.cos(x), x, 0, 6))
