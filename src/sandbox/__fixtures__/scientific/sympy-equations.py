import sympy as sp
x, y = sp.symbols("x y")
print(sp.solve(x**2 - 5 * x + 6, x), sp.solve([x + y - 3, x - y - 1], [x, y]))
print(sp.Matrix([[1, 2], [3, 4]]).eigenvals(), sp.factor(x**3 - 1), sp.factorint(360))
f = sp.Function("f")
print(sp.dsolve(f(x).diff(x) - f(x), f(x)))
