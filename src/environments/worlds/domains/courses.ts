import type { WorldData } from '../world-data.js';

/** The registrar of a small college. */
export const courses: WorldData = {
  name: 'courses',
  version: 1,
  about: 'You work for the registrar of a small college.',
  today: '2031-08-18',
  tables: {
    programs: {
      rows: 6,
      columns: {
        id: { key: 'PG@' },
        title: {
          pick: ['Biology', 'History', 'Economics', 'Music', 'Computing', 'Nursing', 'Geography'],
          unique: true,
        },
        credit_cap: { pick: [14, 16, 18] },
      },
    },
    teachers: {
      rows: 9,
      columns: { id: { key: 'TE##' }, name: { person: true }, office: { key: '@###' } },
    },
    courses: {
      rows: 20,
      columns: {
        code: { key: '@@-###' },
        title: {
          pick: [
            'Statistics',
            'Cell Biology',
            'Roman Law',
            'Harmony',
            'Databases',
            'Ethics',
            'Microeconomics',
            'Cartography',
            'Anatomy',
            'Poetry',
            'Game Theory',
            'Genetics',
            'Medieval Trade',
            'Acoustics',
            'Compilers',
            'Public Health',
            'Rhetoric',
            'Climate',
            'Counterpoint',
            'Epidemics',
            'Logic',
            'Field Methods',
          ],
          unique: true,
        },
        program_id: { ref: 'programs' },
        credits: { pick: [2, 3, 4, 6] },
        first_year_open: { flag: 0.6 },
      },
    },
    sections: {
      rows: 40,
      columns: {
        id: { key: 'SEC####' },
        course_id: { ref: 'courses' },
        teacher_id: { ref: 'teachers' },
        hour: { pick: ['mon_9', 'mon_14', 'tue_9', 'tue_14', 'wed_9', 'thu_9', 'thu_14', 'fri_9'] },
        seats: { int: [0, 12] },
        campus: { pick: ['main', 'river'] },
      },
    },
    students: {
      rows: 26,
      columns: {
        id: { key: 'ST######' },
        name: { person: true },
        program_id: { ref: 'programs' },
        year: { pick: [1, 1, 2, 3, 4] },
        has_hold: { flag: 0.18 },
        wanted_campus: { pick: ['main', 'river'], hidden: true },
      },
    },
    enrolments: {
      rows: 56,
      columns: {
        id: { key: 'EN#####' },
        student_id: { ref: 'students' },
        section_id: { ref: 'sections' },
        status: { pick: ['enrolled', 'enrolled', 'enrolled', 'waitlisted'] },
        grading: { pick: ['letter', 'letter', 'pass_fail'] },
      },
    },
    passed: {
      rows: 30,
      columns: {
        id: { key: 'PA#####' },
        student_id: { ref: 'students' },
        course_id: { ref: 'courses' },
        mark: { pick: [60, 68, 75, 82, 91, 97] },
      },
    },
  },
  tools: {
    find_students: { about: 'Finds students by their full name.', find: 'students', by: ['name'] },
    get_student: { about: 'Shows one student.', get: 'students' },
    find_courses: { about: 'Finds courses by title.', find: 'courses', by: ['title'] },
    get_course: { about: 'Shows one course by its code.', get: 'courses' },
    list_sections: {
      about: 'Lists sections of a course or of a teacher.',
      find: 'sections',
      by: ['course_id?', 'teacher_id?', 'campus?'],
    },
    get_section: { about: 'Shows one section.', get: 'sections' },
    find_teachers: { about: 'Finds teachers by name.', find: 'teachers', by: ['name'] },
    get_teacher: { about: 'Shows one teacher.', get: 'teachers' },
    get_program: { about: 'Shows one program.', get: 'programs' },
    list_enrolments: {
      about: 'Lists enrolments of a student or in a section.',
      find: 'enrolments',
      by: ['student_id?', 'section_id?', 'status?'],
    },
    list_passed: {
      about: 'Lists the courses that a student has passed.',
      find: 'passed',
      by: ['student_id'],
    },
    ask_student: {
      about: 'Asks a student a question and gives the reply.',
      ask: 'students',
      topics: { campus: 'I would prefer the {student.wanted_campus} campus.' },
    },
    enrol: {
      about: 'Enrols a student in a section; the credits are booked with it.',
      takes: { student_id: { ref: 'students' }, section_id: { ref: 'sections' }, credits: { int: [0, 12] } },
      effects: [
        {
          add: 'enrolments',
          set: {
            student_id: 'student_id',
            section_id: 'section_id',
            status: "'enrolled'",
            grading: "'letter'",
          },
        },
        { change: 'section', set: { seats: 'section.seats - 1' } },
      ],
    },
    drop: {
      about: 'Takes a student out of a section.',
      takes: { enrolment_id: { ref: 'enrolments' } },
      effects: [
        { remove: 'enrolment' },
        {
          change: 'enrolment.section',
          set: { seats: "enrolment.section.seats + if(enrolment.status = 'enrolled', 1, 0)" },
        },
      ],
    },
    admit: {
      about: 'Turns a place on the waiting list into an enrolment.',
      takes: { enrolment_id: { ref: 'enrolments' } },
      effects: [
        { change: 'enrolment', set: { status: "'enrolled'" } },
        { change: 'enrolment.section', set: { seats: 'enrolment.section.seats - 1' } },
      ],
    },
    set_grading: {
      about: 'Sets how an enrolment is graded.',
      takes: { enrolment_id: { ref: 'enrolments' }, grading: { pick: ['letter', 'pass_fail'] } },
      effects: [{ change: 'enrolment', set: { grading: 'grading' } }],
    },
    replace_teacher: {
      about: 'Gives a section to another teacher.',
      takes: { section_id: { ref: 'sections' }, teacher_id: { ref: 'teachers' } },
      effects: [{ change: 'section', set: { teacher_id: 'teacher_id' } }],
    },
  },
  rules: [
    {
      code: 'R1',
      says: 'Students with a hold on their account cannot enrol.',
      forbids: { enrol: 'student.has_hold' },
    },
    {
      code: 'R2',
      says: 'Full sections take nobody.',
      forbids: { enrol: 'section.seats < 1', admit: 'enrolment.section.seats < 1' },
    },
    {
      code: 'R3',
      says: 'First-year students take only courses that are open to them.',
      forbids: { enrol: 'student.year = 1 and not section.course.first_year_open' },
    },
    {
      code: 'R4',
      says: 'Nobody sits in two sections at the same hour.',
      forbids: {
        enrol:
          "count(enrolments: student_id = student.id and status = 'enrolled' and its.section.hour = section.hour) > 0",
      },
    },
    {
      code: 'R5',
      says: 'A passed course is not taken again.',
      forbids: { enrol: 'count(passed: student_id = student.id and course_id = section.course_id) > 0' },
    },
    {
      code: 'R6',
      says: 'The booked credits are those of the course; students from another program get half, rounded down.',
      forbids: {
        enrol:
          'credits != if(student.program_id = section.course.program_id, section.course.credits, floor(section.course.credits / 2))',
      },
      hint: 'Here they are {if(student.program_id = section.course.program_id, section.course.credits, floor(section.course.credits / 2))}.',
    },
    {
      code: 'R7',
      says: 'In courses of their own program students are graded by letter.',
      forbids: {
        set_grading:
          "grading = 'pass_fail' and enrolment.section.course.program_id = enrolment.student.program_id",
      },
    },
    {
      code: 'R8',
      says: 'One course at most is graded pass or fail.',
      forbids: {
        set_grading:
          "grading = 'pass_fail' and count(enrolments: student_id = enrolment.student_id and grading = 'pass_fail') > 0",
      },
    },
    {
      code: 'R9',
      says: 'A teacher has eight sections at most.',
      forbids: {
        replace_teacher: 'count(sections: teacher_id = teacher.id) >= 8',
      },
    },
  ],
  tasks: [
    {
      family: 'lookup',
      level: 1,
      name: 'office_of_teacher',
      draw: {
        enrolment:
          'enrolments: count(enrolments: student_id = enrolment.student_id and its.section.course_id = enrolment.section.course_id) = 1',
      },
      asks: [
        'In which office can {enrolment.student.name} find the teacher of {enrolment.section.course.title}?',
        '{enrolment.student.name} has to hand in a form for {enrolment.section.course.title}. What is the office of the teacher of that section?',
        'Which office belongs to the teacher who has {enrolment.student.name} in {enrolment.section.course.title}?',
        'I need the office number of whoever teaches {enrolment.section.course.title} to {enrolment.student.name}.',
        'For a make-up test in {enrolment.section.course.title}, {enrolment.student.name} must see the teacher. Where is the office?',
        'Please look up the office of the {enrolment.section.course.title} teacher of our student {enrolment.student.name}.',
      ],
      way: {
        calls: [
          ['find_students', { name: 'enrolment.student.name' }],
          ['list_enrolments', { student_id: 'enrolment.student_id' }],
          ['get_section', { section_id: 'enrolment.section_id' }],
          ['get_course', { course_id: 'enrolment.section.course_id' }],
          ['get_teacher', { teacher_id: 'enrolment.section.teacher_id' }],
        ],
        answer: 'enrolment.section.teacher.office',
        answerKind: 'text',
      },
    },
    {
      family: 'lookup',
      level: 1,
      name: 'seats_left',
      draw: {
        course: 'courses: count(sections: course_id = course.code) >= 1',
        seats: '= sum(sections.seats: course_id = course.code)',
      },
      asks: [
        'How many seats are left in {course.title}, all sections together?',
        'Can more people still get into {course.title}? Count the free seats over its sections.',
        'The orientation team asks for the number of open seats in {course.title}.',
        'What is the sum of the free seats in every section of {course.title}?',
        'Give me the total of seats that {course.title} ({course.credits} credits) can still fill.',
        'Before we open another section of {course.title}: how many seats do the present ones have left in total?',
      ],
      way: {
        calls: [
          ['find_courses', { title: 'course.title' }],
          ['list_sections', { course_id: 'course.code' }],
        ],
        answer: 'seats',
        answerKind: 'number',
      },
    },
    {
      family: 'conditional',
      level: 2,
      name: 'admit_or_drop',
      draw: {
        enrolment:
          "enrolments: enrolment.status = 'waitlisted' and count(enrolments: student_id = enrolment.student_id and status = 'waitlisted') = 1",
      },
      asks: [
        '{enrolment.student.name} is on one waiting list. If a seat is free in that section, admit; if not, take the name off the list.',
        'Settle the waiting list place of {enrolment.student.name}: free seat, then admit. No seat, then drop it.',
        'Look at the section that {enrolment.student.name} is waiting for. With seats left the student gets in, without any the entry is dropped.',
        'We are closing the waiting lists. {enrolment.student.name} moves up where there is still room, and is removed otherwise.',
        'Please decide on {enrolment.student.name}, who is waitlisted: admit as long as the section has a seat, else drop.',
        'Is there room for {enrolment.student.name} in the waitlisted section? Admit in that case. When it is full, drop the entry.',
      ],
      look: [
        ['find_students', { name: 'enrolment.student.name' }],
        ['list_enrolments', { student_id: 'enrolment.student_id' }],
        ['get_section', { section_id: 'enrolment.section_id' }],
      ],
      when: 'enrolment.section.seats > 0',
      way: {
        calls: [['admit', { enrolment_id: 'enrolment.id' }]],
        goals: {
          enrolment: { status: "'enrolled'" },
          'enrolment.section': { seats: 'enrolment.section.seats - 1' },
        },
      },
      otherWay: {
        calls: [['drop', { enrolment_id: 'enrolment.id' }]],
        gone: ['enrolment'],
      },
    },
    {
      family: 'bulk',
      level: 3,
      name: 'substitute',
      draw: {
        teacher: 'teachers: count(sections: teacher_id = teacher.id) >= 2',
        other:
          'teachers: other.id != teacher.id and count(sections: teacher_id = other.id) + count(sections: teacher_id = teacher.id) <= 8',
      },
      each: { name: 'section', of: 'sections: teacher_id = teacher.id', least: 2, most: 8 },
      asks: [
        '{teacher.name} is on sabbatical this term. {other.name} takes all of the sections.',
        'Please replace {teacher.name} by {other.name} in every section.',
        'All sections of {teacher.name} are going to be taught by {other.name}. Update the schedule.',
        'Could you put {other.name} down as the teacher wherever it says {teacher.name} now?',
        'We hired {other.name} as the substitute for {teacher.name}: change each of the sections.',
        'Give the sections that {teacher.name} has to {other.name}, the whole lot.',
      ],
      way: {
        calls: [
          ['find_teachers', { name: 'teacher.name' }],
          ['find_teachers', { name: 'other.name' }],
          ['list_sections', { teacher_id: 'teacher.id' }],
        ],
        callsEach: [['replace_teacher', { section_id: 'section.id', teacher_id: 'other.id' }]],
        goalsEach: { section: { teacher_id: 'other.id' } },
      },
    },
    {
      family: 'repair',
      level: 3,
      name: 'visiting_student',
      draw: {
        student: 'students: not student.has_hold and student.year > 1',
        section:
          "sections: section.seats > 0 and section.course.program_id != student.program_id and count(passed: student_id = student.id and course_id = section.course_id) = 0 and count(enrolments: student_id = student.id and status = 'enrolled' and its.section.hour = section.hour) = 0 and count(enrolments: student_id = student.id and section_id = section.id) = 0",
        full: '= section.course.credits',
        credits: '= floor(section.course.credits / 2)',
      },
      asks: [
        'Enrol {student.name} in {section.id} with the credits that count for a visitor from another program.',
        '{student.name} joins section {section.id} from outside the program. Book it with the right number of credits.',
        'Please put {student.name} into {section.id} ({section.course.title}) and see to it that the credits are booked as the rules say.',
        '{student.name} got a place in {section.course.title}, section {section.id}. The credits have to be correct, and they come from another program.',
        'Could you register {student.name} for {section.id}? Mind that the student belongs to a different program when you book the credits.',
        'One enrolment, {student.name} into {section.id}, credits by the book.',
      ],
      way: {
        calls: [
          ['find_students', { name: 'student.name' }],
          ['get_section', { section_id: 'section.id' }],
          ['get_course', { course_id: 'section.course_id' }],
          ['enrol', { student_id: 'student.id', section_id: 'section.id', credits: 'full' }],
          ['enrol', { student_id: 'student.id', section_id: 'section.id', credits: 'credits' }],
        ],
        goals: {
          '+enrolments': {
            student_id: 'student.id',
            section_id: 'section.id',
            status: "'enrolled'",
            grading: "'letter'",
          },
          section: { seats: 'section.seats - 1' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'enrolment',
      draw: {
        student: 'students: true',
        section:
          'sections: section.course.program_id = student.program_id and count(enrolments: student_id = student.id and section_id = section.id) = 0',
        credits: '= section.course.credits',
      },
      asks: [
        'Enrol {student.name} in section {section.id} for {credits} credits.',
        '{student.name} wants to take {section.course.title} in {section.id}, {credits} credits.',
        'Please register {student.name} for {section.id}; the course gives {credits} credits.',
        'Can {student.name} join {section.id} ({section.course.title}, {credits} credits)?',
        'A late registration: {student.name}, section {section.id}, {credits} credits.',
        'The advisor of {student.name} signed off on {section.id} with {credits} credits. Put it through.',
      ],
      look: [
        ['find_students', { name: 'student.name' }],
        ['get_section', { section_id: 'section.id' }],
        ['get_course', { course_id: 'section.course_id' }],
        ['list_passed', { student_id: 'student.id' }],
        ['list_enrolments', { student_id: 'student.id' }],
      ],
      way: {
        calls: [['enrol', { student_id: 'student.id', section_id: 'section.id', credits: 'credits' }]],
        goals: {
          '+enrolments': {
            student_id: 'student.id',
            section_id: 'section.id',
            status: "'enrolled'",
            grading: "'letter'",
          },
          section: { seats: 'section.seats - 1' },
        },
      },
    },
    {
      family: 'request',
      level: 2,
      name: 'pass_fail',
      draw: {
        enrolment:
          "enrolments: enrolment.status = 'enrolled' and enrolment.grading = 'letter' and count(enrolments: student_id = enrolment.student_id and its.section.course_id = enrolment.section.course_id) = 1",
      },
      asks: [
        '{enrolment.student.name} would like {enrolment.section.course.title} to be graded pass or fail.',
        'Change the grading of {enrolment.section.course.title} to pass/fail for {enrolment.student.name}.',
        'Can {enrolment.student.name} take {enrolment.section.course.title} as pass/fail instead of for a letter?',
        'A petition from {enrolment.student.name}: pass/fail in {enrolment.section.course.title}.',
        'Set {enrolment.section.course.title} to pass/fail in the record of {enrolment.student.name}, please.',
        '{enrolment.student.name} is worried about {enrolment.section.course.title} and asks for pass/fail grading there.',
      ],
      look: [
        ['find_students', { name: 'enrolment.student.name' }],
        ['find_courses', { title: 'enrolment.section.course.title' }],
        ['list_sections', { course_id: 'enrolment.section.course_id' }],
        ['list_enrolments', { student_id: 'enrolment.student_id' }],
      ],
      way: {
        calls: [['set_grading', { enrolment_id: 'enrolment.id', grading: "'pass_fail'" }]],
        goals: { enrolment: { grading: "'pass_fail'" } },
      },
    },
    {
      family: 'unclear',
      level: 2,
      name: 'which_campus',
      draw: {
        student: 'students: not student.has_hold and student.year > 1',
        section:
          "sections: section.campus = student.wanted_campus and section.seats > 0 and section.course.program_id = student.program_id and count(sections: course_id = section.course_id and campus = section.campus) = 1 and count(sections: course_id = section.course_id) > 1 and count(passed: student_id = student.id and course_id = section.course_id) = 0 and count(enrolments: student_id = student.id and its.section.course_id = section.course_id) = 0 and count(enrolments: student_id = student.id and status = 'enrolled' and its.section.hour = section.hour) = 0",
        credits: '= section.course.credits',
      },
      asks: [
        "Enrol {student.name} in {section.course.title} for {credits} credits, on the campus of {student.name|first}'s choice.",
        '{student.name} signed up for {section.course.title} ({credits} credits) and left the campus blank.',
        'Please get {student.name} into {section.course.title}, {credits} credits. The campus has to be cleared up first.',
        'A place in {section.course.title} for {student.name}: {credits} credits, campus still to be asked.',
        'The form of {student.name} says {section.course.title} and {credits} credits, but not whether main or river campus. Complete the enrolment.',
        'Put {student.name} into the section of {section.course.title} on whichever campus suits; it is {credits} credits.',
      ],
      look: [
        ['find_students', { name: 'student.name' }],
        ['find_courses', { title: 'section.course.title' }],
        ['ask_student', { student_id: 'student.id', about: "'campus'" }],
      ],
      way: {
        calls: [
          ['list_sections', { course_id: 'section.course_id' }],
          ['enrol', { student_id: 'student.id', section_id: 'section.id', credits: 'credits' }],
        ],
        goals: {
          '+enrolments': {
            student_id: 'student.id',
            section_id: 'section.id',
            status: "'enrolled'",
            grading: "'letter'",
          },
          section: { seats: 'section.seats - 1' },
        },
      },
    },
  ],
};
