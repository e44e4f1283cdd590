from collections import namedtuple

Point = namedtuple("Point", ["x", "y"])
points = [Point(3, 4), Point(0, 0), Point(-1, 2)]
for p in sorted(points, key=lambda p: p.x ** 2 + p.y ** 2):
    print(p, p.x + p.y)
print(points[0]._replace(y=9), Point._fields, points[0] == (3, 4))
