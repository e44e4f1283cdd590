from collections import deque


class MovingAverage:
    def __init__(self, size):
        self.window = deque(maxlen=size)

    def next(self, value):
        self.window.append(value)
        return sum(self.window) / len(self.window)


average = MovingAverage(3)
print([round(average.next(v), 3) for v in [1, 10, 3, 5, 8]])
