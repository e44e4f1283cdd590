# What only the run can tell: where Monty may go on differently from CPython, the sandbox is told, and the code goes on.
import os as _mettle_notices_os
import re as _mettle_notices_re


def _mettle_notice(what):
    _mettle_notices_os.getenv('_mettle_difference', what)


def _mettle_chr(code):
    character = chr(code)
    if 31 < code < 127 or code < 11:
        return character
    return _mettle_notices_os.getenv('_mettle_character', character)


def _mettle_pattern(pattern, checks):
    if isinstance(pattern, str):
        groups = 'groups' in checks and '(' in pattern
        if groups or '$' in pattern or '\\Z' in pattern or ('empty' in checks and _mettle_can_be_empty(pattern)):
            _mettle_notice('Monty reads a pattern of this run differently')
    return pattern


def _mettle_can_be_empty(pattern):
    wide = []
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == '\\':
            if pattern[position + 1 : position + 2] not in ('A', 'b', 'B'):
                wide.append(pattern[position : position + 2])
            position += 2
            continue
        if character == '(' and pattern[position + 1 : position + 2] == '?':
            return True
        if character != '^' or pattern[position - 1 : position] == '[':
            wide.append(character)
        position += 1
    try:
        return _mettle_notices_re.fullmatch(''.join(wide), '') is not None
    except Exception:
        return True


def _mettle_replacement(replacement):
    if isinstance(replacement, str) and '\\' in replacement:
        _mettle_notice('Monty reads a replacement of this run differently')
    return replacement
