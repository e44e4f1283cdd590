# The constants of the module string, and capwords.


def _mettle_string_capwords(s, sep=None):
    return (' ' if sep is None else sep).join([word.capitalize() for word in s.split(sep)])


_mettle_module_string = type(
    'string',
    (),
    {
        'ascii_letters': 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
        'ascii_lowercase': 'abcdefghijklmnopqrstuvwxyz',
        'ascii_uppercase': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        'capwords': _mettle_string_capwords,
        'digits': '0123456789',
        'hexdigits': '0123456789abcdefABCDEF',
        'octdigits': '01234567',
        'printable': '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
        + '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\x0b\x0c',
        'punctuation': '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
        'whitespace': ' \t\n\r\x0b\x0c',
    },
)
