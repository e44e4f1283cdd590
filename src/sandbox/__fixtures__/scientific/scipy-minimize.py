from scipy.optimize import minimize, root_scalar
found = minimize(lambda p: (p[0] - 1) ** 2 + (p[1] + 2) ** 2, [0, 0])
print(found.success, found.x.round(4).tolist())
print(round(root_scalar(lambda x: x**3 - 2, bracket=[0, 2]).root, 8))
