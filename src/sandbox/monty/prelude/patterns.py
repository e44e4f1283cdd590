# Patterns and replacements that are no literals: the sandbox is told of those that Monty reads differently.


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
    import re

    try:
        return re.fullmatch(''.join(wide), '') is not None
    except Exception:
        return True


def _mettle_replacement(replacement):
    if isinstance(replacement, str) and '\\' in replacement:
        _mettle_notice('Monty reads a replacement of this run differently')
    return replacement
