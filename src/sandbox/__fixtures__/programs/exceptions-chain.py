def parse(text):
    try:
        return int(text)
    except ValueError as e:
        raise RuntimeError(f"cannot parse {text!r}") from e


for text in ["42", "x", None]:
    try:
        print(parse(text))
    except RuntimeError as e:
        print("runtime:", e)
    except TypeError:
        print("type error")
    else:
        print("fine")
