import type { WorldData } from '../world-data.js';

/** What a bank pays back for a disputed payment: the cardholder bears the first $25.00 if the card was lost. */
const REFUND = "max(0, payment.amount - if(payment.card.status = 'lost', 25, 0))";

/** The disputes team of a bank. */
export const disputes: WorldData = {
  name: 'disputes',
  version: 1,
  about: 'You work in the team of a bank that handles disputed card payments.',
  today: '2031-04-09',
  tables: {
    merchants: {
      rows: 14,
      columns: {
        id: { key: 'ME-####' },
        name: {
          pick: [
            'Halcyon Books',
            'Metro Parking',
            'Pixel Games',
            'Green Grocer',
            'Blue Taxi',
            'Summit Gym',
            'Cinema Nova',
            'Airfare Direct',
            'Pet Palace',
            'Urban Bikes',
            'Stream Plus',
            'Cafe Lumen',
            'Tool Barn',
            'Spa Serena',
            'Data Cloud',
            'Petrol One',
          ],
          unique: true,
        },
        country: { pick: ['US', 'US', 'DE', 'FR', 'BR', 'JP'] },
        risk: { pick: ['low', 'low', 'medium', 'high'] },
      },
    },
    customers: {
      rows: 22,
      columns: {
        id: { key: 'CU######' },
        name: { person: true },
        since: { date: [-4000, -60] },
        claims_this_year: { pick: [0, 0, 0, 1, 2, 3] },
        contact_by: { pick: ['email', 'phone', 'letter'] },
        what_happened: { pick: ['stolen', 'never_arrived', 'wrong_amount'], hidden: true },
      },
    },
    cards: {
      rows: 28,
      columns: {
        id: { key: 'CD-####' },
        customer_id: { ref: 'customers' },
        network: { pick: ['visa', 'mastercard'] },
        status: { pick: ['active', 'active', 'active', 'frozen', 'lost'] },
        daily_limit: { pick: [500, 1000, 2500] },
      },
    },
    payments: {
      rows: 80,
      columns: {
        id: { key: 'PY-######' },
        card_id: { ref: 'cards' },
        merchant_id: { ref: 'merchants' },
        amount: { money: [6, 900] },
        paid_on: { date: [-160, -1] },
        by_pin: { flag: 0.35 },
        is_pending: { flag: 0.12 },
      },
    },
    cases: {
      rows: 18,
      columns: {
        id: { key: 'DC-####' },
        payment_id: { ref: 'payments', unique: true },
        reason: { pick: ['stolen', 'never_arrived', 'wrong_amount'] },
        stage: { pick: ['new', 'new', 'with_merchant', 'decided'] },
        refund: { is: '0' },
        opened_on: { date: [-50, 0] },
      },
    },
  },
  tools: {
    find_customers: { about: 'Finds customers by their full name.', find: 'customers', by: ['name'] },
    get_customer: { about: 'Shows one customer.', get: 'customers' },
    list_cards: { about: 'Lists the cards of a customer.', find: 'cards', by: ['customer_id'] },
    get_card: { about: 'Shows one card.', get: 'cards' },
    list_payments: {
      about: 'Lists payments by card, optionally with one merchant.',
      find: 'payments',
      by: ['card_id', 'merchant_id?'],
    },
    get_payment: { about: 'Shows one payment.', get: 'payments' },
    find_merchants: { about: 'Finds merchants by name.', find: 'merchants', by: ['name'] },
    get_merchant: { about: 'Shows one merchant.', get: 'merchants' },
    get_case: { about: 'Shows one dispute.', get: 'cases' },
    search_cases: { about: 'Finds disputes.', find: 'cases', by: ['payment_id?', 'stage?', 'reason?'] },
    ask_customer: {
      about: 'Asks a customer a question and gives the reply.',
      ask: 'customers',
      topics: { reason: 'The reason is: {customer.what_happened}.' },
    },
    open_case: {
      about: 'Opens a dispute about a payment.',
      takes: {
        payment_id: { ref: 'payments' },
        reason: { pick: ['stolen', 'never_arrived', 'wrong_amount'] },
      },
      effects: [
        {
          add: 'cases',
          set: {
            payment_id: 'payment_id',
            reason: 'reason',
            stage: "'new'",
            refund: '0',
            opened_on: 'today',
          },
        },
        {
          change: 'payment.card.customer',
          set: { claims_this_year: 'payment.card.customer.claims_this_year + 1' },
        },
      ],
    },
    forward_case: {
      about: 'Sends a new dispute to the merchant.',
      takes: { case_id: { ref: 'cases' } },
      effects: [{ change: 'case', set: { stage: "'with_merchant'" } }],
    },
    decide_case: {
      about: 'Decides a dispute with a refund to the customer, 0 for none.',
      takes: { case_id: { ref: 'cases' }, payment_id: { ref: 'payments' }, refund: { money: [0, 5000] } },
      effects: [{ change: 'case', set: { stage: "'decided'", refund: 'refund' } }],
    },
    freeze_card: {
      about: 'Freezes a card.',
      takes: { card_id: { ref: 'cards' } },
      effects: [{ change: 'card', set: { status: "'frozen'" } }],
    },
    set_limit: {
      about: 'Sets the daily limit of a card.',
      takes: { card_id: { ref: 'cards' }, daily_limit: { int: [0, 10000] } },
      effects: [{ change: 'card', set: { daily_limit: 'daily_limit' } }],
    },
  },
  rules: [
    {
      code: 'B1',
      says: 'Payments can be disputed for 120 days.',
      forbids: { open_case: 'days(payment.paid_on, today) > 120' },
    },
    {
      code: 'B2',
      says: 'Pending payments cannot be disputed yet.',
      forbids: { open_case: 'payment.is_pending' },
    },
    {
      code: 'B3',
      says: 'A payment that was made with the PIN is not disputed as stolen.',
      forbids: { open_case: "reason = 'stolen' and payment.by_pin" },
    },
    {
      code: 'B4',
      says: 'There is one dispute about a payment.',
      forbids: { open_case: 'count(cases: payment_id = payment.id) > 0' },
    },
    {
      code: 'B5',
      says: 'After three claims in a year a customer has to go to the branch.',
      forbids: { open_case: 'payment.card.customer.claims_this_year >= 3' },
    },
    {
      code: 'B6',
      says: 'Only new disputes go to the merchant, and never to one of high risk.',
      forbids: { forward_case: "case.stage != 'new' or case.payment.merchant.risk = 'high'" },
    },
    {
      code: 'B7',
      says: 'Where the card was lost, the customer bears the first $25.00 of a refund; otherwise the whole payment comes back.',
      forbids: { decide_case: `payment_id != case.payment_id or refund != ${REFUND}` },
      hint: `The refund for this payment is {${REFUND}|money}.`,
    },
    {
      code: 'B8',
      says: 'The limit of a card that is frozen or lost stays as it is.',
      forbids: { set_limit: "card.status != 'active'" },
    },
    {
      code: 'B9',
      says: 'Customers of less than a year have a daily limit of $1000.00 at most, all others $5000.00.',
      forbids: { set_limit: 'daily_limit > if(days(card.customer.since, today) < 365, 1000, 5000)' },
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'country_of_merchant',
      draw: { case: 'cases: true' },
      asks: [
        'In which country is the merchant of dispute {case.id}?',
        'The lawyers ask about {case.id}: where does the merchant sit? The country code is enough.',
        'For {case.id} I need the country of the shop that took the payment.',
        'Which country code belongs to the merchant that {case.payment.card.customer.name} disputes in {case.id}?',
        'Please trace {case.id} back to the merchant and tell me the country.',
        'Look up the country of the merchant behind the payment in {case.id}.',
        'The dispute {case.id} says {case.reason|words}. Which country is the shop in that took the money?',
        '{case.payment.card.customer.name} wants to know from where the payment in {case.id} was taken: country of the merchant?',
      ],
      way: {
        calls: [
          ['get_case', { case_id: 'case.id' }],
          ['get_payment', { payment_id: 'case.payment_id' }],
          ['get_merchant', { merchant_id: 'case.payment.merchant_id' }],
        ],
        answer: 'case.payment.merchant.country',
        answerKind: 'text',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'spent_at_merchant',
      draw: {
        card: 'cards: count(cards: customer_id = card.customer_id) = 1',
        merchant: 'merchants: count(payments: card_id = card.id and merchant_id = merchant.id) >= 1',
        total: '= sum(payments.amount: card_id = card.id and merchant_id = merchant.id)',
      },
      asks: [
        'How much has {card.customer.name} paid to {merchant.name} in total?',
        '{card.customer.name} doubts the statement. What do all payments to {merchant.name} add up to?',
        'Sum up what went from the card of {card.customer.name} to {merchant.name}.',
        'Total of the payments by {card.customer.name} at {merchant.name}, please.',
        'We are looking into {merchant.name}. What is the overall amount that {card.customer.name} spent there?',
        'Give me one figure: everything that {card.customer.name} paid {merchant.name} by card.',
      ],
      way: {
        calls: [
          ['find_customers', { name: 'card.customer.name' }],
          ['list_cards', { customer_id: 'card.customer_id' }],
          ['find_merchants', { name: 'merchant.name' }],
          ['list_payments', { card_id: 'card.id', merchant_id: 'merchant.id' }],
        ],
        answer: 'total',
        answerKind: 'money',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'forward_or_freeze',
      draw: { case: "cases: case.stage = 'new' and case.payment.card.status = 'active'" },
      asks: [
        'Where {case.id} is about a high-risk merchant, freeze the card. In all other cases forward the dispute to the merchant.',
        'Check the merchant in {case.id}. High risk: the card gets frozen and the case stays here. Otherwise send the case to the merchant.',
        'What to do with {case.id} depends on the risk of the merchant: high means freeze the card, anything lower means forward the case.',
        'Please process {case.id} of {case.payment.card.customer.name}. If the merchant is rated high risk, the card is frozen, and if not, the merchant gets the case.',
        'Send {case.id} on to the merchant unless that one is high risk. For a high-risk merchant freeze the card that was used.',
        '{case.id} is new. Freeze the card in case the merchant counts as high risk. With low or medium risk, pass the dispute on instead.',
      ],
      look: [
        ['get_case', { case_id: 'case.id' }],
        ['get_payment', { payment_id: 'case.payment_id' }],
        ['get_merchant', { merchant_id: 'case.payment.merchant_id' }],
      ],
      when: "case.payment.merchant.risk = 'high'",
      way: {
        calls: [['freeze_card', { card_id: 'case.payment.card_id' }]],
        goals: { 'case.payment.card': { status: "'frozen'" } },
      },
      otherWay: {
        calls: [['forward_case', { case_id: 'case.id' }]],
        goals: { case: { stage: "'with_merchant'" } },
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'stolen_wallet',
      draw: { customer: "customers: count(cards: customer_id = customer.id and status = 'active') >= 2" },
      each: { name: 'card', of: "cards: customer_id = customer.id and status = 'active'", least: 2, most: 6 },
      asks: [
        '{customer.name} lost the whole wallet. Freeze every card that is still active.',
        'All active cards of {customer.name} have to be frozen now.',
        'Please freeze whatever cards {customer.name} has that are active.',
        'Fraud alert for {customer.name}: no active card may be left unfrozen.',
        'The phone of {customer.name} was hacked. Freeze the active cards, each of them.',
        'Can you block {customer.name} across the board, that is freeze all cards with the status active?',
      ],
      way: {
        calls: [
          ['find_customers', { name: 'customer.name' }],
          ['list_cards', { customer_id: 'customer.id' }],
        ],
        callsEach: [['freeze_card', { card_id: 'card.id' }]],
        goalsEach: { card: { status: "'frozen'" } },
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'refund',
      draw: {
        case: "cases: case.stage = 'with_merchant'",
        payment: 'payments: payment.id = case.payment_id',
        refund: `= ${REFUND}`,
      },
      asks: [
        'Decide {case.id} in favour of the customer, with the refund that the rules provide.',
        'The merchant did not reply in {case.id}, so the customer is right. Please decide it and refund what is due.',
        '{payment.card.customer.name} wins {case.id}. Enter the decision with the correct refund.',
        'Close {case.id} with a decision for the customer. The amount has to follow our rules.',
        'We give in on {case.id}: refund the customer what we have to and mark it as decided.',
        'Please settle the dispute {case.id} for {payment.card.customer.name}; mind what comes back and what does not.',
        '{payment.merchant.name} has accepted the claim {case.id}. Pay the customer back as the rules have it and close with a decision.',
        'The claim of {payment.card.customer.name} over {payment.amount|money} at {payment.merchant.name}, {case.id}, is justified. Decide it with the refund that is right.',
      ],
      way: {
        calls: [
          ['get_case', { case_id: 'case.id' }],
          ['get_payment', { payment_id: 'payment.id' }],
          ['decide_case', { case_id: 'case.id', payment_id: 'payment.id', refund: '0' }],
          ['decide_case', { case_id: 'case.id', payment_id: 'payment.id', refund: 'refund' }],
        ],
        goals: { case: { stage: "'decided'", refund: 'refund' } },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'new_dispute',
      draw: { payment: 'payments: true', reason: 'stolen | never_arrived | wrong_amount' },
      asks: [
        'Open a dispute about {payment.id}, reason {reason}.',
        '{payment.card.customer.name} disputes the payment {payment.id} ({payment.merchant.name}). The reason is {reason}.',
        'Please file {payment.id} as a dispute with the reason {reason}.',
        'Can we take up {payment.id}? The customer, {payment.card.customer.name}, gives {reason} as the reason.',
        'The branch sent in a form: payment {payment.id} at {payment.merchant.name}, disputed as {reason}.',
        'Start a case with the reason {reason} on payment {payment.id}.',
      ],
      look: [
        ['get_payment', { payment_id: 'payment.id' }],
        ['search_cases', { payment_id: 'payment.id' }],
        ['get_card', { card_id: 'payment.card_id' }],
        ['get_customer', { customer_id: 'payment.card.customer_id' }],
      ],
      way: {
        calls: [['open_case', { payment_id: 'payment.id', reason: 'reason' }]],
        goals: {
          '+cases': {
            payment_id: 'payment.id',
            reason: 'reason',
            stage: "'new'",
            refund: '0',
            opened_on: 'today',
          },
          'payment.card.customer': { claims_this_year: 'payment.card.customer.claims_this_year + 1' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'higher_limit',
      draw: {
        card: 'cards: true',
        hundreds: '2 to 60',
        limit: '= hundreds * 100',
        isNew: '= limit != card.daily_limit',
      },
      asks: [
        'Set the daily limit of {card.id} to {limit}.',
        '{card.customer.name} is going to buy a car part and needs a daily limit of {limit} on {card.id}.',
        'Please change {card.id}: the daily limit should be {limit}.',
        'Could the card {card.id} of {card.customer.name} get a limit of {limit} a day?',
        'The new daily limit for card {card.id} is {limit} dollars.',
        'A request in the app, {card.customer.name}, card {card.id}: daily limit {limit}.',
      ],
      look: [
        ['get_card', { card_id: 'card.id' }],
        ['get_customer', { customer_id: 'card.customer_id' }],
      ],
      way: {
        calls: [['set_limit', { card_id: 'card.id', daily_limit: 'limit' }]],
        goals: { card: { daily_limit: 'limit' } },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'which_reason',
      draw: {
        payment:
          "payments: days(payment.paid_on, today) <= 120 and not payment.is_pending and count(cases: payment_id = payment.id) = 0 and payment.card.customer.claims_this_year < 3 and not (payment.card.customer.what_happened = 'stolen' and payment.by_pin)",
      },
      asks: [
        '{payment.card.customer.name} disputes {payment.id}, but gave no reason. Find out and open the case.',
        'Please open a dispute for {payment.id}. What happened there, the customer has to tell us.',
        'The form about {payment.id} ({payment.merchant.name}) has no reason ticked. Complete it with {payment.card.customer.name} and file the dispute.',
        'Start a case on {payment.id}; the reason is whatever {payment.card.customer.name|first} says it is.',
        'A short note from {payment.card.customer.name}: "I dispute {payment.id}." Ask what the matter is and open the dispute.',
        '{payment.id} was called in by {payment.card.customer.name} as wrong somehow. Clear up the reason and register the dispute.',
      ],
      look: [
        ['get_payment', { payment_id: 'payment.id' }],
        ['get_card', { card_id: 'payment.card_id' }],
        ['ask_customer', { customer_id: 'payment.card.customer_id', about: "'reason'" }],
      ],
      way: {
        calls: [['open_case', { payment_id: 'payment.id', reason: 'payment.card.customer.what_happened' }]],
        goals: {
          '+cases': {
            payment_id: 'payment.id',
            reason: 'payment.card.customer.what_happened',
            stage: "'new'",
            refund: '0',
            opened_on: 'today',
          },
          'payment.card.customer': { claims_this_year: 'payment.card.customer.claims_this_year + 1' },
        },
      },
    },
  ],
};
