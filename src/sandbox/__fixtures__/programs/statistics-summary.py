import statistics

data = [2.5, 3.75, 1.25, 9.0, 4.4, 3.75]
print("mean:", statistics.mean(data))
print("median:", statistics.median(data))
print("mode:", statistics.mode(data))
print("stdev:", round(statistics.stdev(data), 4))
print("variance:", round(statistics.variance(data), 4))
