class Section:
    def __init__(self, name, log):
        self.name = name
        self.log = log

    def __enter__(self):
        self.log.append(f"start {self.name}")
        return self

    def __exit__(self, exc_type, exc, tb):
        self.log.append(f"end {self.name} {exc_type.__name__ if exc_type else 'ok'}")
        return exc_type is not None


log = []
with Section("one", log):
    log.append("working")
with Section("two", log):
    raise ValueError("boom")
print("\n".join(log))
