/** Columns of figures: amounts, units, shares, ranges, marks. */
import {
  type Columns,
  cents,
  digits,
  fixed,
  GOODS,
  grouped,
  money,
  round,
  row,
} from './spreadsheets-draws.js';

const ROMAN = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;
function roman(value: number): string {
  let [left, text] = [value, ''];
  for (const [worth, sign] of ROMAN) {
    for (; left >= worth; left -= worth) text += sign;
  }
  return text;
}
function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${(teen ? 'th' : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`;
}

export const figures: Columns = {
  'dollars as a number': fixed((draw) => {
    const amount = cents(draw);
    return row(`$${money(amount)}`, amount / 100);
  }),
  'number as dollars': fixed((draw) => {
    const amount = cents(draw);
    return row(amount / 100, `$${money(amount)}`);
  }),
  'euros with a decimal comma as a number': fixed((draw) => {
    const amount = cents(draw);
    return row(`${money(amount, '.', ',')} €`, amount / 100);
  }),
  'decimal comma as a decimal point': fixed((draw) => {
    const amount = cents(draw);
    return row(money(amount, '.', ','), money(amount));
  }),
  'amount and currency swapped': fixed((draw) => {
    const amount = money(cents(draw));
    const currency = draw.pick(['USD', 'EUR', 'GBP', 'CHF', 'JPY']);
    return row(`${currency} ${amount}`, `${amount} ${currency}`);
  }),
  'amounts, owed in brackets': fixed((draw) => {
    const amount = draw.integer(1, 99) * draw.pick([1, 10, 100, 1000]);
    const text = grouped(amount, ',');
    return draw.pick([true, false]) ? row(`(${text})`, -amount) : row(text, amount);
  }),
  'percent as a share': fixed((draw) => {
    const tenths = draw.integer(1, 999);
    return row(`${tenths / 10}%`, round(tenths / 1000, 4));
  }),
  'share as percent': (rule) => {
    const places = rule.pick([0, 1]);
    return (draw) => {
      // Halves, which people and computers round in several ways, are left out.
      const share = draw.integer(0, 999) * 10 + draw.pick([1, 2, 3, 4, 6, 7, 8, 9]);
      const rounded = round(share / 100, places).toFixed(places);
      return row(share / 10_000, `${rounded}%`);
    };
  },
  'grams and kilograms as grams': fixed((draw) =>
    draw.pick([true, false])
      ? (() => {
          const tenths = draw.integer(2, 95);
          return row(`${tenths / 10} kg`, tenths * 100);
        })()
      : (() => {
          const grams = draw.integer(5, 95) * 10;
          return row(`${grams} g`, grams);
        })(),
  ),
  'thousands and millions as numbers': fixed((draw) => {
    const tenths = draw.integer(11, 99);
    return draw.pick([true, false])
      ? row(`${tenths / 10}k`, tenths * 100)
      : row(`${tenths / 10}M`, tenths * 100_000);
  }),
  'whole and fraction as a decimal': fixed((draw) => {
    const [whole, [over, under]] = [
      draw.integer(1, 20),
      draw.pick([
        [1, 2],
        [1, 4],
        [3, 4],
        [1, 8],
        [3, 8],
        [5, 8],
      ] as const),
    ];
    return row(`${whole} ${over}/${under}`, whole + over / under);
  }),
  'marks of all as percent': fixed((draw) => {
    const all = draw.pick([5, 10, 20, 25, 50]);
    const marks = draw.integer(0, all);
    return row(`${marks}/${all}`, `${(100 * marks) / all}%`);
  }),
  'Roman numerals': fixed((draw) => {
    const value = draw.integer(1, 39);
    return row(roman(value), value);
  }),
  'number as an ordinal': fixed((draw) => {
    const value = draw.pick([draw.integer(1, 31), draw.integer(1, 120)]);
    return row(value, ordinal(value));
  }),
  'number of things': (rule) => {
    const thing = rule.pick(['item', 'ticket', 'seat']);
    return (draw) => {
      const count = draw.pick([1, draw.integer(0, 40), draw.integer(2, 40)]);
      return row(count, `${count} ${thing}${count === 1 ? '' : 's'}`);
    };
  },
  'major and minor version': fixed((draw) => {
    const [major, minor] = [draw.integer(0, 12), draw.integer(0, 20)];
    return row(`v${major}.${minor}.${draw.integer(0, 30)}`, `${major}.${minor}`);
  }),
  'inches as centimetres': fixed((draw) => {
    const inches = draw.integer(1, 80);
    return row(`${inches} in`, round(inches * 2.54, 2));
  }),
  'kilometres as miles': fixed((draw) => {
    const kilometres = draw.integer(1, 400);
    return row(kilometres, round(kilometres * 0.621371, 1));
  }),
  'Fahrenheit as Celsius': fixed((draw) => {
    const degrees = draw.integer(5, 110);
    return row(`${degrees}°F`, round(((degrees - 32) * 5) / 9, 1));
  }),
  'pass or fail': (rule) => {
    const least = rule.pick([50, 60]);
    return (draw) => {
      const score = draw.integer(least - 25, least + 25);
      return row(score, score >= least ? 'pass' : 'fail');
    };
  },
  'grade of a score': fixed((draw) => {
    const score = draw.integer(60, 99);
    return row(score, 'DCBA'.charAt(Math.floor(score / 10) - 6));
  }),
  'age bracket': fixed((draw) => {
    const low = 10 * draw.integer(1, 8);
    return row(low + draw.integer(0, 9), `${low}-${low + 9}`);
  }),
  'decade of a year': fixed((draw) => {
    const year = draw.integer(1900, 2029);
    return row(year, `${Math.floor(year / 10)}0s`);
  }),
  'middle of a range': fixed((draw) => {
    const low = draw.integer(0, 60);
    const high = low + 2 * draw.integer(1, 20);
    return row(`${low}-${high}`, (low + high) / 2);
  }),
  'volume of a box': fixed((draw) => {
    const [a, b, c] = [draw.integer(2, 60), draw.integer(2, 60), draw.integer(2, 40)];
    return row(`${a} x ${b} x ${c} cm`, a * b * c);
  }),
  'price of several': fixed((draw) => {
    const [price, quantity] = [draw.integer(50, 9999), draw.integer(1, 12)];
    return row({ item: draw.pick(GOODS), price: `$${money(price)}`, quantity }, (price * quantity) / 100);
  }),
  'price with tax': (rule) => {
    const rate = rule.pick([20, 19, 8]);
    return (draw) => {
      const net = draw.integer(1, 400) * 5;
      return row(net, round((net * (100 + rate)) / 100, 2));
    };
  },
  'change in percent': fixed((draw) => {
    const [before, percent] = [10 * draw.integer(2, 50), draw.pick([-50, -30, -20, -10, 10, 20, 30, 50, 70])];
    const now = (before * (100 + percent)) / 100;
    return row({ before, now }, `${percent > 0 ? '+' : ''}${percent}%`);
  }),
  'number as a padded reference': (rule) => {
    const [prefix, width] = [rule.pick(['INV-', 'ORD', 'PO/']), rule.pick([5, 6])];
    return (draw) => {
      const number = draw.integer(1, 9) * draw.pick([1, 10, 100, 1000]) + draw.integer(0, 9);
      return row(number, `${prefix}${String(number).padStart(width, '0')}`);
    };
  },
  'number of a padded reference': fixed((draw) => {
    const number = draw.pick([draw.integer(1, 99), draw.integer(100, 9999)]);
    return row(`INV-${String(number).padStart(6, '0')}`, number);
  }),
  'thousands with spaces as a number': fixed((draw) => {
    const number = draw.integer(1, 9999) * draw.pick([1, 10, 100, 1000]) + draw.integer(0, 9);
    return row(grouped(number, ' '), number);
  }),
  'degrees and minutes as degrees': fixed((draw) => {
    const [whole, quarter, side] = [draw.integer(0, 89), draw.integer(0, 3), draw.pick(['N', 'S'])];
    const degrees = whole + quarter / 4;
    return row(
      `${whole}°${String(15 * quarter).padStart(2, '0')}'${side}`,
      side === 'N' ? degrees : 0 - degrees,
    );
  }),
  'largest of three columns': fixed((draw) => {
    const [jan, feb, mar] = [draw.integer(1, 999), draw.integer(1, 999), draw.integer(1, 999)];
    return row({ jan, feb, mar }, Math.max(jan, feb, mar));
  }),
  'last digits of an account': (rule) => {
    const shown = rule.pick([3, 4]);
    return (draw) => {
      const account = digits(draw, draw.integer(8, 12));
      return row(account, `${'*'.repeat(account.length - shown)}${account.slice(-shown)}`);
    };
  },
};
