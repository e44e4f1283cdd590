import type { WorldData } from '../world-data.js';

/** The second level of a software company's support. */
export const tickets: WorldData = {
  name: 'tickets',
  version: 1,
  about: 'You work in the second-level support of a software company and run its ticket system.',
  today: '2031-02-03',
  tables: {
    products: {
      rows: 6,
      columns: {
        id: { key: 'PR@@' },
        name: {
          pick: ['Ledgerly', 'Postbox', 'Quillpad', 'Routewise', 'Shopkeep', 'Timbre', 'Vaultly'],
          unique: true,
        },
        latest_version: { pick: ['4.2', '7.0', '2.11', '3.5', '9.1'] },
        end_of_life: { flag: 0.25 },
      },
    },
    plans: {
      rows: 3,
      columns: {
        id: { key: 'PL#' },
        name: { pick: ['free', 'team', 'enterprise'], unique: true },
        reply_hours: { pick: [4, 24, 72], unique: true },
        phone_support: { flag: 0.5 },
      },
    },
    companies: {
      rows: 16,
      columns: {
        id: { key: 'CO###' },
        name: {
          pick: [
            'Alder Foods',
            'Birch & Sons',
            'Cobalt Tools',
            'Dune Travel',
            'Ember Press',
            'Fjord Marine',
            'Gable Homes',
            'Heron Optics',
            'Iris Labs',
            'Juniper Law',
            'Kestrel Air',
            'Larch Music',
            'Mosaic Tiles',
            'Nimbus Care',
            'Onyx Motors',
            'Pearl Diving',
            'Quarry Stone',
            'Raven Books',
          ],
          unique: true,
        },
        plan_id: { ref: 'plans' },
        credit_hours: { int: [0, 20] },
        contract_until: { date: [-40, 400] },
        affected_system: { pick: ['production', 'staging', 'training'], hidden: true },
      },
    },
    agents: {
      rows: 9,
      columns: {
        id: { key: 'AG##' },
        name: { person: true },
        product_id: { ref: 'products' },
        level: { pick: [1, 2, 2, 3] },
        on_duty: { flag: 0.7 },
      },
    },
    tickets: {
      rows: 48,
      columns: {
        id: { key: 'T-#####' },
        company_id: { ref: 'companies' },
        product_id: { ref: 'products' },
        agent_id: { ref: 'agents', none: 0.25 },
        subject: {
          pick: [
            'export fails',
            'login loop',
            'slow search',
            'wrong totals',
            'missing mails',
            'import stops',
            'broken layout',
            'sync conflict',
          ],
        },
        priority: { pick: ['low', 'normal', 'normal', 'high', 'urgent'] },
        opened_on: { date: [-45, 0] },
        status: { pick: ['open', 'open', 'open', 'waiting', 'solved'] },
        system: { pick: ['unknown', 'unknown', 'production', 'staging'] },
      },
    },
    credits: {
      rows: 6,
      columns: {
        id: { key: 'CR####' },
        ticket_id: { ref: 'tickets', unique: true },
        hours: { int: [1, 4] },
        given_on: { date: [-40, -1] },
      },
    },
  },
  tools: {
    find_companies: { about: 'Finds customers by name.', find: 'companies', by: ['name'] },
    get_company: { about: 'Shows one customer.', get: 'companies' },
    get_plan: { about: 'Shows one support plan.', get: 'plans' },
    find_products: { about: 'Finds products by name.', find: 'products', by: ['name'] },
    get_product: { about: 'Shows one product.', get: 'products' },
    find_agents: {
      about: 'Finds support agents by name or product.',
      find: 'agents',
      by: ['name?', 'product_id?'],
    },
    get_ticket: { about: 'Shows one ticket.', get: 'tickets' },
    search_tickets: {
      about: 'Finds tickets. Give at least the customer, the product or the agent.',
      find: 'tickets',
      by: ['company_id?', 'product_id?', 'agent_id?', 'status?', 'priority?'],
    },
    list_credits: {
      about: 'Lists the credits that were given for a ticket.',
      find: 'credits',
      by: ['ticket_id'],
    },
    ask_customer: {
      about: 'Asks a customer a question and gives the reply.',
      ask: 'companies',
      topics: { system: 'It happens on our {company.affected_system} system.' },
    },
    assign_ticket: {
      about: 'Gives a ticket to an agent.',
      takes: { ticket_id: { ref: 'tickets' }, agent_id: { ref: 'agents' } },
      effects: [{ change: 'ticket', set: { agent_id: 'agent_id' } }],
    },
    set_priority: {
      about: 'Sets the priority of a ticket.',
      takes: { ticket_id: { ref: 'tickets' }, priority: { pick: ['low', 'normal', 'high', 'urgent'] } },
      effects: [{ change: 'ticket', set: { priority: 'priority' } }],
    },
    set_status: {
      about: 'Sets the status of a ticket.',
      takes: { ticket_id: { ref: 'tickets' }, status: { pick: ['open', 'waiting', 'solved', 'closed'] } },
      effects: [{ change: 'ticket', set: { status: 'status' } }],
    },
    set_system: {
      about: 'Notes which system of the customer a ticket is about.',
      takes: { ticket_id: { ref: 'tickets' }, system: { pick: ['production', 'staging', 'training'] } },
      effects: [{ change: 'ticket', set: { system: 'system' } }],
    },
    give_credit: {
      about: 'Credits support hours to the customer of a ticket that waited too long.',
      takes: { ticket_id: { ref: 'tickets' }, hours: { int: [0, 40] } },
      effects: [
        { add: 'credits', set: { ticket_id: 'ticket_id', hours: 'hours', given_on: 'today' } },
        { change: 'ticket.company', set: { credit_hours: 'ticket.company.credit_hours + hours' } },
      ],
    },
  },
  rules: [
    {
      code: 'S1',
      says: 'A ticket goes to an agent who is on duty and works on its product.',
      forbids: { assign_ticket: 'not agent.on_duty or agent.product_id != ticket.product_id' },
    },
    {
      code: 'S2',
      says: 'Urgent tickets go to agents of level 2 or higher.',
      forbids: { assign_ticket: "ticket.priority = 'urgent' and agent.level < 2" },
    },
    {
      code: 'S3',
      says: 'Nobody has more than six open tickets.',
      forbids: { assign_ticket: "count(tickets: agent_id = agent.id and status = 'open') >= 6" },
    },
    {
      code: 'S4',
      says: 'Urgent is for customers on the enterprise plan.',
      forbids: { set_priority: "priority = 'urgent' and ticket.company.plan.name != 'enterprise'" },
    },
    {
      code: 'S5',
      says: 'Tickets on a product at its end of life stay at low or normal.',
      forbids: { set_priority: "ticket.product.end_of_life and (priority = 'high' or priority = 'urgent')" },
    },
    {
      code: 'S6',
      says: 'When the contract of a customer has run out, the priority of its tickets is not raised above normal.',
      forbids: {
        set_priority: "ticket.company.contract_until < today and (priority = 'high' or priority = 'urgent')",
      },
    },
    {
      code: 'S7',
      says: 'Only solved tickets are closed.',
      forbids: { set_status: "status = 'closed' and ticket.status != 'solved'" },
    },
    {
      code: 'S8',
      says: 'A credit is one hour for each full ten days that the ticket is old, double for enterprise customers.',
      forbids: {
        give_credit:
          "hours != floor(days(ticket.opened_on, today) / 10) * if(ticket.company.plan.name = 'enterprise', 2, 1)",
      },
      hint: "For this ticket it is {floor(days(ticket.opened_on, today) / 10) * if(ticket.company.plan.name = 'enterprise', 2, 1)}.",
    },
    {
      code: 'S9',
      says: 'There is one credit for a ticket, and none for a ticket that is younger than ten days.',
      forbids: {
        give_credit: 'count(credits: ticket_id = ticket.id) > 0 or days(ticket.opened_on, today) < 10',
      },
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'promised_reply',
      draw: { ticket: 'tickets: true' },
      asks: [
        'Within how many hours did we promise a reply on ticket {ticket.id}?',
        'How fast do we have to answer {ticket.id} under the plan of that customer? Hours, please.',
        'The reply time for {ticket.id} depends on the plan. How many hours is it?',
        'Look up for {ticket.id} which reply time (in hours) the support plan of the customer guarantees.',
        'I have a "{ticket.subject}" case, {ticket.id}. What is the contractual response time in hours?',
        'Escalation wants to know the response time in hours that applies to {ticket.id} from {ticket.company.name}.',
      ],
      way: {
        calls: [
          ['get_ticket', { ticket_id: 'ticket.id' }],
          ['get_company', { company_id: 'ticket.company_id' }],
          ['get_plan', { plan_id: 'ticket.company.plan_id' }],
        ],
        answer: 'ticket.company.plan.reply_hours',
        answerKind: 'number',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'open_for_company',
      draw: {
        company: "companies: count(tickets: company_id = company.id and status = 'open') >= 1",
        ids: "= list(tickets.id: company_id = company.id and status = 'open')",
      },
      asks: [
        'Which tickets of {company.name} are open?',
        '{company.name} has a call with us in an hour. Get me the numbers of their open tickets.',
        'List the open tickets for {company.name}, just the ticket numbers.',
        'What is still open with {company.name}? I need the ticket numbers for the review.',
        'Account management asks for every open ticket that {company.name} has with us.',
        'For the weekly mail to {company.name}: the numbers of all their tickets with the status open.',
      ],
      way: {
        calls: [
          ['find_companies', { name: 'company.name' }],
          ['search_tickets', { company_id: 'company.id', status: "'open'" }],
        ],
        answer: 'ids',
        answerKind: 'set',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'close_or_raise',
      draw: {
        ticket:
          "tickets: (ticket.status = 'solved' or ticket.status = 'open') and ticket.priority = 'normal' and not ticket.product.end_of_life and ticket.company.contract_until >= today",
      },
      asks: [
        'If {ticket.id} is solved, close it; if it is still open, raise it to high.',
        'What about {ticket.id}? Solved ones can be closed. Should it be open, I want to see the priority high on it.',
        'Check {ticket.id} ("{ticket.subject}"). Close the ticket when its status is solved, and give it the priority high when it is open.',
        '{ticket.company.name} chases us about {ticket.id}. Either it is solved, then close it, or it is open, then it becomes high priority.',
        'Depending on where {ticket.id} stands: solved means close, open means priority high.',
        'Please tidy up {ticket.id}. The status decides: closed from solved, or otherwise (open) high priority.',
      ],
      look: [['get_ticket', { ticket_id: 'ticket.id' }]],
      when: "ticket.status = 'solved'",
      way: {
        calls: [['set_status', { ticket_id: 'ticket.id', status: "'closed'" }]],
        goals: { ticket: { status: "'closed'", priority: "'normal'" } },
      },
      otherWay: {
        calls: [['set_priority', { ticket_id: 'ticket.id', priority: "'high'" }]],
        goals: { ticket: { status: "'open'", priority: "'high'" } },
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'hand_over',
      draw: {
        agent: "agents: count(tickets: agent_id = agent.id and status = 'open') >= 2",
        other:
          "agents: other.id != agent.id and other.product_id = agent.product_id and other.on_duty and other.level >= 2 and count(tickets: agent_id = other.id and status = 'open') + count(tickets: agent_id = agent.id and status = 'open' and product_id = agent.product_id) <= 6",
        number: "= count(tickets: agent_id = agent.id and status = 'open' and product_id = agent.product_id)",
      },
      each: {
        name: 'ticket',
        of: "tickets: agent_id = agent.id and status = 'open' and product_id = agent.product_id",
        least: 1,
        most: 5,
      },
      asks: [
        '{agent.name} is on parental leave from today. All open {agent.product.name} tickets go to {other.name}.',
        'Please give {other.name} each open ticket on {agent.product.name} that {agent.name} has now.',
        'Reassign the open {agent.product.name} cases of {agent.name} to {other.name}, every one of them.',
        '{other.name} takes over from {agent.name}: open tickets only, and only those on {agent.product.name}.',
        'Could you move what {agent.name} has open on {agent.product.name} over to {other.name}?',
        'Since {agent.name} changes teams, hand the open tickets for {agent.product.name} to {other.name}.',
      ],
      way: {
        calls: [
          ['find_agents', { name: 'agent.name' }],
          ['find_agents', { name: 'other.name' }],
          ['find_products', { name: 'agent.product.name' }],
          ['search_tickets', { agent_id: 'agent.id', status: "'open'" }],
        ],
        callsEach: [['assign_ticket', { ticket_id: 'ticket.id', agent_id: 'other.id' }]],
        goalsEach: { ticket: { agent_id: 'other.id' } },
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'waiting_credit',
      draw: {
        ticket: 'tickets: days(ticket.opened_on, today) >= 10 and count(credits: ticket_id = ticket.id) = 0',
        hours:
          "= floor(days(ticket.opened_on, today) / 10) * if(ticket.company.plan.name = 'enterprise', 2, 1)",
      },
      asks: [
        '{ticket.company.name} waited far too long on {ticket.id}. Give them the credit that they are entitled to.',
        'Please book the support credit for {ticket.id}; the number of hours follows from our rules.',
        'A credit for the long wait on {ticket.id}, please. Make sure that the hours are right.',
        'Can you compensate {ticket.company.name} for {ticket.id}? They get the regular credit in hours.',
        'Ticket {ticket.id} has been around for ages. Credit the customer as the rules say.',
        'I promised {ticket.company.name} the standard credit for "{ticket.subject}", that is {ticket.id}.',
      ],
      way: {
        calls: [
          ['get_ticket', { ticket_id: 'ticket.id' }],
          ['list_credits', { ticket_id: 'ticket.id' }],
          ['give_credit', { ticket_id: 'ticket.id', hours: '0' }],
          ['give_credit', { ticket_id: 'ticket.id', hours: 'hours' }],
        ],
        goals: {
          '+credits': { ticket_id: 'ticket.id', hours: 'hours', given_on: 'today' },
          'ticket.company': { credit_hours: 'ticket.company.credit_hours + hours' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'escalate',
      draw: {
        priority: 'high | urgent',
        ticket: "tickets: ticket.priority != priority and ticket.status != 'solved'",
      },
      asks: [
        'Set {ticket.id} to {priority}.',
        '{ticket.company.name} insists that {ticket.id} is {priority}. Change the priority.',
        'The customer behind {ticket.id} is losing patience, so please make it {priority}.',
        'Can we bump {ticket.id} up to {priority}?',
        'Sales asks to have "{ticket.subject}" ({ticket.id}) moved to {priority} priority.',
        'Raise the priority of ticket {ticket.id} from {ticket.company.name} to {priority}, please.',
      ],
      look: [
        ['get_ticket', { ticket_id: 'ticket.id' }],
        ['get_company', { company_id: 'ticket.company_id' }],
        ['get_plan', { plan_id: 'ticket.company.plan_id' }],
        ['get_product', { product_id: 'ticket.product_id' }],
      ],
      way: {
        calls: [['set_priority', { ticket_id: 'ticket.id', priority: 'priority' }]],
        goals: { ticket: { priority: 'priority' } },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'assignment',
      draw: {
        ticket: "tickets: ticket.status = 'open'",
        agent: 'agents: agent.id != ticket.agent_id',
      },
      asks: [
        'Give {ticket.id} to {agent.name}.',
        '{agent.name} offered to look at {ticket.id}. Assign it there.',
        'Could {agent.name} take {ticket.id}? Please put the name on it.',
        'The case "{ticket.subject}" of {ticket.company.name} ({ticket.id}) should be with {agent.name}.',
        'Please assign ticket {ticket.id} to our colleague {agent.name}.',
        'Let {agent.name} handle {ticket.id} from now on.',
      ],
      look: [
        ['get_ticket', { ticket_id: 'ticket.id' }],
        ['find_agents', { name: 'agent.name' }],
        ['search_tickets', { agent_id: 'agent.id', status: "'open'" }],
      ],
      way: {
        calls: [['assign_ticket', { ticket_id: 'ticket.id', agent_id: 'agent.id' }]],
        goals: { ticket: { agent_id: 'agent.id' } },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'which_system',
      draw: { ticket: "tickets: ticket.system = 'unknown'" },
      asks: [
        'Ticket {ticket.id} does not say which system has the problem. Find out and fill it in.',
        'Please complete {ticket.id}: the system is missing.',
        'We cannot start on "{ticket.subject}" ({ticket.id}) before we know which system of {ticket.company.name} it is about. Enter it, please.',
        'The field for the system is still unknown on {ticket.id}. Could you sort that out with the customer?',
        '{ticket.company.name} forgot to name the affected system in {ticket.id}. It has to be in the ticket.',
        'Set the system on {ticket.id} to the one that the customer means.',
        '{ticket.company.name} reports "{ticket.subject}" with {ticket.product.name} in {ticket.id}, without saying where. Which of their systems is it? Note it in the ticket.',
        'Please find out from {ticket.company.name} where the problem of {ticket.id} shows up, and enter that system.',
        'Before {ticket.id} goes to development, its system must not be unknown any more.',
      ],
      look: [
        ['get_ticket', { ticket_id: 'ticket.id' }],
        ['ask_customer', { company_id: 'ticket.company_id', about: "'system'" }],
      ],
      way: {
        calls: [['set_system', { ticket_id: 'ticket.id', system: 'ticket.company.affected_system' }]],
        goals: { ticket: { system: 'ticket.company.affected_system' } },
      },
    },
  ],
};
