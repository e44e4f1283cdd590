# Characters made from numbers. Of those beyond plain ASCII the sandbox is told: it knows which ones Monty's tables miss.
import os as _mettle_characters_os


def _mettle_chr(code):
    character = chr(code)
    if 31 < code < 127 or code < 11:
        return character
    return _mettle_characters_os.getenv('_mettle_character', character)
