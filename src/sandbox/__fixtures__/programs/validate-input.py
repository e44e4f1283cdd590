def validate(record):
    errors = []
    if not isinstance(record.get("name"), str) or not record["name"].strip():
        errors.append("name is required")
    age = record.get("age")
    if not isinstance(age, int) or isinstance(age, bool) or not 0 <= age < 150:
        errors.append("age must be between 0 and 149")
    if "@" not in record.get("email", ""):
        errors.append("email is invalid")
    return errors


records = [
    {"name": "Ann", "age": 30, "email": "ann@example.org"},
    {"name": " ", "age": 200, "email": "nope"},
    {"name": "Bob", "age": True},
]
for record in records:
    problems = validate(record)
    print(record.get("name"), "OK" if not problems else "; ".join(problems))
