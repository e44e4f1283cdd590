# Substitution by a function. Patterns that can match nothing are the caller's to keep away.
import re as _mettle_plain_re


def _mettle_re_sub(pattern, repl, string, count=0, flags=0):
    if isinstance(repl, str):
        return _mettle_plain_re.sub(pattern, repl, string, count=count, flags=flags)
    return _mettle_substitute(_mettle_plain_re.finditer(pattern, string, flags), repl, string, count)


def _mettle_pattern_sub(pattern, repl, string, count=0):
    if isinstance(repl, str):
        return pattern.sub(repl, string, count)
    return _mettle_substitute(pattern.finditer(string), repl, string, count)


def _mettle_substitute(matches, repl, string, count):
    parts = []
    end = 0
    done = 0
    for match in matches:
        if count > 0 and done == count:
            break
        if match.start() == match.end():
            raise NotImplementedError('Monty does not replace empty matches as CPython does')
        parts.append(string[end : match.start()])
        parts.append(repl(match))
        end = match.end()
        done += 1
    parts.append(string[end:])
    return ''.join(parts)
