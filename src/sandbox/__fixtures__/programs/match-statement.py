def handle(command):
    match command.split():
        case ["go", direction]:
            return f"going {direction}"
        case ["take", item]:
            return f"taking {item}"
        case ["quit"]:
            return "bye"
        case _:
            return "unknown"


for command in ["go north", "take lamp", "quit", "dance wildly now"]:
    print(handle(command))
