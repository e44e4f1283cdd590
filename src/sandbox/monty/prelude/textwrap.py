# Indenting and unindenting of texts.


def _mettle_textwrap_indent(text, prefix, predicate=None):
    lines = []
    for line in text.splitlines(True):
        lines.append(prefix + line if (line.strip() if predicate is None else predicate(line)) else line)
    return ''.join(lines)


def _mettle_textwrap_dedent(text):
    lines = ['' if line.strip(' \t') == '' else line for line in text.split('\n')]
    margin = None
    for line in lines:
        if line == '':
            continue
        lead = line[: len(line) - len(line.lstrip(' \t'))]
        if margin is None:
            margin = lead
        while not lead.startswith(margin):
            margin = margin[:-1]
    return '\n'.join([line[len(margin or '') :] for line in lines])


_mettle_module_textwrap = type(
    'textwrap', (), {'dedent': _mettle_textwrap_dedent, 'indent': _mettle_textwrap_indent}
)
