import type { WorldData } from '../world-data.js';

/** The payroll office of a company. */
export const payroll: WorldData = {
  name: 'payroll',
  version: 1,
  about: 'You work in the payroll office of a mid-sized company.',
  today: '2031-11-20',
  tables: {
    departments: {
      rows: 7,
      columns: {
        id: { key: 'D##' },
        name: {
          pick: ['Logistics', 'Research', 'Sales', 'Legal', 'Kitchen', 'Facilities', 'Design', 'Support'],
          unique: true,
        },
        bonus_budget: { int: [0, 9000], step: 250 },
        cost_centre: { key: '####' },
      },
    },
    grades: {
      rows: 5,
      columns: {
        id: { key: 'G#@' },
        title: { pick: ['junior', 'regular', 'senior', 'lead', 'principal'], unique: true },
        top_salary: { pick: [4200, 5400, 6800, 8500, 9900], unique: true },
        leave_days: { pick: [24, 26, 28, 30] },
      },
    },
    employees: {
      rows: 34,
      columns: {
        id: { key: 'E-#####' },
        name: { person: true },
        department_id: { ref: 'departments' },
        grade_id: { ref: 'grades' },
        salary: { int: [2600, 8200], step: 50 },
        hired_on: { date: [-3000, -20] },
        leave_left: { int: [0, 22] },
        contract: { pick: ['permanent', 'permanent', 'permanent', 'fixed_term'] },
        wanted_account: { pick: ['main', 'savings', 'joint'], hidden: true },
      },
    },
    expenses: {
      rows: 36,
      columns: {
        id: { key: 'X-#####' },
        employee_id: { ref: 'employees' },
        what: { pick: ['train ticket', 'hotel night', 'client dinner', 'taxi', 'conference fee', 'books'] },
        amount: { money: [8, 620] },
        spent_on: { date: [-130, -2] },
        has_receipt: { flag: 0.75 },
        state: { pick: ['submitted', 'submitted', 'submitted', 'paid'] },
      },
    },
    advances: {
      rows: 12,
      columns: {
        id: { key: 'ADV###' },
        employee_id: { ref: 'employees', unique: true },
        amount: { int: [200, 1500], step: 100 },
        still_open: { is: 'amount' },
      },
    },
    bonuses: {
      rows: 8,
      columns: {
        id: { key: 'BN####' },
        employee_id: { ref: 'employees' },
        amount: { int: [100, 900], step: 50 },
        paid_on: { date: [-300, -31] },
      },
    },
    splits: {
      rows: 6,
      columns: {
        id: { key: 'SPL###' },
        employee_id: { ref: 'employees', unique: true },
        account: { pick: ['main', 'savings', 'joint'] },
        percent: { pick: [10, 20, 50] },
      },
    },
  },
  tools: {
    find_employees: {
      about: 'Finds employees by name or department.',
      find: 'employees',
      by: ['name?', 'department_id?'],
    },
    get_grade: { about: 'Shows one grade.', get: 'grades' },
    find_departments: { about: 'Finds departments by name.', find: 'departments', by: ['name'] },
    get_department: { about: 'Shows one department.', get: 'departments' },
    list_expenses: {
      about: 'Lists expense claims of an employee.',
      find: 'expenses',
      by: ['employee_id', 'state?'],
    },
    get_expense: { about: 'Shows one expense claim.', get: 'expenses' },
    list_advances: { about: 'Lists salary advances of an employee.', find: 'advances', by: ['employee_id'] },
    list_bonuses: { about: 'Lists bonuses of an employee.', find: 'bonuses', by: ['employee_id'] },
    ask_employee: {
      about: 'Asks an employee a question and gives the reply.',
      ask: 'employees',
      topics: { account: 'Please use my {employee.wanted_account} account.' },
    },
    set_salary: {
      about: 'Sets the monthly salary of an employee.',
      takes: { employee_id: { ref: 'employees' }, salary: { money: [1000, 20000] } },
      effects: [{ change: 'employee', set: { salary: 'salary' } }],
    },
    pay_expense: {
      about: 'Pays out an expense claim.',
      takes: { expense_id: { ref: 'expenses' } },
      effects: [{ change: 'expense', set: { state: "'paid'" } }],
    },
    reject_expense: {
      about: 'Rejects an expense claim.',
      takes: { expense_id: { ref: 'expenses' } },
      effects: [{ change: 'expense', set: { state: "'rejected'" } }],
    },
    pay_bonus: {
      about: 'Pays a bonus out of the budget of the department, less the tax that is withheld.',
      takes: {
        employee_id: { ref: 'employees' },
        amount: { money: [1, 10000] },
        withheld: { money: [0, 5000] },
      },
      effects: [
        {
          add: 'bonuses',
          set: { employee_id: 'employee_id', amount: 'amount - withheld', paid_on: 'today' },
        },
        { change: 'employee.department', set: { bonus_budget: 'employee.department.bonus_budget - amount' } },
      ],
    },
    pay_out_leave: {
      about: 'Turns leave days that are left into pay.',
      takes: { employee_id: { ref: 'employees' }, days: { int: [1, 30] } },
      effects: [{ change: 'employee', set: { leave_left: 'employee.leave_left - days' } }],
    },
    split_salary: {
      about: 'Sends a part of the salary to another account of the employee.',
      takes: {
        employee_id: { ref: 'employees' },
        account: { pick: ['main', 'savings', 'joint'] },
        percent: { int: [1, 90] },
      },
      effects: [
        { add: 'splits', set: { employee_id: 'employee_id', account: 'account', percent: 'percent' } },
      ],
    },
  },
  rules: [
    {
      code: 'P1',
      says: 'No salary is above the top of its grade.',
      forbids: { set_salary: 'salary > employee.grade.top_salary' },
    },
    {
      code: 'P2',
      says: 'A raise is 10 percent at most; salaries are never lowered.',
      forbids: { set_salary: 'salary > employee.salary * 1.1 or salary < employee.salary' },
    },
    {
      code: 'P3',
      says: 'Expenses over $50.00 are paid only with a receipt.',
      forbids: { pay_expense: 'expense.amount > 50 and not expense.has_receipt' },
    },
    {
      code: 'P4',
      says: 'Claims older than 90 days are not paid.',
      forbids: { pay_expense: 'days(expense.spent_on, today) > 90' },
    },
    {
      code: 'P5',
      says: 'Only submitted claims can be paid or rejected.',
      forbids: {
        pay_expense: "expense.state != 'submitted'",
        reject_expense: "expense.state != 'submitted'",
      },
    },
    {
      code: 'P6',
      says: 'A bonus fits into what is left of the budget of the department.',
      forbids: { pay_bonus: 'amount > employee.department.bonus_budget' },
    },
    {
      code: 'P7',
      says: 'Nobody gets a bonus in the first 180 days, or on a fixed-term contract.',
      forbids: { pay_bonus: "days(employee.hired_on, today) < 180 or employee.contract = 'fixed_term'" },
    },
    {
      code: 'P8',
      says: 'Of a bonus 22 percent are withheld, and 35 percent of a salary over $6000.00.',
      forbids: { pay_bonus: 'withheld != amount * if(employee.salary > 6000, 0.35, 0.22)' },
      hint: 'Of this bonus {amount * if(employee.salary > 6000, 0.35, 0.22)|money} have to be withheld.',
    },
    {
      code: 'P9',
      says: 'At least five leave days always stay.',
      forbids: { pay_out_leave: 'employee.leave_left - days < 5' },
    },
    {
      code: 'P10',
      says: 'While a salary advance is open, no leave is paid out.',
      forbids: { pay_out_leave: 'count(advances: employee_id = employee.id and still_open > 0) > 0' },
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'room_for_a_raise',
      draw: { employee: 'employees: employee.salary < employee.grade.top_salary' },
      asks: [
        'How far is the salary of {employee.name} below the top of the grade?',
        '{employee.name} asks how much the pay could still grow within the present grade. What is the difference per month?',
        'Work out the gap between what {employee.name} earns and the maximum of that grade.',
        'For the yearly talk with {employee.name}: how many dollars a month are left until the ceiling of the grade?',
        'What is the distance from the salary of {employee.name} to the top salary of the grade?',
        'HR wants the headroom of {employee.name}, that is the top of the grade minus the current salary.',
      ],
      way: {
        calls: [
          ['find_employees', { name: 'employee.name' }],
          ['get_grade', { grade_id: 'employee.grade_id' }],
        ],
        answer: 'employee.grade.top_salary - employee.salary',
        answerKind: 'money',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'department_total',
      draw: {
        department: 'departments: count(employees: department_id = department.id) >= 2',
        total: '= sum(employees.salary: department_id = department.id)',
      },
      asks: [
        'What does {department.name} cost us in salaries each month, everyone together?',
        'Add up the monthly salaries of the people in {department.name}.',
        'The head of {department.name} has to plan next year and wants the sum of all salaries there.',
        'Total monthly pay in {department.name}, please (no bonuses, just salaries).',
        'I need one figure for cost centre {department.cost_centre}, which is {department.name}: the sum of its salaries.',
        'How much do all employees of {department.name} earn per month in total?',
        'For the budget of {department.name}: add the salaries of everybody who works there.',
        'If {department.name} moved to another company, how large would the monthly salary bill that goes with it be?',
      ],
      way: {
        calls: [
          ['find_departments', { name: 'department.name' }],
          ['find_employees', { department_id: 'department.id' }],
        ],
        answer: 'total',
        answerKind: 'money',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'pay_or_reject',
      draw: {
        expense:
          "expenses: expense.state = 'submitted' and days(expense.spent_on, today) <= 90 and count(expenses: employee_id = expense.employee_id and state = 'submitted') = 1 and expense.amount > 50",
      },
      asks: [
        'Go through the open claim of {expense.employee.name}: with a receipt it gets paid, without one it is rejected.',
        '{expense.employee.name} keeps asking about a claim. Pay it if the receipt is there, reject it if not.',
        'There is one submitted expense of {expense.employee.name}. No receipt means rejection; if a receipt is attached, pay it out.',
        'Please decide on the claim that {expense.employee.name} handed in. What counts is the receipt: is there one, then pay, else reject.',
        'Settle the outstanding {expense.what} of {expense.employee.name}: paid when a receipt exists, rejected when none does.',
        'Is there a receipt for the claim that {expense.employee.name} submitted? Pay it if so. Otherwise turn it down.',
      ],
      look: [
        ['find_employees', { name: 'expense.employee.name' }],
        ['list_expenses', { employee_id: 'expense.employee_id', state: "'submitted'" }],
      ],
      when: 'expense.has_receipt',
      way: {
        calls: [['pay_expense', { expense_id: 'expense.id' }]],
        goals: { expense: { state: "'paid'" } },
      },
      otherWay: {
        calls: [['reject_expense', { expense_id: 'expense.id' }]],
        goals: { expense: { state: "'rejected'" } },
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'pay_what_is_payable',
      draw: {
        employee:
          "employees: count(expenses: employee_id = employee.id and state = 'submitted') > count(expenses: employee_id = employee.id and state = 'submitted' and (has_receipt or amount <= 50) and days(spent_on, today) <= 90)",
      },
      each: {
        name: 'expense',
        of: "expenses: employee_id = employee.id and state = 'submitted' and (has_receipt or amount <= 50) and days(spent_on, today) <= 90",
        least: 1,
        most: 6,
      },
      asks: [
        'Pay all submitted claims of {employee.name} that our rules allow us to pay, and leave the others as they are.',
        '{employee.name} is waiting for money. Whatever of the submitted expenses may be paid should be paid today; do not touch the rest.',
        'Clear the expenses of {employee.name} as far as the rules go. What cannot be paid stays submitted.',
        'Please run the payable expense claims for {employee.name}. The ones against the rules remain open.',
        'Of the claims that {employee.name} submitted, pay those that are in order. The others wait for a talk.',
        'Everything from {employee.name} that can be paid under the rules: pay it out. Nothing else changes.',
      ],
      way: {
        calls: [
          ['find_employees', { name: 'employee.name' }],
          ['list_expenses', { employee_id: 'employee.id', state: "'submitted'" }],
        ],
        callsEach: [['pay_expense', { expense_id: 'expense.id' }]],
        goalsEach: { expense: { state: "'paid'" } },
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'bonus_with_tax',
      draw: {
        base: '2 to 9',
        amount: '= base * 100',
        employee:
          "employees: employee.contract = 'permanent' and days(employee.hired_on, today) >= 180 and employee.department.bonus_budget >= amount",
        withheld: '= amount * if(employee.salary > 6000, 0.35, 0.22)',
      },
      asks: [
        '{employee.name} gets a bonus of {amount|money} before tax. Pay it and withhold what has to be withheld.',
        'Please pay {employee.name} a gross bonus of {amount|money}, with the right tax taken off.',
        'The board has granted {amount|money} (gross) to {employee.name}. Book the bonus with the proper withholding.',
        'Bonus run, one entry: {employee.name}, {amount|money} gross. Mind the tax.',
        'A reward of {amount|money} for {employee.name} was approved. It is a gross figure, so the tax that we withhold has to be correct.',
        'Can you pay out {amount|money} as a bonus to {employee.name}? Take off the tax as the rules say.',
      ],
      way: {
        calls: [
          ['find_employees', { name: 'employee.name' }],
          ['get_department', { department_id: 'employee.department_id' }],
          ['pay_bonus', { employee_id: 'employee.id', amount: 'amount', withheld: '0' }],
          ['pay_bonus', { employee_id: 'employee.id', amount: 'amount', withheld: 'withheld' }],
        ],
        goals: {
          '+bonuses': { employee_id: 'employee.id', amount: 'amount - withheld', paid_on: 'today' },
          'employee.department': { bonus_budget: 'employee.department.bonus_budget - amount' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'raise',
      draw: { employee: 'employees: true', step: '1 to 14', salary: '= employee.salary + step * 50' },
      asks: [
        'Raise the salary of {employee.name} to {salary|money} a month.',
        '{employee.name} will earn {salary|money} from next month on. Please enter it.',
        'The department asks for a new salary of {salary|money} for {employee.name}.',
        'Could you change the monthly pay of {employee.name} to {salary|money}?',
        'I have agreed with {employee.name} on {salary|money} per month. Update the salary.',
        'New contract for {employee.name}: the monthly salary goes up to {salary|money}.',
      ],
      look: [
        ['find_employees', { name: 'employee.name' }],
        ['get_grade', { grade_id: 'employee.grade_id' }],
      ],
      way: {
        calls: [['set_salary', { employee_id: 'employee.id', salary: 'salary' }]],
        goals: { employee: { salary: 'salary' } },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'leave_payout',
      draw: { employee: 'employees: employee.leave_left >= 3', days: '1 to 9' },
      asks: [
        '{employee.name} asks to have {days} days of leave paid out.',
        'Turn {days} of the remaining leave days of {employee.name} into money.',
        'Please pay out leave for {employee.name}: {days} in all.',
        'Instead of taking time off, {employee.name} would like the pay for {days} days of leave.',
        'Can we convert {days} leave days into pay for {employee.name}?',
        'A form from {employee.name} is on my desk: cash for leave, number of days {days}.',
      ],
      look: [
        ['find_employees', { name: 'employee.name' }],
        ['list_advances', { employee_id: 'employee.id' }],
      ],
      way: {
        calls: [['pay_out_leave', { employee_id: 'employee.id', days: 'days' }]],
        goals: { employee: { leave_left: 'employee.leave_left - days' } },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'which_account',
      draw: {
        employee: 'employees: count(splits: employee_id = employee.id) = 0',
        tens: '1 to 8',
        percent: '= tens * 5',
      },
      asks: [
        'Send {percent} percent of the salary of {employee.name} to another account. Which one, we still have to find out.',
        '{employee.name} wants {percent} percent of the pay to go elsewhere, but the form does not name the account.',
        'Please set up a salary split for {employee.name} with {percent} percent; the account is the one that {employee.name|first} chooses.',
        'A split of {percent} percent for {employee.name}. I could not read the account on the fax.',
        'From next month on, {percent} percent of what {employee.name} earns should land on a second account, whichever {employee.name|first} wants.',
        'Split the salary of {employee.name}: {percent} percent to the account of choice. You will have to ask.',
      ],
      look: [
        ['find_employees', { name: 'employee.name' }],
        ['ask_employee', { employee_id: 'employee.id', about: "'account'" }],
      ],
      way: {
        calls: [
          [
            'split_salary',
            { employee_id: 'employee.id', account: 'employee.wanted_account', percent: 'percent' },
          ],
        ],
        goals: {
          '+splits': { employee_id: 'employee.id', account: 'employee.wanted_account', percent: 'percent' },
        },
      },
    },
  ],
};
