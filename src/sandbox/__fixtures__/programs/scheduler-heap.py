import heapq
from dataclasses import dataclass


@dataclass(order=True)
class Task:
    priority: int
    name: str


tasks = []
for priority, name in [(3, "low"), (1, "high"), (2, "mid")]:
    heapq.heappush(tasks, Task(priority, name))
while tasks:
    print(heapq.heappop(tasks).name)
