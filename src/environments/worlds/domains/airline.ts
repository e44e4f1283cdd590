import type { WorldData } from '../world-data.js';

/** The fee for moving a booking to another flight. */
const CHANGE_FEE =
  "if(booking.flight.status = 'cancelled' or booking.fare = 'business', 0, if(booking.passenger.tier = 'gold', 0, 35) + max(0, flight.price - booking.flight.price))";

/** The service desk of a small airline. */
export const airline: WorldData = {
  name: 'airline',
  version: 1,
  about: 'You work at the service desk of a small airline.',
  today: '2031-05-14',
  tables: {
    airports: {
      rows: 8,
      columns: {
        id: { key: '@@@' },
        city: {
          pick: [
            'Lisbon',
            'Oslo',
            'Turin',
            'Ghent',
            'Krakow',
            'Malaga',
            'Bergen',
            'Nantes',
            'Split',
            'Cork',
            'Graz',
            'Varna',
          ],
          unique: true,
        },
        open_at_night: { flag: 0.4 },
      },
    },
    routes: {
      rows: 7,
      columns: {
        id: { key: 'RT##' },
        origin_id: { ref: 'airports' },
        destination_id: { ref: 'airports', not: 'origin_id', unique: true },
        miles: { int: [300, 1900] },
      },
    },
    flights: {
      rows: 42,
      columns: {
        id: { key: 'FL####' },
        number: { key: 'MT###' },
        route_id: { ref: 'routes' },
        departs_on: { date: [-2, 25] },
        price: { int: [60, 340], step: 10 },
        seats_left: { pick: [0, 0, 1, 2, 4, 7, 11, 23] },
        delay_minutes: { pick: [0, 0, 0, 0, 25, 70, 190, 260] },
        status: { pick: ['scheduled', 'scheduled', 'scheduled', 'scheduled', 'cancelled'] },
      },
    },
    passengers: {
      rows: 24,
      columns: {
        id: { key: 'PX####' },
        name: { person: true },
        email: { email: 'name' },
        tier: { pick: ['blue', 'blue', 'silver', 'gold'] },
        miles: { int: [0, 90000], step: 50 },
        wanted_seat: { pick: ['window', 'aisle', 'front_row', 'exit_row'], hidden: true },
      },
    },
    bookings: {
      rows: 46,
      columns: {
        id: { key: '@@@###' },
        passenger_id: { ref: 'passengers' },
        flight_id: { ref: 'flights' },
        fare: { pick: ['basic', 'flex', 'flex', 'flex', 'business'] },
        paid: { is: "flight.price * if(fare = 'business', 2, 1)" },
        bags: { int: [0, 2] },
        seat: { pick: ['none', 'none', 'window', 'aisle'] },
      },
    },
    vouchers: {
      rows: 10,
      columns: {
        id: { key: 'VC#####' },
        booking_id: { ref: 'bookings', unique: true },
        amount: { pick: [60, 120] },
        valid_until: { date: [-30, 300] },
      },
    },
  },
  tools: {
    find_passengers: { about: 'Finds passengers by their full name.', find: 'passengers', by: ['name'] },
    find_airports: { about: 'Finds airports by city.', find: 'airports', by: ['city?'] },
    list_routes: {
      about: 'Lists routes from or to an airport.',
      find: 'routes',
      by: ['origin_id?', 'destination_id?'],
    },
    list_flights: { about: 'Lists flights of a route.', find: 'flights', by: ['route_id', 'departs_on?'] },
    find_flights: { about: 'Finds flights by their number.', find: 'flights', by: ['number'] },
    get_flight: { about: 'Shows one flight.', get: 'flights' },
    get_route: { about: 'Shows one route.', get: 'routes' },
    get_booking: { about: 'Shows one booking by its code.', get: 'bookings' },
    list_bookings: {
      about: 'Lists bookings of a passenger or on a flight.',
      find: 'bookings',
      by: ['passenger_id?', 'flight_id?'],
    },
    list_vouchers: {
      about: 'Lists vouchers that were given for a booking.',
      find: 'vouchers',
      by: ['booking_id'],
    },
    ask_passenger: {
      about: 'Asks a passenger a question and gives the reply.',
      ask: 'passengers',
      topics: { seat: 'For me it has to be: {passenger.wanted_seat}.' },
    },
    change_flight: {
      about:
        'Moves a booking to another flight and charges the fee, 0 if there is none. Its seat has to be chosen again.',
      takes: { booking_id: { ref: 'bookings' }, flight_id: { ref: 'flights' }, fee: { money: [0, 2000] } },
      effects: [
        { change: 'booking', set: { flight_id: 'flight_id', paid: 'booking.paid + fee', seat: "'none'" } },
        { change: 'booking.flight', set: { seats_left: 'booking.flight.seats_left + 1' } },
        { change: 'flight', set: { seats_left: 'flight.seats_left - 1' } },
      ],
    },
    cancel_booking: {
      about: 'Cancels a booking and pays a refund, 0 for none.',
      takes: { booking_id: { ref: 'bookings' }, refund: { money: [0, 5000] } },
      effects: [
        { remove: 'booking' },
        { change: 'booking.flight', set: { seats_left: 'booking.flight.seats_left + 1' } },
      ],
    },
    set_bags: {
      about: 'Sets how many checked bags a booking has.',
      takes: { booking_id: { ref: 'bookings' }, bags: { int: [0, 5] } },
      effects: [{ change: 'booking', set: { bags: 'bags' } }],
    },
    set_seat: {
      about: 'Sets the kind of seat of a booking.',
      takes: {
        booking_id: { ref: 'bookings' },
        seat: { pick: ['window', 'aisle', 'front_row', 'exit_row'] },
      },
      effects: [{ change: 'booking', set: { seat: 'seat' } }],
    },
    issue_voucher: {
      about: 'Gives a voucher for a delayed booking, valid for a year.',
      takes: { booking_id: { ref: 'bookings' }, amount: { money: [1, 500] } },
      effects: [
        {
          add: 'vouchers',
          set: { booking_id: 'booking_id', amount: 'amount', valid_until: 'plus(today, 365)' },
        },
      ],
    },
  },
  rules: [
    {
      code: 'A1',
      says: 'Basic fares can be neither changed nor cancelled, unless we cancelled the flight.',
      forbids: {
        change_flight: "booking.fare = 'basic' and booking.flight.status != 'cancelled'",
        cancel_booking: "booking.fare = 'basic' and booking.flight.status != 'cancelled'",
      },
    },
    {
      code: 'A2',
      says: 'Changes and cancellations close at the end of the day before departure.',
      forbids: {
        change_flight: 'booking.flight.departs_on <= today',
        cancel_booking: 'booking.flight.departs_on <= today',
      },
    },
    {
      code: 'A3',
      says: 'A booking can only be moved to a scheduled flight of the same route that has a free seat.',
      forbids: {
        change_flight:
          "flight.route_id != booking.flight.route_id or flight.status != 'scheduled' or flight.seats_left < 1",
      },
    },
    {
      code: 'A4',
      says: 'A change costs $35.00 (nothing for gold members) plus the difference in price if the new flight is dearer. Business fares, and bookings on a flight that we cancelled, change for free.',
      forbids: { change_flight: `fee != ${CHANGE_FEE}` },
      hint: `Here the fee is {${CHANGE_FEE}|money}.`,
    },
    {
      code: 'A5',
      says: 'A cancelled flex booking gets half of what was paid, a business booking or one on a flight that we cancelled all of it.',
      forbids: {
        cancel_booking:
          "refund != booking.paid * if(booking.fare = 'flex' and booking.flight.status != 'cancelled', 0.5, 1)",
      },
      hint: "The refund is {booking.paid * if(booking.fare = 'flex' and booking.flight.status != 'cancelled', 0.5, 1)|money}.",
    },
    {
      code: 'A6',
      says: 'A basic fare takes one checked bag, flex two, business three.',
      forbids: { set_bags: "bags > if(booking.fare = 'basic', 1, if(booking.fare = 'flex', 2, 3))" },
    },
    {
      code: 'A7',
      says: 'Vouchers are for delays of three hours or more.',
      forbids: { issue_voucher: 'booking.flight.delay_minutes < 180' },
    },
    {
      code: 'A8',
      says: 'A booking gets one voucher, never a second.',
      forbids: { issue_voucher: 'count(vouchers: booking_id = booking.id) > 0' },
    },
    {
      code: 'A9',
      says: 'A voucher is worth $60.00, for gold members $120.00.',
      forbids: { issue_voucher: "amount != if(booking.passenger.tier = 'gold', 120, 60)" },
      hint: "For this passenger it is {if(booking.passenger.tier = 'gold', 120, 60)|money}.",
    },
    {
      code: 'A10',
      says: 'Exit rows are for passengers without checked bags, front rows for flex and business fares.',
      forbids: {
        set_seat:
          "(seat = 'exit_row' and booking.bags > 0) or (seat = 'front_row' and booking.fare = 'basic')",
      },
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'travel_date',
      draw: {
        booking:
          'bookings: count(bookings: passenger_id = booking.passenger_id and flight.route.destination_id = booking.flight.route.destination_id) = 1',
      },
      asks: [
        'On which day does {booking.passenger.name} fly to {booking.flight.route.destination.city}?',
        '{booking.passenger.name} has mislaid the confirmation for {booking.flight.route.destination.city}. What is the travel date?',
        'Could you check when the flight to {booking.flight.route.destination.city} leaves that {booking.passenger.name} is booked on?',
        'The hotel in {booking.flight.route.destination.city} needs the day of departure of our passenger {booking.passenger.name}.',
        'Which date is on the {booking.flight.route.destination.city} booking of {booking.passenger.name}?',
        'I have to arrange a wheelchair for {booking.passenger.name}, who is travelling to {booking.flight.route.destination.city}. When is that?',
      ],
      way: {
        calls: [
          ['find_passengers', { name: 'booking.passenger.name' }],
          ['list_bookings', { passenger_id: 'booking.passenger_id' }],
          ['get_flight', { flight_id: 'booking.flight_id' }],
          ['get_route', { route_id: 'booking.flight.route_id' }],
          ['find_airports', { city: 'booking.flight.route.destination.city' }],
        ],
        answer: 'booking.flight.departs_on',
        answerKind: 'date',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'manifest',
      draw: {
        flight: 'flights: count(bookings: flight_id = flight.id) >= 2',
        codes: '= list(bookings.id: flight_id = flight.id)',
      },
      asks: [
        'Which booking codes are on {flight.number}?',
        'The gate crew of {flight.number} wants the codes of all bookings on board. Can you get them?',
        'I need every booking code for flight {flight.number} on {flight.departs_on|day}.',
        'Please list the bookings that we hold for {flight.number}, by code.',
        'Catering for {flight.number} ({flight.departs_on|day}) asks which bookings are on it. Send me the codes.',
        'What are the codes of the reservations on our flight {flight.number}?',
      ],
      way: {
        calls: [
          ['find_flights', { number: 'flight.number' }],
          ['list_bookings', { flight_id: 'flight.id' }],
        ],
        answer: 'codes',
        answerKind: 'set',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'move_or_bag',
      draw: {
        booking:
          "bookings: booking.fare = 'business' and booking.flight.departs_on > today and booking.bags < 3 and booking.flight.status = 'scheduled'",
        flight:
          "flights: flight.route_id = booking.flight.route_id and flight.id != booking.flight_id and flight.status = 'scheduled'",
        bags: '= booking.bags + 1',
      },
      asks: [
        'If there is still a seat on {flight.number}, move the business booking {booking.id} to it, free of charge. If it is full, give {booking.id} one more checked bag instead.',
        'Booking {booking.id} (business, so no fee) would rather take {flight.number}. Should that one be full, add one checked bag to the booking as a consolation and leave the flight alone.',
        'Check the free seats on {flight.number}: with at least one left, rebook {booking.id} onto it without a fee; with none, raise the number of bags on {booking.id} by one.',
        '{booking.passenger.name} asks for {flight.number} under {booking.id}. It is a business fare, so the change is free. No seat? Then one extra bag on the existing booking, please.',
        'Please try to put {booking.id} on {flight.number} at no cost. Only when that flight has no seats, do this instead: one bag more than now.',
        'Two options for {booking.id}, in this order: the flight {flight.number} if it has room (business class changes for free), otherwise an additional checked bag.',
      ],
      look: [
        ['get_booking', { booking_id: 'booking.id' }],
        ['find_flights', { number: 'flight.number' }],
      ],
      when: 'flight.seats_left > 0',
      way: {
        calls: [['change_flight', { booking_id: 'booking.id', flight_id: 'flight.id', fee: '0' }]],
        goals: {
          booking: { flight_id: 'flight.id', seat: "'none'" },
          flight: { seats_left: 'flight.seats_left - 1' },
          'booking.flight': { seats_left: 'booking.flight.seats_left + 1' },
        },
      },
      otherWay: {
        calls: [['set_bags', { booking_id: 'booking.id', bags: 'bags' }]],
        goals: { booking: { bags: 'booking.bags + 1' } },
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'rebook_cancelled_flight',
      draw: {
        flight:
          "flights: flight.status = 'cancelled' and flight.departs_on > today and count(bookings: flight_id = flight.id) >= 2",
        number: '= count(bookings: flight_id = flight.id)',
        other:
          "flights: other.route_id = flight.route_id and other.id != flight.id and other.status = 'scheduled' and other.seats_left >= number",
      },
      each: { name: 'booking', of: 'bookings: flight_id = flight.id', least: 2, most: 6 },
      asks: [
        'We had to cancel {flight.number}. Move everybody who is booked on it to {other.number}.',
        '{flight.number} will not operate. Please rebook all of its passengers on {other.number}; of course nobody pays for that.',
        'Since {flight.number} is cancelled, every booking on it has to go over to {other.number}, free of charge.',
        'Crew shortage: {flight.number} on {flight.departs_on|day} is off. Transfer each of its bookings to {other.number}.',
        'Could you take all bookings from the cancelled {flight.number} and put them on {other.number} on {other.departs_on|day}?',
        'The passengers of {flight.number} fly with {other.number} instead. Please change every single booking, without a fee.',
      ],
      way: {
        calls: [
          ['find_flights', { number: 'flight.number' }],
          ['list_bookings', { flight_id: 'flight.id' }],
          ['find_flights', { number: 'other.number' }],
        ],
        callsEach: [['change_flight', { booking_id: 'booking.id', flight_id: 'other.id', fee: '0' }]],
        goals: {
          other: { seats_left: 'other.seats_left - number' },
          flight: { seats_left: 'flight.seats_left + number' },
        },
        goalsEach: { booking: { flight_id: 'other.id', seat: "'none'" } },
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'paid_change',
      draw: {
        booking:
          "bookings: booking.fare = 'flex' and booking.flight.departs_on > today and booking.flight.status = 'scheduled' and booking.passenger.tier != 'gold'",
        flight:
          "flights: flight.route_id = booking.flight.route_id and flight.id != booking.flight_id and flight.status = 'scheduled' and flight.seats_left > 0",
        fee: '= 35 + max(0, flight.price - booking.flight.price)',
      },
      asks: [
        'Please move {booking.id} to {flight.number}. The passenger pays whatever our rules ask for, not a cent more.',
        '{booking.passenger.name} wants to travel with {flight.number} instead and agrees to the regular change fee. The code is {booking.id}.',
        'Rebook {booking.id} onto {flight.number} and charge the right fee for it.',
        'Change of plans for {booking.passenger.name}: booking {booking.id} should be on {flight.number}, {flight.departs_on|day}. Charge what the change costs.',
        'Can we get {booking.id} on {flight.number}? The passenger has already said yes to the fee.',
        'I have {booking.passenger.name} in front of me with booking {booking.id}, who would like {flight.number}. Make the change with the fee that applies.',
      ],
      way: {
        calls: [
          ['get_booking', { booking_id: 'booking.id' }],
          ['find_flights', { number: 'flight.number' }],
          ['change_flight', { booking_id: 'booking.id', flight_id: 'flight.id', fee: '0' }],
          ['change_flight', { booking_id: 'booking.id', flight_id: 'flight.id', fee: 'fee' }],
        ],
        goals: {
          booking: { flight_id: 'flight.id', paid: 'booking.paid + fee', seat: "'none'" },
          flight: { seats_left: 'flight.seats_left - 1' },
          'booking.flight': { seats_left: 'booking.flight.seats_left + 1' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'delay_voucher',
      draw: {
        booking: 'bookings: booking.flight.delay_minutes > 0',
        amount: "= if(booking.passenger.tier = 'gold', 120, 60)",
      },
      asks: [
        '{booking.passenger.name} was stuck because of a delay (booking {booking.id}) and asks for the usual voucher of {amount|money}.',
        'Give {booking.id} a delay voucher over {amount|money}.',
        'A complaint about a late flight, booking {booking.id}: the passenger expects a voucher worth {amount|money}.',
        'Could you issue a voucher of {amount|money} for the delayed booking {booking.id}?',
        'Booking {booking.id} got in late. {booking.passenger.name|first} would be happy with a {amount|money} voucher.',
        'For the late arrival under {booking.id}, please send {booking.passenger.name} {amount|money} as a voucher.',
      ],
      look: [
        ['get_booking', { booking_id: 'booking.id' }],
        ['list_vouchers', { booking_id: 'booking.id' }],
        ['get_flight', { flight_id: 'booking.flight_id' }],
      ],
      way: {
        calls: [['issue_voucher', { booking_id: 'booking.id', amount: 'amount' }]],
        goals: {
          '+vouchers': { booking_id: 'booking.id', amount: 'amount', valid_until: 'plus(today, 365)' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'more_bags',
      draw: { booking: 'bookings: true', bags: '1 to 4', isNew: '= bags != booking.bags' },
      asks: [
        'Set the checked bags on {booking.id} to {bags}.',
        '{booking.passenger.name} will check in {bags} in total, so the bag count of {booking.id} has to be {bags}.',
        'The number of checked bags for booking {booking.id} should read {bags}.',
        'Passenger {booking.passenger.name} ({booking.id}) asks to travel with a total of {bags} in the hold.',
        'Can you change {booking.id} so that it has a bag count of {bags}?',
        'Luggage update for {booking.passenger.name}, code {booking.id}: total of checked bags is {bags}.',
        'For the trip to {booking.flight.route.destination.city}, {booking.passenger.name} needs a bag count of {bags} on {booking.id}.',
        'Write {bags} into the field for checked bags of {booking.id}.',
      ],
      look: [['get_booking', { booking_id: 'booking.id' }]],
      way: {
        calls: [['set_bags', { booking_id: 'booking.id', bags: 'bags' }]],
        goals: { booking: { bags: 'bags' } },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'which_seat',
      draw: {
        booking:
          "bookings: booking.seat != booking.passenger.wanted_seat and (booking.passenger.wanted_seat != 'exit_row' or booking.bags = 0) and (booking.passenger.wanted_seat != 'front_row' or booking.fare != 'basic')",
      },
      asks: [
        'Please set the seat on {booking.id} to what the passenger prefers.',
        '{booking.passenger.name} wants a different seat on {booking.id} but did not say which kind.',
        'Booking {booking.id}: seat request came in without any detail. Sort it out with the passenger, please.',
        'Can you fix the seat for {booking.passenger.name}, code {booking.id}? The wish got lost in the form.',
        'The seat on {booking.id} is wrong. {booking.passenger.name|first} knows best which one it should be.',
        'Change the seat of {booking.id} to the kind that {booking.passenger.name} would like to have.',
        '{booking.passenger.name} flies to {booking.flight.route.destination.city} on {booking.id} and hopes for a better seat. Which kind, you would have to ask.',
        'There was a seat wish on {booking.id}, but the agent before me only wrote "other seat". Please clear that up and set it.',
        'Could you ring {booking.passenger.name} about the seat on {booking.id} and put in whatever comes out of it?',
      ],
      look: [
        ['get_booking', { booking_id: 'booking.id' }],
        ['ask_passenger', { passenger_id: 'booking.passenger_id', about: "'seat'" }],
      ],
      way: {
        calls: [['set_seat', { booking_id: 'booking.id', seat: 'booking.passenger.wanted_seat' }]],
        goals: { booking: { seat: 'booking.passenger.wanted_seat' } },
      },
    },
  ],
};
