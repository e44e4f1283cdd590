/** Columns of amounts, measures, shares and limits. */
import type { Draw } from './draws.js';
import { type Columns, fixed, grouped, money, round, row, two } from './spreadsheets-draws.js';
import { either, THINGS } from './wrangling-draws.js';

/** A price of one to four figures before the point. */
const price = (draw: Draw): number =>
  round(draw.integer(1, 99) * draw.pick([1, 10, 100]) + draw.pick([0.99, 0.5, 0.25, 0.95, 0]), 2);
/** A whole number of one to five figures. */
const whole = (draw: Draw): number => draw.integer(1, 99) * draw.pick([1, 10, 100]) + draw.integer(0, 9);

export const figures: Columns = {
  'amount of a line': fixed((draw) => {
    const [cents, quantity] = [draw.integer(50, 9999), draw.integer(1, 40)];
    return row({ price: `$${money(cents)}`, quantity }, round((cents * quantity) / 100, 2));
  }),
  'price with tax': fixed((draw) => {
    const net = price(draw);
    return row(net, round(net * 1.08, 2));
  }),
  'price after a discount': fixed((draw) => {
    const [full, percent] = [price(draw), draw.pick([5, 10, 15, 20, 25, 40, 50])];
    return row({ price: full, discount: percent }, round(full * (1 - percent / 100), 2));
  }),
  'share as a number': fixed((draw) => {
    const percent = draw.integer(0, 1000) / 10;
    return row(`${percent}%`, round(percent / 100, 3));
  }),
  'number as a share': fixed((draw) => {
    const part = draw.integer(0, 1000) / 1000;
    return row(part, `${(part * 100).toFixed(1)}%`);
  }),
  'amount as a number': fixed((draw) => {
    const cents = whole(draw) * draw.pick([1, 100]) * 100 + draw.integer(0, 99);
    return row(`$${money(cents)}`, cents / 100);
  }),
  'loss in brackets': fixed((draw) => {
    const [value, lost] = [whole(draw), either(draw)];
    return row(lost ? `(${grouped(value, ',')})` : grouped(value, ','), lost ? -value : value);
  }),
  'short thousands and millions': fixed((draw) => {
    const [value, mark] = [draw.integer(10, 999) / 10, draw.pick(['K', 'M'])];
    return row(`${value}${mark}`, round(value * (mark === 'K' ? 1e3 : 1e6), 0));
  }),
  'rounded to five': fixed((draw) => {
    const value = draw.integer(0, 300);
    return row(value, Math.round(value / 5) * 5);
  }),
  'age groups': fixed((draw) => {
    const age = draw.integer(0, 95);
    return row(age, age < 18 ? 'minor' : age < 65 ? 'adult' : 'senior');
  }),
  'group of ten': fixed((draw) => {
    const age = draw.integer(0, 99);
    const from = age - (age % 10);
    return row(age, `${from}-${from + 9}`);
  }),
  'pass or fail': fixed((draw) => {
    const [score, most] = [draw.integer(0, 40), 40];
    return row({ score, name: draw.pick(THINGS) }, score / most >= 0.5 ? 'pass' : 'fail');
  }),
  'minutes as hours and minutes': fixed((draw) => {
    const minutes = draw.integer(1, 900);
    return row(minutes, `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`);
  }),
  'hours and minutes as minutes': fixed((draw) => {
    const [hours, minutes] = [draw.integer(0, 12), draw.integer(0, 59)];
    return row(`${hours}h ${minutes}m`, hours * 60 + minutes);
  }),
  'seconds on a clock': fixed((draw) => {
    const seconds = draw.integer(0, 3599);
    return row(seconds, `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`);
  }),
  'clock to hours': fixed((draw) => {
    const [hours, quarters] = [draw.integer(0, 23), draw.integer(0, 3)];
    return row(`${hours}:${two(quarters * 15)}`, hours + quarters / 4);
  }),
  'Fahrenheit to Celsius': fixed((draw) => {
    const degrees = draw.integer(-20, 110);
    return row(degrees, round(((degrees - 32) * 5) / 9, 1));
  }),
  'miles to kilometres': fixed((draw) => {
    const miles = draw.integer(1, 900);
    return row(`${miles} miles`, round(miles * 1.609, 2));
  }),
  'grams or kilograms': fixed((draw) => {
    const heavy = either(draw);
    const amount = heavy ? draw.integer(1, 50) : draw.integer(5, 900);
    return row(`${amount} ${heavy ? 'kg' : 'g'}`, heavy ? amount * 1000 : amount);
  }),
  'height in inches': fixed((draw) => {
    const [feet, inches] = [draw.integer(4, 6), draw.integer(0, 11)];
    return row(`${feet}'${inches}"`, feet * 12 + inches);
  }),
  'change in percent': fixed((draw) => {
    const [before, after] = [draw.integer(10, 500), draw.integer(10, 500)];
    return row({ before, after }, round(((after - before) / before) * 100, 1));
  }),
  'mean of three marks': fixed((draw) => {
    const [first, second, third] = [draw.integer(0, 100), draw.integer(0, 100), draw.integer(0, 100)];
    return row({ first, second, third }, round((first + second + third) / 3, 2));
  }),
  'over or under budget': fixed((draw) => {
    const budget = draw.integer(1, 40) * 50;
    const spent = budget + draw.pick([-1, 0, 1]) * draw.integer(1, 300);
    return row({ budget, spent }, spent > budget ? 'over' : spent < budget ? 'under' : 'even');
  }),
  'free delivery from fifty': fixed((draw) => {
    const amount = draw.integer(5, 120);
    return row(amount, amount >= 50 ? amount : amount + 5);
  }),
  'grouped thousands': fixed((draw) => {
    const value = whole(draw) * draw.pick([1, 10, 1000]);
    return row(value, grouped(value, ','));
  }),
  'price in euros': fixed((draw) => {
    const cents = draw.integer(1, 999_99);
    return row(cents, `€${Math.floor(cents / 100)}.${two(cents % 100)}`);
  }),
  'decimal comma': fixed((draw) => {
    const value = draw.integer(1, 99_999) / 100;
    return row(value.toFixed(2), value.toFixed(2).replace('.', ','));
  }),
  'area of a measure': fixed((draw) => {
    const [wide, high] = [draw.integer(1, 60), draw.integer(1, 60)];
    return row(`${wide} x ${high} cm`, wide * high);
  }),
  'middle of a range': fixed((draw) => {
    const low = draw.integer(0, 90);
    const high = low + 2 * draw.integer(1, 40);
    return row(`${low}-${high}`, (low + high) / 2);
  }),
  'state of the stock': fixed((draw) => {
    const stock = draw.pick([0, 0, draw.integer(1, 9), draw.integer(10, 200)]);
    return row({ item: draw.pick(THINGS), stock }, stock === 0 ? 'out' : stock < 10 ? 'low' : 'ok');
  }),
  'price per piece': fixed((draw) => {
    const [pieces, cost] = [draw.integer(2, 24), draw.integer(1, 400) / 2];
    return row({ cost, pieces }, round(cost / pieces, 2));
  }),
  'longer side': fixed((draw) => {
    const [width, height] = [draw.integer(1, 500), draw.integer(1, 500)];
    return row({ width, height }, Math.max(width, height));
  }),
};
