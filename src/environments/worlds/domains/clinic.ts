import type { WorldData } from '../world-data.js';

/** The front desk of an outpatient clinic. */
export const clinic: WorldData = {
  name: 'clinic',
  version: 1,
  about: 'You work at the front desk of an outpatient clinic.',
  today: '2031-09-08',
  tables: {
    specialties: {
      rows: 6,
      columns: {
        id: { key: 'SP#' },
        name: {
          pick: ['dermatology', 'cardiology', 'orthopaedics', 'eye care', 'neurology', 'allergology'],
          unique: true,
        },
        needs_referral: { flag: 0.5 },
        copay: { pick: [15, 20, 25, 40] },
      },
    },
    doctors: {
      rows: 10,
      columns: {
        id: { key: 'DR###' },
        name: { person: true },
        specialty_id: { ref: 'specialties' },
        room: { key: '@##' },
        takes_new_patients: { flag: 0.7 },
      },
    },
    patients: {
      rows: 26,
      columns: {
        id: { key: 'PT#####' },
        name: { person: true },
        born_on: { date: [-30000, -1200] },
        balance: { pick: [0, 0, 0, 15, 40, 85.5, 210] },
        allergy: { pick: ['latex', 'penicillin', 'iodine'], none: 0.7 },
        known_to_id: { ref: 'doctors', none: 0.3 },
        preferred_time: { pick: ['morning', 'noon', 'afternoon'], hidden: true },
      },
    },
    slots: {
      rows: 90,
      columns: {
        id: { key: 'SL#####' },
        doctor_id: { ref: 'doctors' },
        day: { date: [0, 12] },
        time: { pick: ['morning', 'noon', 'afternoon'] },
        is_free: { flag: 0.7 },
      },
    },
    appointments: {
      rows: 30,
      columns: {
        id: { key: 'AP#####' },
        patient_id: { ref: 'patients' },
        doctor_id: { ref: 'doctors' },
        day: { date: [0, 14] },
        time: { pick: ['morning', 'noon', 'afternoon'] },
        status: { pick: ['booked', 'booked', 'booked', 'confirmed'] },
      },
    },
    referrals: {
      rows: 24,
      columns: {
        id: { key: 'RF####' },
        patient_id: { ref: 'patients' },
        specialty_id: { ref: 'specialties' },
        valid_until: { date: [-40, 90] },
      },
    },
  },
  tools: {
    find_patients: { about: 'Finds patients by their full name.', find: 'patients', by: ['name'] },
    get_patient: { about: 'Shows one patient.', get: 'patients' },
    find_doctors: {
      about: 'Finds doctors by name or by specialty.',
      find: 'doctors',
      by: ['name?', 'specialty_id?'],
    },
    get_doctor: { about: 'Shows one doctor.', get: 'doctors' },
    list_specialties: { about: 'Lists the specialties of the house.', find: 'specialties', by: ['name?'] },
    list_slots: {
      about: 'Lists the hours of a doctor, free ones and taken ones.',
      find: 'slots',
      by: ['doctor_id', 'day?', 'time?', 'is_free?'],
    },
    get_slot: { about: 'Shows one hour of a doctor.', get: 'slots' },
    list_appointments: {
      about: 'Lists appointments of a patient or of a doctor.',
      find: 'appointments',
      by: ['patient_id?', 'doctor_id?', 'day?'],
    },
    list_referrals: { about: 'Lists the referrals of a patient.', find: 'referrals', by: ['patient_id'] },
    ask_patient: {
      about: 'Asks a patient a question and gives the reply.',
      ask: 'patients',
      topics: { time_of_day: 'The {patient.preferred_time} works best for me.' },
    },
    book_slot: {
      about: 'Books a free slot for a patient; the copay is what the patient pays on the day.',
      takes: { slot_id: { ref: 'slots' }, patient_id: { ref: 'patients' }, copay: { money: [0, 200] } },
      effects: [
        { change: 'slot', set: { is_free: 'false' } },
        {
          add: 'appointments',
          set: {
            patient_id: 'patient_id',
            doctor_id: 'slot.doctor_id',
            day: 'slot.day',
            time: 'slot.time',
            status: "'booked'",
          },
        },
        { change: 'patient', set: { balance: 'patient.balance + copay' } },
      ],
    },
    confirm_appointment: {
      about: 'Marks an appointment as confirmed.',
      takes: { appointment_id: { ref: 'appointments' } },
      effects: [{ change: 'appointment', set: { status: "'confirmed'" } }],
    },
    cancel_appointment: {
      about: 'Cancels an appointment; a fee, 0 for none, goes on the balance of the patient.',
      takes: { appointment_id: { ref: 'appointments' }, fee: { money: [0, 100] } },
      effects: [
        { remove: 'appointment' },
        { change: 'appointment.patient', set: { balance: 'appointment.patient.balance + fee' } },
      ],
    },
    move_to_doctor: {
      about: 'Gives an appointment to another doctor.',
      takes: { appointment_id: { ref: 'appointments' }, doctor_id: { ref: 'doctors' } },
      effects: [{ change: 'appointment', set: { doctor_id: 'doctor_id' } }],
    },
  },
  rules: [
    {
      code: 'C1',
      says: 'Specialties that need a referral are booked only with a valid one.',
      forbids: {
        book_slot:
          'slot.doctor.specialty.needs_referral and count(referrals: patient_id = patient.id and specialty_id = slot.doctor.specialty_id and valid_until >= slot.day) = 0',
      },
    },
    {
      code: 'C2',
      says: 'Doctors who take no new patients see only those who are known to them.',
      forbids: {
        book_slot: 'not slot.doctor.takes_new_patients and patient.known_to_id != slot.doctor_id',
      },
    },
    {
      code: 'C3',
      says: 'Who owes $100.00 or more pays first and books then.',
      forbids: { book_slot: 'patient.balance >= 100' },
    },
    {
      code: 'C4',
      says: 'The copay is that of the specialty, half for patients under 18.',
      forbids: {
        book_slot: 'copay != slot.doctor.specialty.copay * if(days(patient.born_on, today) < 6575, 0.5, 1)',
      },
      hint: 'Here it is {slot.doctor.specialty.copay * if(days(patient.born_on, today) < 6575, 0.5, 1)|money}.',
    },
    {
      code: 'C5',
      says: 'Taken slots cannot be booked.',
      forbids: { book_slot: 'not slot.is_free' },
    },
    {
      code: 'C6',
      says: 'Cancelling with less than two days to go costs $30.00; before that it is free.',
      forbids: { cancel_appointment: 'fee != if(days(today, appointment.day) < 2, 30, 0)' },
      hint: 'The fee for this appointment is {if(days(today, appointment.day) < 2, 30, 0)|money}.',
    },
    {
      code: 'C7',
      says: 'Appointments are confirmed within the last seven days before them, not earlier.',
      forbids: { confirm_appointment: 'days(today, appointment.day) > 7' },
    },
    {
      code: 'C8',
      says: 'An appointment moves only to a doctor of the same specialty.',
      forbids: { move_to_doctor: 'doctor.specialty_id != appointment.doctor.specialty_id' },
    },
    {
      code: 'C9',
      says: 'What is confirmed stays with its doctor.',
      forbids: { move_to_doctor: "appointment.status = 'confirmed'" },
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'room',
      draw: { appointment: 'appointments: count(appointments: patient_id = appointment.patient_id) = 1' },
      asks: [
        'Which room does {appointment.patient.name} have to go to for the coming appointment?',
        '{appointment.patient.name} is in the entrance hall and cannot remember the room. Where is the appointment?',
        'Could you tell me the room of the doctor whom {appointment.patient.name} is going to see?',
        'I am bringing {appointment.patient.name} down in a wheelchair. What room is the appointment in?',
        'For the label on the file of {appointment.patient.name}: which room is the doctor of the next appointment in?',
        'Transport asks where to drop off {appointment.patient.name}. Find out the room, please.',
      ],
      way: {
        calls: [
          ['find_patients', { name: 'appointment.patient.name' }],
          ['list_appointments', { patient_id: 'appointment.patient_id' }],
          ['get_doctor', { doctor_id: 'appointment.doctor_id' }],
        ],
        answer: 'appointment.doctor.room',
        answerKind: 'text',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'free_hours',
      draw: {
        specialty: 'specialties: count(slots: doctor.specialty_id = specialty.id and is_free) > 0',
      },
      each: { name: 'doctor', of: 'doctors: specialty_id = specialty.id', least: 1, most: 5 },
      asks: [
        'How many free slots does {specialty.name} have over the next days, all doctors together?',
        'A GP wants to know how much room there is in {specialty.name}. Count the free slots of all its doctors.',
        'What is the total number of open slots in {specialty.name}?',
        'Count for me what is still bookable in {specialty.name}, across every doctor.',
        'Planning asks for the number of unbooked slots in {specialty.name}.',
        'Is {specialty.name} full? Give me the number of slots that are still free there.',
        'The health insurer checks waiting times: how many slots in {specialty.name} are open, taking all doctors there?',
        'Go through the doctors of {specialty.name} and add up their free slots for me.',
        'We might open {specialty.name} to walk-ins. How many slots are still free with its doctors?',
      ],
      way: {
        calls: [
          ['list_specialties', { name: 'specialty.name' }],
          ['find_doctors', { specialty_id: 'specialty.id' }],
        ],
        callsEach: [['list_slots', { doctor_id: 'doctor.id' }]],
        answer: 'count(slots: doctor.specialty_id = specialty.id and is_free)',
        answerKind: 'number',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'confirm_or_cancel',
      draw: {
        appointment:
          "appointments: appointment.status = 'booked' and days(today, appointment.day) >= 2 and days(today, appointment.day) <= 7 and count(appointments: patient_id = appointment.patient_id) = 1",
      },
      asks: [
        'If {appointment.patient.name} has an allergy on file, cancel the appointment (they go to the hospital instead, no fee). If there is none, confirm it.',
        'Look at the file of {appointment.patient.name}. No allergy noted: confirm the appointment. Any allergy: call it off without a fee.',
        'The appointment of {appointment.patient.name} can be confirmed, unless the file mentions an allergy; in that case take it out of the book, free of charge.',
        'Please check {appointment.patient.name} for allergies. With one on record we have to cancel (fee 0), without one the appointment gets confirmed.',
        'Our test material contains allergens, so: confirm the coming appointment of {appointment.patient.name} only when no allergy is on record, and otherwise cancel it at no charge.',
        'Depending on the allergy entry of {appointment.patient.name}, either confirm what is booked (nothing entered) or cancel it for free (something entered).',
      ],
      look: [
        ['find_patients', { name: 'appointment.patient.name' }],
        ['list_appointments', { patient_id: 'appointment.patient_id' }],
      ],
      when: 'appointment.patient.allergy != null',
      way: {
        calls: [['cancel_appointment', { appointment_id: 'appointment.id', fee: '0' }]],
        gone: ['appointment'],
      },
      otherWay: {
        calls: [['confirm_appointment', { appointment_id: 'appointment.id' }]],
        goals: { appointment: { status: "'confirmed'" } },
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'doctor_is_ill',
      draw: {
        doctor:
          "doctors: count(appointments: doctor_id = doctor.id) >= 2 and count(appointments: doctor_id = doctor.id and status = 'confirmed') = 0",
        other: 'doctors: other.specialty_id = doctor.specialty_id and other.id != doctor.id',
      },
      each: { name: 'appointment', of: 'appointments: doctor_id = doctor.id', least: 2, most: 7 },
      asks: [
        'Dr. {doctor.name} is off sick. Give all appointments to Dr. {other.name}.',
        'Dr. {other.name} steps in for Dr. {doctor.name}: please move over every appointment.',
        'All patients who are booked with Dr. {doctor.name} will be seen by Dr. {other.name}. Change their appointments.',
        'Could you hand the whole list of Dr. {doctor.name} to Dr. {other.name}?',
        'Dr. {doctor.name} goes on leave, and whatever is in the book has to be with Dr. {other.name} from now on.',
        'Swap the doctor on each appointment of Dr. {doctor.name}; it should say Dr. {other.name}.',
      ],
      way: {
        calls: [
          ['find_doctors', { name: 'doctor.name' }],
          ['find_doctors', { name: 'other.name' }],
          ['list_appointments', { doctor_id: 'doctor.id' }],
        ],
        callsEach: [['move_to_doctor', { appointment_id: 'appointment.id', doctor_id: 'other.id' }]],
        goalsEach: { appointment: { doctor_id: 'other.id' } },
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'late_cancellation',
      draw: {
        appointment:
          'appointments: days(today, appointment.day) < 2 and count(appointments: patient_id = appointment.patient_id) = 1',
      },
      asks: [
        '{appointment.patient.name} has the flu and cannot come. Cancel the appointment, with the fee that the rules ask for.',
        'Please take the appointment of {appointment.patient.name} out of the book and charge whatever a cancellation at this point costs.',
        '{appointment.patient.name} just called it off. Cancel properly, including the fee if there is one.',
        'Cancel for {appointment.patient.name}. If that costs something today, it goes on the balance.',
        'The daughter of {appointment.patient.name} rang: the appointment has to be cancelled and they know about the fee.',
        'One cancellation, {appointment.patient.name}. Make sure that the account shows the right fee.',
      ],
      way: {
        calls: [
          ['find_patients', { name: 'appointment.patient.name' }],
          ['list_appointments', { patient_id: 'appointment.patient_id' }],
          ['cancel_appointment', { appointment_id: 'appointment.id', fee: '0' }],
          ['cancel_appointment', { appointment_id: 'appointment.id', fee: '30' }],
        ],
        goals: { 'appointment.patient': { balance: 'appointment.patient.balance + 30' } },
        gone: ['appointment'],
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'booking',
      draw: {
        slot: 'slots: slot.is_free',
        patient: 'patients: days(patient.born_on, today) > 7000',
        copay: '= slot.doctor.specialty.copay',
      },
      asks: [
        'Book the {slot.time} slot {slot.id} for {patient.name}; the copay is {copay|money}.',
        '{patient.name} would like slot {slot.id} with Dr. {slot.doctor.name} and pays the copay of {copay|money}.',
        'Can {patient.name} get slot {slot.id} on {slot.day|day}? Copay {copay|money}.',
        'Put {patient.name} into {slot.id}, please, with a copay of {copay|money}.',
        'Reception two asks us to book {slot.id} (Dr. {slot.doctor.name}) for the patient {patient.name}, copay {copay|money}.',
        'An appointment for {patient.name} in the slot {slot.id}: please enter it together with the {copay|money} copay.',
      ],
      look: [
        ['find_patients', { name: 'patient.name' }],
        ['get_slot', { slot_id: 'slot.id' }],
        ['get_doctor', { doctor_id: 'slot.doctor_id' }],
        ['list_specialties', {}],
        ['list_referrals', { patient_id: 'patient.id' }],
      ],
      way: {
        calls: [['book_slot', { slot_id: 'slot.id', patient_id: 'patient.id', copay: 'copay' }]],
        goals: {
          '+appointments': {
            patient_id: 'patient.id',
            doctor_id: 'slot.doctor_id',
            day: 'slot.day',
            time: 'slot.time',
            status: "'booked'",
          },
          slot: { is_free: 'false' },
          patient: { balance: 'patient.balance + copay' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'another_doctor',
      draw: {
        appointment: 'appointments: count(appointments: patient_id = appointment.patient_id) = 1',
        doctor: 'doctors: doctor.id != appointment.doctor_id',
      },
      asks: [
        '{appointment.patient.name} would rather see Dr. {doctor.name}. Change the appointment to that doctor.',
        'Please give the appointment of {appointment.patient.name} to Dr. {doctor.name}.',
        'Can Dr. {doctor.name} take over {appointment.patient.name}? Same day and time.',
        '{appointment.patient.name} insists on Dr. {doctor.name} for the appointment that is in the book.',
        'Switch the doctor for {appointment.patient.name} to {doctor.name}.',
        'A friend recommended Dr. {doctor.name} to {appointment.patient.name}, who asks to have the appointment moved there.',
      ],
      look: [
        ['find_patients', { name: 'appointment.patient.name' }],
        ['find_doctors', { name: 'doctor.name' }],
        ['list_appointments', { patient_id: 'appointment.patient_id' }],
        ['get_doctor', { doctor_id: 'appointment.doctor_id' }],
      ],
      way: {
        calls: [['move_to_doctor', { appointment_id: 'appointment.id', doctor_id: 'doctor.id' }]],
        goals: { appointment: { doctor_id: 'doctor.id' } },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'what_time',
      draw: {
        patient: 'patients: patient.balance < 100 and days(patient.born_on, today) > 7000',
        slot: 'slots: slot.is_free and slot.time = patient.preferred_time and (slot.doctor.takes_new_patients or patient.known_to_id = slot.doctor_id) and not slot.doctor.specialty.needs_referral and count(slots: doctor_id = slot.doctor_id and day = slot.day and time = slot.time and is_free) = 1 and count(slots: doctor_id = slot.doctor_id and day = slot.day and is_free) > 1',
        copay: '= slot.doctor.specialty.copay',
      },
      asks: [
        'Book {patient.name} with Dr. {slot.doctor.name} on {slot.day|day} at a time of day that suits (copay {copay|money}).',
        '{patient.name} needs an hour with Dr. {slot.doctor.name} on {slot.day|day}. Which part of the day was not said. The copay is {copay|money}.',
        'Please find a slot with Dr. {slot.doctor.name} on {slot.day|day} for {patient.name}, at the time {patient.name|first} likes best; copay {copay|money}.',
        'Dr. {slot.doctor.name} wants to see {patient.name} on {slot.day|day}. The time is for the patient to choose, and {copay|money} is the copay.',
        'On {slot.day|day} {patient.name} should come in to Dr. {slot.doctor.name}. I do not know if morning, noon or afternoon is wanted. Copay: {copay|money}.',
        'Enter an appointment for {patient.name} with Dr. {slot.doctor.name}: {slot.day|day}, copay {copay|money}, and the time of day as the patient wishes.',
      ],
      look: [
        ['find_patients', { name: 'patient.name' }],
        ['find_doctors', { name: 'slot.doctor.name' }],
        ['ask_patient', { patient_id: 'patient.id', about: "'time_of_day'" }],
      ],
      way: {
        calls: [
          ['list_slots', { doctor_id: 'slot.doctor_id' }],
          ['book_slot', { slot_id: 'slot.id', patient_id: 'patient.id', copay: 'copay' }],
        ],
        goals: {
          '+appointments': {
            patient_id: 'patient.id',
            doctor_id: 'slot.doctor_id',
            day: 'slot.day',
            time: 'slot.time',
            status: "'booked'",
          },
          slot: { is_free: 'false' },
          patient: { balance: 'patient.balance + copay' },
        },
      },
    },
  ],
};
