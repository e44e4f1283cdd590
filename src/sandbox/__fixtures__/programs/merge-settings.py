defaults = {"debug": False, "level": "info", "paths": {"root": "/"}}
override = {"level": "warn", "extra": 1}
settings = defaults | override
print(settings)
settings |= {"debug": True}
print(settings["debug"], defaults["debug"])
