// Runs a pandas script in the sandbox, over files of its own. Name a virtual environment that holds pandas:
//   python3 -m venv env && env/bin/pip install pandas
//   node examples/pandas-report.mjs env
import { createSandbox } from 'mettle';

const packages = process.argv[2];
if (packages === undefined) {
  console.error('Name the environment that holds pandas: node examples/pandas-report.mjs env');
  process.exit(2);
}

const sandbox = await createSandbox({
  packages,
  files: {
    'visits.csv':
      'day,page,visits\nmon,home,120\nmon,docs,80\ntue,home,90\ntue,docs,\nwed,home,150\nwed,docs,110\n',
  },
  limits: { memoryMegabytes: 512, timeoutSeconds: 60 },
});
const result = await sandbox.run(`
import pandas as pd

visits = pd.read_csv('visits.csv')
missing = int(visits['visits'].isna().sum())
table = visits.fillna(0).pivot_table(index='page', values='visits', aggfunc=['sum', 'max']).astype(int)
table.columns = ['total', 'best day']
print(table)
table.to_json('report.json', orient='index')
missing
`);
console.log(result.ok ? result.stdout : result.error);
console.log('rows without a count:', result.value);
console.log('written by the script:', sandbox.files.readText('report.json'));
await sandbox.close();
