import type { WorldData } from '../world-data.js';

const TITLES = [
  'The Salt Road',
  'A House of Clocks',
  'Winter Bees',
  'The Lamplighter',
  'Northern Tides',
  'Paper Gardens',
  'The Seventh Bridge',
  'Letters to Ilse',
  'Maps for the Moon',
  'The Quiet Orchard',
  'Copper Rain',
  'Rivers of Dust',
  'The Glassmaker',
  'An Hour in Lisbon',
  'Nettle Soup',
  'The Owl Post',
  'Seven Small Islands',
  'Thunder Lane',
  'A Field Guide to Moss',
  'The Bread Book',
  'Atlas of Old Railways',
  'How Rivers Think',
  'Ink and Iron',
  'The Weather Diary',
  'Stone Soup Stories',
  'Kites over Aleppo',
  'The Long Ferry',
  'Under the Linden',
  'Night Trains',
  'The Beekeeper of Oran',
  'Songs for a Donkey',
  'The Last Lighthouse',
];

/** The lending desk of a town library. */
export const library: WorldData = {
  name: 'library',
  version: 1,
  about: 'You work at the lending desk of a town library with several branches.',
  today: '2031-03-12',
  tables: {
    branches: {
      rows: 5,
      columns: {
        id: { key: 'BR##' },
        name: {
          pick: ['Harbour', 'Old Mill', 'Castle Hill', 'Station Square', 'Lakeside', 'North Gate'],
          unique: true,
        },
        opens_saturday: { flag: 0.6 },
        parking_spaces: { int: [0, 40] },
      },
    },
    books: {
      rows: 26,
      columns: {
        id: { key: 'BK####' },
        title: { pick: TITLES, unique: true },
        author: { person: true },
        kind: { pick: ['novel', 'novel', 'children', 'travel', 'science', 'reference'] },
        price: { money: [8, 60] },
      },
    },
    copies: {
      rows: 60,
      columns: {
        id: { key: 'CP#####' },
        book_id: { ref: 'books' },
        branch_id: { ref: 'branches' },
        condition: { pick: ['good', 'good', 'good', 'worn', 'damaged'] },
      },
    },
    members: {
      rows: 26,
      columns: {
        id: { key: 'M-####' },
        name: { person: true },
        email: { email: 'name' },
        tier: { pick: ['adult', 'adult', 'student', 'senior'] },
        card_until: { date: [-60, 500] },
        unpaid_fines: { pick: [0, 0, 0, 1.5, 3.75, 6, 9.25, 12.5, 18] },
        home_branch_id: { ref: 'branches' },
        pickup_branch_id: { ref: 'branches', hidden: true },
      },
    },
    loans: {
      rows: 46,
      columns: {
        id: { key: 'LN#####' },
        member_id: { ref: 'members' },
        copy_id: { ref: 'copies', unique: true },
        lent_on: { date: [-40, -12] },
        due_on: { date: [-11, 16] },
        renewals: { pick: [0, 0, 1, 1, 2] },
      },
    },
    holds: {
      rows: 16,
      columns: {
        id: { key: 'HD####' },
        member_id: { ref: 'members' },
        book_id: { ref: 'books' },
        branch_id: { ref: 'branches' },
        placed_on: { date: [-20, -1] },
      },
    },
  },
  tools: {
    find_members: { about: 'Finds members by their full name.', find: 'members', by: ['name'] },
    find_books: { about: 'Finds books by their title.', find: 'books', by: ['title'] },
    list_branches: { about: 'Lists the branches.', find: 'branches', by: ['name?'] },
    list_copies: { about: 'Lists the copies of a book.', find: 'copies', by: ['book_id', 'branch_id?'] },
    get_copy: { about: 'Shows one copy.', get: 'copies' },
    get_book: { about: 'Shows one book.', get: 'books' },
    list_loans: { about: 'Lists what a member has on loan.', find: 'loans', by: ['member_id'] },
    list_holds: {
      about: 'Lists reservations: those for a book, or those of a member.',
      find: 'holds',
      by: ['book_id?', 'member_id?'],
    },
    ask_member: {
      about: 'Asks a member a question and gives the reply.',
      ask: 'members',
      topics: { pickup_branch: 'I would like to pick it up at {member.pickup_branch.name}.' },
    },
    renew_loan: {
      about: 'Extends a loan by some days, counted from the day on which it is due.',
      takes: { loan_id: { ref: 'loans' }, days: { int: [1, 60] } },
      effects: [
        { change: 'loan', set: { due_on: 'plus(loan.due_on, days)', renewals: 'loan.renewals + 1' } },
      ],
    },
    return_loan: {
      about: 'Takes a copy back and books the late fee, 0 if there is none.',
      takes: { loan_id: { ref: 'loans' }, late_fee: { money: [0, 100] } },
      effects: [
        { remove: 'loan' },
        { change: 'loan.member', set: { unpaid_fines: 'loan.member.unpaid_fines + late_fee' } },
      ],
    },
    take_payment: {
      about: 'Takes a payment towards the unpaid fines of a member.',
      takes: { member_id: { ref: 'members' }, amount: { money: [0.01, 100] } },
      effects: [{ change: 'member', set: { unpaid_fines: 'member.unpaid_fines - amount' } }],
    },
    place_hold: {
      about: 'Reserves a book for a member, to be picked up at a branch.',
      takes: { member_id: { ref: 'members' }, book_id: { ref: 'books' }, branch_id: { ref: 'branches' } },
      effects: [
        {
          add: 'holds',
          set: { member_id: 'member_id', book_id: 'book_id', branch_id: 'branch_id', placed_on: 'today' },
        },
      ],
    },
    move_hold: {
      about: 'Changes the branch at which a reservation is picked up.',
      takes: { hold_id: { ref: 'holds' }, branch_id: { ref: 'branches' } },
      effects: [{ change: 'hold', set: { branch_id: 'branch_id' } }],
    },
  },
  rules: [
    {
      code: 'L1',
      says: 'A loan can be renewed twice; after that the copy has to come back.',
      forbids: { renew_loan: 'loan.renewals >= 2' },
    },
    {
      code: 'L2',
      says: 'A loan is not renewed while somebody else has reserved the book.',
      forbids: {
        renew_loan: 'count(holds: book_id = loan.copy.book_id and member_id != loan.member_id) > 0',
      },
    },
    {
      code: 'L3',
      says: 'Members with more than $10.00 in unpaid fines can neither renew nor reserve.',
      forbids: { renew_loan: 'loan.member.unpaid_fines > 10', place_hold: 'member.unpaid_fines > 10' },
    },
    {
      code: 'L4',
      says: 'Nothing can be reserved on a library card that has run out.',
      forbids: { place_hold: 'member.card_until < today' },
    },
    {
      code: 'L5',
      says: 'Reference books stay in the house and cannot be reserved.',
      forbids: { place_hold: "book.kind = 'reference'" },
    },
    {
      code: 'L6',
      says: 'One renewal adds 14 days at most, 28 for students.',
      forbids: { renew_loan: "days > if(loan.member.tier = 'student', 28, 14)" },
      hint: "For this member it is {if(loan.member.tier = 'student', 28, 14)} days at most.",
    },
    {
      code: 'L7',
      says: 'A late return costs 25 cents for each day after the due date, seniors pay half.',
      forbids: {
        return_loan:
          "late_fee != max(0, days(loan.due_on, today)) * 0.25 * if(loan.member.tier = 'senior', 0.5, 1)",
      },
      hint: "The late fee of this loan is {max(0, days(loan.due_on, today)) * 0.25 * if(loan.member.tier = 'senior', 0.5, 1)|money}.",
    },
    {
      code: 'L8',
      says: 'A payment is never more than what the member owes.',
      forbids: { take_payment: 'amount > member.unpaid_fines' },
      hint: 'This member owes {member.unpaid_fines|money}.',
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'due_date',
      draw: {
        loan: 'loans: count(loans: member_id = loan.member_id and copy.book_id = loan.copy.book_id) = 1',
      },
      asks: [
        'When does {loan.member.name} have to bring back "{loan.copy.book.title}"?',
        '{loan.member.name} is asking until when "{loan.copy.book.title}" may be kept. What is the due date?',
        'Can you look up the day on which the copy of "{loan.copy.book.title}" that {loan.member.name} borrowed is due?',
        'I need the due date of "{loan.copy.book.title}" for {loan.member.name}, who lost the slip.',
        'There is a note here that says "{loan.member.name}, {loan.copy.book.title}: due when?" Could you check?',
        'For the reminder letter to {loan.member.name}: on what date is "{loan.copy.book.title}" due?',
      ],
      way: {
        calls: [
          ['find_members', { name: 'loan.member.name' }],
          ['list_loans', { member_id: 'loan.member_id' }],
          ['get_copy', { copy_id: 'loan.copy_id' }],
          ['get_book', { book_id: 'loan.copy.book_id' }],
        ],
        answer: 'loan.due_on',
        answerKind: 'date',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'next_in_line',
      draw: {
        book: 'books: count(holds: book_id = book.id) >= 1',
        count: '= count(holds: book_id = book.id)',
      },
      asks: [
        'How many people are waiting for "{book.title}"?',
        'Somebody at the counter wants to know how long the queue for "{book.title}" is. How many reservations are there?',
        'Could you count the reservations on "{book.title}" for me?',
        'We may order another copy of "{book.title}" by {book.author}. How many members have it reserved at the moment?',
        'What is the number of open reservations for the book "{book.title}"?',
        'Before I promise anything: "{book.title}" by {book.author}, how many holds are on it?',
        'The author {book.author} is coming for a reading. How many reservations does "{book.title}" have right now?',
        'Is it worth buying a second "{book.title}"? Tell me the number of holds on it.',
      ],
      way: {
        calls: [
          ['find_books', { title: 'book.title' }],
          ['list_holds', { book_id: 'book.id' }],
        ],
        answer: 'count',
        answerKind: 'number',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'pay_or_renew',
      draw: {
        loan: 'loans: loan.renewals < 2 and loan.member.unpaid_fines < 10 and count(loans: member_id = loan.member_id) = 1 and count(holds: book_id = loan.copy.book_id) = 0',
        days: '3 to 14',
      },
      asks: [
        'If {loan.member.name} owes us anything, take a payment over the full amount. If not, extend the one loan on that card by {days} days.',
        '{loan.member.name} is at the desk with cash: settle the unpaid fines completely. In case nothing is owed, just renew the book on that account for {days} more days.',
        'Have a look at the account of {loan.member.name}. Are there unpaid fines? Then book a payment of all of them. Otherwise renew the only loan there by {days} days.',
        'Check whether {loan.member.name} has unpaid fines; clear them all with a payment if so, and if the account is clean, give the loan {days} extra days instead.',
        'Please renew what {loan.member.name} has borrowed by {days} days, but only if no fines are open. With fines open, collect all of them and leave the loan as it is.',
        'I promised {loan.member.name} one of two things: {days} days more on the book if the account shows no fines, or else that we take the whole amount today. Please do what applies.',
      ],
      look: [
        ['find_members', { name: 'loan.member.name' }],
        ['list_loans', { member_id: 'loan.member_id' }],
      ],
      when: 'loan.member.unpaid_fines > 0',
      way: {
        calls: [['take_payment', { member_id: 'loan.member_id', amount: 'loan.member.unpaid_fines' }]],
        goals: { 'loan.member': { unpaid_fines: '0' } },
      },
      otherWay: {
        calls: [['renew_loan', { loan_id: 'loan.id', days: 'days' }]],
        goals: { loan: { due_on: 'plus(loan.due_on, days)', renewals: 'loan.renewals + 1' } },
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'move_all_holds',
      draw: {
        branch: 'branches: true',
        member:
          'members: count(holds: member_id = member.id) >= 2 and count(holds: member_id = member.id and branch_id = branch.id) = 0',
      },
      each: { name: 'hold', of: 'holds: member_id = member.id', least: 2, most: 6 },
      asks: [
        '{member.name} has moved and wants every reserved book at {branch.name} from now on. Change all of the reservations.',
        'Please send all books that {member.name} has on hold to the {branch.name} branch.',
        'All reservations of {member.name} should be picked up at {branch.name} instead. Could you switch every one of them?',
        'Can you redirect whatever {member.name} reserved to {branch.name}? It is closer to the new job.',
        'Every hold on the account of {member.name} goes to the branch {branch.name}, please.',
        'I spoke with {member.name}: the pickup branch of all current reservations has to become {branch.name}.',
      ],
      way: {
        calls: [
          ['find_members', { name: 'member.name' }],
          ['list_branches', { name: 'branch.name' }],
          ['list_holds', { member_id: 'member.id' }],
        ],
        callsEach: [['move_hold', { hold_id: 'hold.id', branch_id: 'branch.id' }]],
        goalsEach: { hold: { branch_id: 'branch.id' } },
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'late_return',
      draw: {
        loan: 'loans: loan.due_on < today and count(loans: member_id = loan.member_id) = 1',
        fee: "= days(loan.due_on, today) * 0.25 * if(loan.member.tier = 'senior', 0.5, 1)",
      },
      asks: [
        '{loan.member.name} has just handed in the only book on that card, a bit late. Take it back and book the fee that our system asks for.',
        'Please check in the loan of {loan.member.name} (there is just one). It is overdue, so make sure that the correct late fee goes on the account.',
        'A book of {loan.member.name} was in the return box this morning. Close that one loan with whatever fee is due.',
        'The overdue book that {loan.member.name} had is back. Please register the return; the late fee has to be right.',
        'Can you process a late return? It is for {loan.member.name}, a single loan, and the fee is the one that the rules give.',
        '{loan.member.name} came by to return the book and will pay the late fee later. Take the copy back and put the fee on the account.',
      ],
      way: {
        calls: [
          ['find_members', { name: 'loan.member.name' }],
          ['list_loans', { member_id: 'loan.member_id' }],
          ['return_loan', { loan_id: 'loan.id', late_fee: '0' }],
          ['return_loan', { loan_id: 'loan.id', late_fee: 'fee' }],
        ],
        goals: { 'loan.member': { unpaid_fines: 'loan.member.unpaid_fines + fee' } },
        gone: ['loan'],
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'renewal',
      draw: {
        loan: 'loans: count(loans: member_id = loan.member_id) = 1',
        days: '3 to 25',
      },
      asks: [
        '{loan.member.name} would like to keep the borrowed book {days} days longer. It is the only one on that card.',
        'Renew the one loan of {loan.member.name} by {days} days.',
        'Can {loan.member.name} have {days} more days for the book on loan?',
        'I have {loan.member.name} on the phone, who has not finished reading and asks for another {days} days.',
        'Extend the due date of what {loan.member.name} has at home by {days} days, please.',
        '{loan.member.name} wrote that the book cannot be back in time and wants {days} days extra.',
      ],
      look: [
        ['find_members', { name: 'loan.member.name' }],
        ['list_loans', { member_id: 'loan.member_id' }],
        ['get_copy', { copy_id: 'loan.copy_id' }],
        ['list_holds', { book_id: 'loan.copy.book_id' }],
      ],
      way: {
        calls: [['renew_loan', { loan_id: 'loan.id', days: 'days' }]],
        goals: { loan: { due_on: 'plus(loan.due_on, days)', renewals: 'loan.renewals + 1' } },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'reservation',
      draw: {
        member: 'members: true',
        book: 'books: count(holds: book_id = book.id and member_id = member.id) = 0',
      },
      asks: [
        'Reserve "{book.title}" for {member.name}, pickup at the home branch.',
        '{member.name} wants to be put on the list for "{book.title}" and will come to the branch where the card is registered.',
        'Could you place a hold on "{book.title}" for {member.name}? The home branch is fine for collecting it.',
        'Please put "{book.title}" by {book.author} aside for {member.name} at the home branch.',
        '{member.name} saw "{book.title}" in the catalogue and asks us to reserve it, to be collected at the home branch.',
        'A hold for {member.name} on the book "{book.title}", home branch, please.',
      ],
      look: [
        ['find_books', { title: 'book.title' }],
        ['find_members', { name: 'member.name' }],
      ],
      way: {
        calls: [
          ['place_hold', { member_id: 'member.id', book_id: 'book.id', branch_id: 'member.home_branch_id' }],
        ],
        goals: {
          '+holds': {
            member_id: 'member.id',
            book_id: 'book.id',
            branch_id: 'member.home_branch_id',
            placed_on: 'today',
          },
        },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'where_to_pick_up',
      draw: {
        member:
          'members: member.unpaid_fines <= 10 and member.card_until >= today and member.pickup_branch_id != member.home_branch_id',
        book: "books: book.kind != 'reference' and count(holds: book_id = book.id and member_id = member.id) = 0",
      },
      asks: [
        'Reserve "{book.title}" for {member.name} at the branch that suits best this time, which is not always the home branch.',
        '{member.name} wants "{book.title}" put aside. The branch was not mentioned, so please find out.',
        'Please place a hold for {member.name} on "{book.title}" by {book.author}, wherever {member.name|first} wants to collect it.',
        'Put {member.name} down for "{book.title}". I forgot to ask about the branch for picking it up.',
        'There is a voicemail from {member.name}: "please reserve {book.title} for me". No word on where it should go.',
        'A reservation of "{book.title}" for {member.name}. Where it is picked up is up to {member.name|first}.',
      ],
      look: [
        ['find_members', { name: 'member.name' }],
        ['find_books', { title: 'book.title' }],
        ['ask_member', { member_id: 'member.id', about: "'pickup_branch'" }],
      ],
      way: {
        calls: [
          ['list_branches', { name: 'member.pickup_branch.name' }],
          [
            'place_hold',
            { member_id: 'member.id', book_id: 'book.id', branch_id: 'member.pickup_branch_id' },
          ],
        ],
        goals: {
          '+holds': {
            member_id: 'member.id',
            book_id: 'book.id',
            branch_id: 'member.pickup_branch_id',
            placed_on: 'today',
          },
        },
      },
    },
  ],
};
