import re
from collections import Counter, defaultdict

LOG = """2024-01-15 10:23:45 ERROR database: connection refused
2024-01-15 10:24:01 INFO web: request served in 23ms
2024-01-15 10:24:05 WARNING web: slow request 1200ms
2024-01-16 08:00:00 ERROR web: timeout after 3000ms
malformed line"""

pattern = re.compile(r"^(?P<date>\d{4}-\d{2}-\d{2}) (?P<time>[\d:]+) (?P<level>[A-Z]+) (?P<source>\w+): (?P<message>.*)$")
levels = Counter()
by_day = defaultdict(list)
for line in LOG.splitlines():
    match = pattern.match(line)
    if not match:
        print("skip:", line)
        continue
    levels[match.group("level")] += 1
    by_day[match.group("date")].append(match.group("message"))
print(dict(levels))
for day, messages in by_day.items():
    print(day, messages)
print(re.sub(r"(\d+)ms", lambda m: f"{int(m.group(1)) / 1000:.2f}s", "took 23ms and 1200ms"))
