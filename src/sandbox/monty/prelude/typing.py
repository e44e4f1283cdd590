# Functions of typing that do nothing at run time.
_mettle_module_typing = type('typing', (), {'cast': lambda typ, val: val})
