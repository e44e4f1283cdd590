import type { WorldData } from '../world-data.js';

/** The reception of a hotel group. */
export const hotel: WorldData = {
  name: 'hotel',
  version: 1,
  about: 'You work at the reservations desk of a small group of hotels.',
  today: '2031-06-23',
  tables: {
    houses: {
      rows: 5,
      columns: {
        id: { key: 'H@' },
        name: { pick: ['Seafront', 'Old Town', 'Airport', 'Vineyard', 'Riverside', 'Summit'], unique: true },
        pets_allowed: { flag: 0.5 },
        late_checkout_fee: { pick: [15, 20, 30] },
      },
    },
    rooms: {
      rows: 40,
      columns: {
        id: { key: 'RM-####' },
        house_id: { ref: 'houses' },
        kind: { pick: ['single', 'double', 'double', 'family', 'suite'] },
        beds: { is: "if(kind = 'single', 1, if(kind = 'family', 4, 2))" },
        rate: { int: [60, 320], step: 5 },
        floor: { int: [0, 6] },
        out_of_order: { flag: 0.12 },
      },
    },
    guests: {
      rows: 24,
      columns: {
        id: { key: 'GU-#####' },
        name: { person: true },
        stays: { int: [0, 25] },
        no_shows: { pick: [0, 0, 0, 0, 1, 2] },
        pillow: { pick: ['feather', 'foam', 'wool'], hidden: true },
      },
    },
    stays: {
      rows: 42,
      columns: {
        id: { key: 'BK-@@@##' },
        guest_id: { ref: 'guests' },
        room_id: { ref: 'rooms' },
        arrives_on: { date: [-2, 30] },
        nights: { int: [1, 9] },
        people: { pick: [1, 1, 2, 2, 3, 4] },
        has_pet: { flag: 0.2 },
        deposit: { pick: [0, 50, 100, 150] },
        pillow_type: { pick: ['standard', 'standard', 'foam'] },
        state: { pick: ['reserved', 'reserved', 'reserved', 'checked_in'] },
      },
    },
    charges: {
      rows: 46,
      columns: {
        id: { key: 'CH-#####' },
        stay_id: { ref: 'stays' },
        what: { pick: ['minibar', 'breakfast', 'laundry', 'parking', 'spa', 'phone'] },
        amount: { money: [4, 90] },
        disputed: { flag: 0.3 },
      },
    },
  },
  tools: {
    find_guests: { about: 'Finds guests by their full name.', find: 'guests', by: ['name'] },
    get_guest: { about: 'Shows one guest.', get: 'guests' },
    find_houses: { about: 'Finds houses of the group by name.', find: 'houses', by: ['name?'] },
    get_house: { about: 'Shows one house.', get: 'houses' },
    get_room: { about: 'Shows one room.', get: 'rooms' },
    list_rooms: { about: 'Lists rooms of a house.', find: 'rooms', by: ['house_id', 'kind?'] },
    get_stay: { about: 'Shows one reservation by its code.', get: 'stays' },
    list_stays: {
      about: 'Lists reservations of a guest or of a room.',
      find: 'stays',
      by: ['guest_id?', 'room_id?'],
    },
    list_charges: { about: 'Lists what was charged to a reservation.', find: 'charges', by: ['stay_id'] },
    ask_guest: {
      about: 'Asks a guest a question and gives the reply.',
      ask: 'guests',
      topics: { pillow: 'I sleep best on a {guest.pillow} pillow.' },
    },
    change_room: {
      about: 'Gives a reservation another room, at the rate of that room.',
      takes: { stay_id: { ref: 'stays' }, room_id: { ref: 'rooms' } },
      effects: [{ change: 'stay', set: { room_id: 'room_id' } }],
    },
    extend_stay: {
      about: 'Adds nights to a reservation.',
      takes: { stay_id: { ref: 'stays' }, more_nights: { int: [1, 30] } },
      effects: [{ change: 'stay', set: { nights: 'stay.nights + more_nights' } }],
    },
    cancel_stay: {
      about: 'Cancels a reservation; what is kept of the price is booked as a charge of the house.',
      takes: { stay_id: { ref: 'stays' }, kept: { money: [0, 5000] } },
      effects: [{ change: 'stay', set: { state: "'cancelled'", deposit: 'kept' } }],
    },
    take_off_charge: {
      about: 'Takes a charge off the bill.',
      takes: { charge_id: { ref: 'charges' } },
      effects: [{ remove: 'charge' }],
    },
    set_pillow: {
      about: 'Notes the pillow that is laid out for a reservation.',
      takes: { stay_id: { ref: 'stays' }, pillow: { pick: ['standard', 'feather', 'foam', 'wool'] } },
      effects: [{ change: 'stay', set: { pillow_type: 'pillow' } }],
    },
    add_charge: {
      about: 'Puts a charge on the bill of a reservation.',
      takes: {
        stay_id: { ref: 'stays' },
        what: { pick: ['late_checkout', 'minibar', 'parking', 'spa'] },
        amount: { money: [1, 500] },
      },
      effects: [
        { add: 'charges', set: { stay_id: 'stay_id', what: 'what', amount: 'amount', disputed: 'false' } },
      ],
    },
  },
  rules: [
    {
      code: 'H1',
      says: 'Every person needs a bed: a room is never given to more people than it has beds.',
      forbids: { change_room: 'stay.people > room.beds' },
    },
    {
      code: 'H2',
      says: 'Rooms that are out of order are given to nobody.',
      forbids: { change_room: 'room.out_of_order' },
    },
    {
      code: 'H3',
      says: 'Guests with a pet stay in houses that allow pets.',
      forbids: { change_room: 'stay.has_pet and not room.house.pets_allowed' },
    },
    {
      code: 'H4',
      says: 'A room has one reservation on any night.',
      forbids: {
        change_room:
          "count(stays: room_id = room.id and id != stay.id and state != 'cancelled' and arrives_on < plus(stay.arrives_on, stay.nights) and plus(arrives_on, nights) > stay.arrives_on) > 0",
        extend_stay:
          "count(stays: room_id = stay.room_id and id != stay.id and state != 'cancelled' and arrives_on < plus(stay.arrives_on, stay.nights + more_nights) and plus(arrives_on, nights) > stay.arrives_on) > 0",
      },
    },
    {
      code: 'H5',
      says: 'Nobody stays longer than ten nights in a row, regulars with ten stays or more fourteen.',
      forbids: { extend_stay: 'stay.nights + more_nights > if(stay.guest.stays >= 10, 14, 10)' },
    },
    {
      code: 'H6',
      says: 'Cancelling within three days of arrival costs the first night, earlier nothing; after check-in it is not possible.',
      forbids: {
        cancel_stay:
          "stay.state != 'reserved' or kept != if(days(today, stay.arrives_on) <= 3, stay.room.rate, 0)",
      },
      hint: 'For this reservation {if(days(today, stay.arrives_on) <= 3, stay.room.rate, 0)|money} are kept.',
    },
    {
      code: 'H7',
      says: 'A charge comes off only if the guest disputes it and it is not over $60.00.',
      forbids: { take_off_charge: 'not charge.disputed or charge.amount > 60' },
    },
    {
      code: 'H8',
      says: 'Late checkout costs what the house asks for, and is free for suites.',
      forbids: {
        add_charge:
          "what = 'late_checkout' and (stay.room.kind = 'suite' or amount != stay.room.house.late_checkout_fee)",
      },
      hint: 'A suite pays nothing, other rooms of this house {stay.room.house.late_checkout_fee|money}.',
    },
    {
      code: 'H9',
      says: 'Guests with two no-shows or more get no extra nights.',
      forbids: { extend_stay: 'stay.guest.no_shows >= 2' },
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'which_house',
      draw: { stay: 'stays: count(stays: guest_id = stay.guest_id) = 1' },
      asks: [
        'In which of our houses does {stay.guest.name} stay?',
        'A taxi for {stay.guest.name} is ordered. To which house does it have to go?',
        'Flowers have come for {stay.guest.name}, but the card does not name the house. Which one is it?',
        '{stay.guest.name} is on the line and has forgotten which house was booked. Can you tell me its name?',
        'Please find the house where the room of {stay.guest.name} is.',
        'For the transfer list I need the name of the house that {stay.guest.name} is booked into.',
        'There is a parcel for {stay.guest.name}, arriving for {stay.nights} nights. At which of the houses do we have to leave it?',
        'Name the house in which {stay.guest.name} has a room with us.',
      ],
      way: {
        calls: [
          ['find_guests', { name: 'stay.guest.name' }],
          ['list_stays', { guest_id: 'stay.guest_id' }],
          ['get_room', { room_id: 'stay.room_id' }],
          ['get_house', { house_id: 'stay.room.house_id' }],
        ],
        answer: 'stay.room.house.name',
        answerKind: 'text',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'final_bill',
      draw: {
        stay: 'stays: count(charges: stay_id = stay.id) >= 1',
        bill: '= stay.nights * stay.room.rate + sum(charges.amount: stay_id = stay.id) - stay.deposit',
      },
      asks: [
        'What is left to pay on {stay.id}: nights at the room rate, plus all charges, less the deposit?',
        '{stay.guest.name} wants to settle {stay.id} in advance. Room for all nights, charges on top, deposit off: how much is that?',
        'Work out the final amount for {stay.id}. It is the rate times the nights with every charge added, and the deposit taken off.',
        'Please calculate the bill of {stay.id} (all nights, all charges, minus what was paid as a deposit).',
        'The company of {stay.guest.name} pays for {stay.id}. How much do they still owe us when room, charges and deposit are counted?',
        'Total due on reservation {stay.id}, after the deposit, including what is charged to the room.',
        'How much will {stay.guest.name} pay at the end of {stay.id}? Count {stay.nights} nights, the charges, and take off the deposit.',
      ],
      way: {
        calls: [
          ['get_stay', { stay_id: 'stay.id' }],
          ['get_room', { room_id: 'stay.room_id' }],
          ['list_charges', { stay_id: 'stay.id' }],
        ],
        answer: 'bill',
        answerKind: 'money',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'waive_or_charge',
      draw: {
        stay: "stays: stay.room.kind != 'suite'",
        charge: 'charges: charge.stay_id = stay.id and charge.amount <= 60',
        fee: '= stay.room.house.late_checkout_fee',
      },
      asks: [
        'If the {charge.what} charge {charge.id} is disputed, take it off. If it is not, leave it and add the late checkout of {fee|money} to {stay.id}.',
        'Look at {charge.id} on {stay.id}. Disputed: it comes off the bill. Not disputed: it stays, and late checkout for {fee|money} goes on as well.',
        '{stay.guest.name} ({stay.id}) checks out late. Where {charge.id} is under dispute we drop that charge and forget the lateness, otherwise we charge {fee|money} for the late checkout.',
        'Is {charge.id} marked as disputed? Then remove it. Otherwise charge {stay.id} a late checkout, which is {fee|money} in that house.',
        'Two cases for {stay.id}: with {charge.id} in dispute, strike it; without a dispute, put a late_checkout of {fee|money} on the bill.',
        'Please handle {charge.id} of {stay.guest.name}: off the bill when disputed. When nobody disputes it, add {fee|money} for late checkout to {stay.id} instead.',
      ],
      look: [
        ['get_stay', { stay_id: 'stay.id' }],
        ['list_charges', { stay_id: 'stay.id' }],
      ],
      when: 'charge.disputed',
      way: { calls: [['take_off_charge', { charge_id: 'charge.id' }]], gone: ['charge'] },
      otherWay: {
        calls: [['add_charge', { stay_id: 'stay.id', what: "'late_checkout'", amount: 'fee' }]],
        goals: {
          '+charges': { stay_id: 'stay.id', what: "'late_checkout'", amount: 'fee', disputed: 'false' },
        },
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'clear_disputes',
      draw: {
        guest:
          'guests: count(charges: its.stay.guest_id = guest.id and not disputed) + count(charges: its.stay.guest_id = guest.id and amount > 60) >= 1',
      },
      each: {
        name: 'charge',
        of: 'charges: its.stay.guest_id = guest.id and disputed and amount <= 60',
        least: 1,
        most: 6,
      },
      asks: [
        '{guest.name} complains about the bills. Take off every charge that we may take off, on all reservations of that guest.',
        'Please go through all reservations of {guest.name} and remove the disputed charges as far as the rules let us.',
        'Whatever {guest.name} disputes and we can waive should be gone from the bills, whichever reservation it is on.',
        'Clean up for {guest.name}: disputed charges off where that is allowed, all other charges stay.',
        'The manager wants peace with {guest.name}. Remove the charges that the guest disputes, within the limits of our rules.',
        'Could you waive for {guest.name} all the disputed items that may be waived? Check each reservation.',
      ],
      way: {
        calls: [
          ['find_guests', { name: 'guest.name' }],
          ['list_stays', { guest_id: 'guest.id' }],
        ],
        callsEach: [
          ['list_charges', { stay_id: 'charge.stay_id' }],
          ['take_off_charge', { charge_id: 'charge.id' }],
        ],
        goneEach: ['charge'],
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'short_notice',
      draw: {
        stay: "stays: stay.state = 'reserved' and days(today, stay.arrives_on) <= 3",
        kept: '= stay.room.rate',
      },
      asks: [
        'Cancel {stay.id} and keep exactly what our rules let us keep.',
        '{stay.guest.name} cannot come after all. Please cancel {stay.id} on the usual terms.',
        'A cancellation at short notice: {stay.id}. Whatever has to be kept of the price is kept.',
        'Please call off the reservation {stay.id} with the correct cancellation amount.',
        'Reservation {stay.id} of {stay.guest.name} is to be cancelled; the guest knows that this may cost something.',
        'The flight of {stay.guest.name} was grounded, so {stay.id} has to be cancelled according to the rules.',
        '{stay.guest.name} had booked {stay.room.house.name} for {stay.nights} nights and is ill now. Cancel {stay.id} and keep what we are entitled to, nothing beyond.',
        'No room for {stay.guest.name} after all: {stay.id} gets cancelled, with the part of the price that stays with us.',
      ],
      way: {
        calls: [
          ['get_stay', { stay_id: 'stay.id' }],
          ['cancel_stay', { stay_id: 'stay.id', kept: '0' }],
          ['cancel_stay', { stay_id: 'stay.id', kept: 'kept' }],
        ],
        goals: { stay: { state: "'cancelled'", deposit: 'kept' } },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'another_room',
      draw: { stay: "stays: stay.state = 'reserved'", room: 'rooms: room.id != stay.room_id' },
      asks: [
        'Move {stay.id} to room {room.id}.',
        '{stay.guest.name} would like {room.id} instead. The reservation is {stay.id}.',
        'Can {stay.id} have the room {room.id}?',
        'Please put {stay.guest.name} (code {stay.id}) into {room.id}.',
        'Change of room for {stay.id}: the new one is {room.id} in our house {room.house.name}.',
        'The guest of {stay.id} saw {room.id} on the website and asks to get it.',
      ],
      look: [
        ['get_stay', { stay_id: 'stay.id' }],
        ['get_room', { room_id: 'room.id' }],
        ['get_house', { house_id: 'room.house_id' }],
        ['list_stays', { room_id: 'room.id' }],
      ],
      way: {
        calls: [['change_room', { stay_id: 'stay.id', room_id: 'room.id' }]],
        goals: { stay: { room_id: 'room.id' } },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'more_nights',
      draw: { stay: 'stays: stay.nights >= 2', more: '2 to 8' },
      asks: [
        'Add {more} nights to {stay.id}.',
        '{stay.guest.name} enjoys it here and wants {more} nights more on {stay.id}.',
        'Could {stay.id} be extended by {more} nights?',
        'Please prolong the reservation {stay.id} of {stay.guest.name} by {more} nights.',
        'The conference runs longer, so {stay.id} needs {more} additional nights.',
        'Extension for {stay.guest.name}: {more} nights on top of what {stay.id} has.',
      ],
      look: [
        ['get_stay', { stay_id: 'stay.id' }],
        ['get_guest', { guest_id: 'stay.guest_id' }],
        ['list_stays', { room_id: 'stay.room_id' }],
      ],
      way: {
        calls: [['extend_stay', { stay_id: 'stay.id', more_nights: 'more' }]],
        goals: { stay: { nights: 'stay.nights + more' } },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'which_pillow',
      draw: { stay: 'stays: stay.pillow_type != stay.guest.pillow' },
      asks: [
        'Put the right pillow on {stay.id}; the guest has a preference that is not in the system.',
        '{stay.guest.name} asks for "the good pillow" on {stay.id}. Please find out which kind is meant and note it.',
        'Housekeeping has to know the pillow for {stay.id}. Ask, and fill it in.',
        'The pillow for {stay.id} should be the one that {stay.guest.name} likes.',
        'Please see what sort of pillow {stay.guest.name} wants and set it for {stay.id}.',
        '{stay.id}: allergy form incomplete, pillow unknown. Clear that up with {stay.guest.name|first} and enter the kind.',
      ],
      look: [
        ['get_stay', { stay_id: 'stay.id' }],
        ['ask_guest', { guest_id: 'stay.guest_id', about: "'pillow'" }],
      ],
      way: {
        calls: [['set_pillow', { stay_id: 'stay.id', pillow: 'stay.guest.pillow' }]],
        goals: { stay: { pillow_type: 'stay.guest.pillow' } },
      },
    },
  ],
};
