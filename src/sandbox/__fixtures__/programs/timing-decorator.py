import functools


def log_calls(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        print(f"Calling {func.__name__} with {args} {kwargs}")
        result = func(*args, **kwargs)
        print(f"{func.__name__} returned {result!r}")
        return result

    return wrapper


@log_calls
def add(a, b):
    return a + b


@log_calls
def greet(name, greeting="Hello"):
    return f"{greeting}, {name}!"


add(2, 3)
greet("Ann", greeting="Hi")
print(add.__name__)
