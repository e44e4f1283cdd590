balance = 100
history = []
commands = ["deposit 50", "withdraw 30", "withdraw 500", "foo", "deposit x", "balance"]
for command in commands:
    parts = command.split()
    try:
        if parts[0] == "deposit":
            amount = int(parts[1])
            balance += amount
            history.append(("+", amount))
        elif parts[0] == "withdraw":
            amount = int(parts[1])
            if amount > balance:
                raise ValueError(f"insufficient funds: {balance} < {amount}")
            balance -= amount
            history.append(("-", amount))
        elif parts[0] == "balance":
            print("Balance:", balance)
        else:
            raise KeyError(parts[0])
    except ValueError as e:
        print("Invalid:", e)
    except KeyError:
        print("Unknown command:", command)
    finally:
        if len(history) > 2:
            history.pop(0)
print(history)
