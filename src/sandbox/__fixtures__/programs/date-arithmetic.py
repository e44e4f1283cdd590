from datetime import date, datetime, timedelta

start = date(2024, 2, 26)
for offset in range(5):
    day = start + timedelta(days=offset)
    print(day.isoformat(), day.strftime("%A"), day.weekday())
deadline = datetime(2024, 12, 31, 23, 59)
now = datetime(2024, 12, 1, 12, 0)
remaining = deadline - now
print(remaining.days, remaining.seconds // 3600, remaining)
print(datetime.strptime("2024-03-10 08:30", "%Y-%m-%d %H:%M") < deadline)
