# Characters that no text of the source shows: the sandbox is told which, since Monty's tables may have them otherwise.


def _mettle_chr(code):
    character = chr(code)
    if 31 < code < 127 or code < 11:
        return character
    import os

    return os.getenv('_mettle_character', character)
