# The module csv: reading and writing in the dialect excel, and in others that the arguments describe.


def _mettle_csv_lines(source):
    if type(source).__name__ in ('TextIOWrapper', '_mettle_io_StringIO'):
        return iter(source.readlines())
    return iter(source)


class _mettle_csv_reader:
    def __init__(self, csvfile, dialect='excel', delimiter=',', quotechar='"', skipinitialspace=False):
        if dialect != 'excel' and dialect != 'excel-tab':
            raise NotImplementedError(f'Monty does not know the csv dialect {dialect}')
        self.lines = _mettle_csv_lines(csvfile)
        self.delimiter = '\t' if dialect == 'excel-tab' else delimiter
        self.quotechar = quotechar
        self.skipinitialspace = skipinitialspace
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        row = []
        field = []
        state = 'start'
        for line in self.lines:
            self.line_num += 1
            for character in line:
                if state == 'quoted':
                    if character == self.quotechar:
                        state = 'quote'
                    else:
                        field.append(character)
                    continue
                if state == 'quote' and character == self.quotechar:
                    field.append(character)
                    state = 'quoted'
                elif character == self.delimiter:
                    row.append(''.join(field))
                    field = []
                    state = 'start'
                elif character == '\r' or character == '\n':
                    if state == 'start' and not row and not field:
                        return []
                    row.append(''.join(field))
                    return row
                elif state == 'start' and character == ' ' and self.skipinitialspace:
                    continue
                elif state == 'start' and character == self.quotechar:
                    state = 'quoted'
                else:
                    field.append(character)
                    state = 'plain'
            if state != 'quoted':
                if state == 'start' and not row and not field:
                    return []
                row.append(''.join(field))
                return row
        if state == 'quoted':
            row.append(''.join(field))
            return row
        raise StopIteration


class _mettle_csv_writer:
    def __init__(self, csvfile, dialect='excel', delimiter=',', quotechar='"', quoting=0, lineterminator='\r\n'):
        if dialect != 'excel' and dialect != 'excel-tab':
            raise NotImplementedError(f'Monty does not know the csv dialect {dialect}')
        if quoting not in (0, 1, 2):
            raise NotImplementedError('Monty does not write csv without quotes')
        self.file = csvfile
        self.delimiter = '\t' if dialect == 'excel-tab' else delimiter
        self.quotechar = quotechar
        self.quoting = quoting
        self.lineterminator = lineterminator

    def writerow(self, row):
        values = list(row)
        fields = []
        for value in values:
            text = '' if value is None else str(value)
            quoted = self.quoting == 1 or (self.quoting == 2 and not isinstance(value, (int, float)))
            for character in text:
                if character in (self.delimiter, self.quotechar, '\r', '\n') or character in self.lineterminator:
                    quoted = True
            if text == '' and len(values) == 1:
                quoted = True
            if quoted:
                text = self.quotechar + text.replace(self.quotechar, self.quotechar * 2) + self.quotechar
            fields.append(text)
        line = self.delimiter.join(fields) + self.lineterminator
        self.file.write(line)
        return len(line)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


class _mettle_csv_DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', **options):
        self.reader = _mettle_csv_reader(f, dialect, **options)
        self.restkey = restkey
        self.restval = restval
        if fieldnames is None:
            for row in self.reader:
                fieldnames = row
                break
        self.fieldnames = None if fieldnames is None else list(fieldnames)
        self.line_num = self.reader.line_num

    def __iter__(self):
        return self

    def __next__(self):
        for row in self.reader:
            self.line_num = self.reader.line_num
            if not row:
                continue
            made = dict(zip(self.fieldnames, row))
            if len(row) > len(self.fieldnames):
                made[self.restkey] = row[len(self.fieldnames) :]
            for name in self.fieldnames[len(row) :]:
                made[name] = self.restval
            return made
        raise StopIteration


class _mettle_csv_DictWriter:
    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', **options):
        self.fieldnames = fieldnames
        self.restval = restval
        self.extrasaction = extrasaction
        self.writer = _mettle_csv_writer(f, dialect, **options)

    def writeheader(self):
        return self.writer.writerow(self.fieldnames)

    def writerow(self, rowdict):
        extra = [name for name in rowdict if name not in self.fieldnames]
        if extra and self.extrasaction == 'raise':
            listed = ', '.join([repr(name) for name in extra])
            raise ValueError('dict contains fields not in fieldnames: ' + listed)
        return self.writer.writerow([rowdict.get(name, self.restval) for name in self.fieldnames])

    def writerows(self, rowdicts):
        for rowdict in rowdicts:
            self.writerow(rowdict)


_mettle_module_csv = type(
    'csv',
    (),
    {
        'DictReader': _mettle_csv_DictReader,
        'DictWriter': _mettle_csv_DictWriter,
        'QUOTE_ALL': 1,
        'QUOTE_MINIMAL': 0,
        'QUOTE_NONNUMERIC': 2,
        'reader': _mettle_csv_reader,
        'writer': _mettle_csv_writer,
    },
)
