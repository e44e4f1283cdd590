import { defineOptions, type MettleError, type OptionKinds, option } from '../../core/index.js';
import { WaitingLine } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import { checkAmount, checkCount, checkSeconds } from './check-option.js';
import { type Clock, systemClock } from './clock.js';
import type { ModelPrice } from './prices.js';

/** What may be used. What is left out is not limited, except by the parent. */
export interface BudgetLimits {
  /** Calls that are made, whether they succeed or not. */
  readonly calls?: number;
  /** Tokens read and written. */
  readonly tokens?: number;
  /** Money, in the currency of the prices. */
  readonly cost?: number;
  /** Wall-clock seconds since the budget was made. A call under way is given up when they have passed. */
  readonly seconds?: number;
}

/** The kinds of {@link BudgetLimits}. */
const BUDGET_LIMITS: OptionKinds<BudgetLimits> = {
  calls: option.number,
  tokens: option.number,
  cost: option.number,
  seconds: option.number,
};

/** What has been used. */
export interface BudgetUse {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
  readonly seconds: number;
}

/** What one call needs. */
export interface CallNeed {
  /** Tokens of the request. */
  readonly inputTokens: number;
  /** Tokens the reply may have. */
  readonly outputTokens: number;
  /** What the model costs; undefined where that is not known. */
  readonly price: ModelPrice | undefined;
}

/** A part of a budget that is held back for a call under way. */
export interface Reservation {
  /** Tokens the reply may have: those asked for, or what is left near the end; null where nothing limits them. */
  readonly outputTokens: number | null;
  /** Ends the call: what it used is counted, the rest is free again. */
  settle(used: { readonly tokens: number; readonly cost: number }): void;
  /** Says that the call was never made: nothing is counted, and all is free again. */
  cancel(): void;
}

/** A limit on what model calls use, shared by all who hold it. Made by {@link createBudget}. */
export interface Budget {
  readonly limits: BudgetLimits;
  /** What has been used so far, calls under way counted with nothing but their number. */
  used(): BudgetUse;
  /** What is left of each limit, its parents' counted in; infinity where there is none. Calls under way are taken off. */
  left(): BudgetUse;
  /** Whether nothing is left of a limit, its parents' included, or a call was refused because it didn't fit. */
  isUsedUp(): boolean;
  /** A part of this budget: what it uses is used here too, and it ends when this one does. */
  child(limits?: BudgetLimits): Budget;
  /**
   * Holds back what a call may use. Waits where it does not fit because of calls under way, which may use less.
   *
   * @throws {MettleError} `models/budget_exhausted` when it can't fit; and the signal's reason.
   */
  reserve(need: CallNeed, signal?: AbortSignal): Promise<Reservation>;
  /**
   * Settles when the seconds of this budget, or of one it is a part of, have passed; rejects when the signal is aborted.
   * Null where no seconds are limited.
   */
  timeUp(signal: AbortSignal): Promise<MettleError> | null;
}

/** What {@link createBudget} takes. */
export interface CreateBudgetOptions extends BudgetLimits {
  /** Default: the process's. */
  readonly clock?: Clock;
}

const checkBudgetLimits = defineOptions<BudgetLimits>()('A budget', BUDGET_LIMITS);

const checkCreateBudgetOptions = defineOptions<CreateBudgetOptions>()('createBudget', {
  ...BUDGET_LIMITS,
  clock: option.object,
});

/**
 * Makes a budget. Give it to any number of models with `withBudget`, and parts of it (`child`) to subagents.
 *
 * @example
 * ```ts
 * import { createBudget, withBudget } from 'mettle/models';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const budget = createBudget({ calls: 50, tokens: 200_000 });
 * const part = budget.child({ calls: 10 });
 * const model = withBudget(scriptedModel(['Hi.']), part);
 * await model.call({ messages: [{ role: 'user', content: 'Hello' }] });
 * console.log(part.left().calls, budget.left().calls); // → 9 49
 * ```
 * @throws {MettleError} `core/invalid_option`.
 */
export function createBudget(options: CreateBudgetOptions = {}): Budget {
  checkCreateBudgetOptions(options);
  const { clock = systemClock, ...limits } = options;
  return openBudget(limits, clock, []);
}

/** What a ledger says of all processes that share a budget: what is used for good, with calls under way, and what is held back. */
export interface LedgerState {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
  readonly heldTokens: number;
  readonly heldCost: number;
}

/** Keeps the account of a budget that several processes share. */
export interface BudgetLedger {
  /** Milliseconds of the budget's clock at which its seconds began. */
  readonly startedAt: number;
  read(): LedgerState;
  /** Does a step while no other process changes the account. */
  alone<T>(step: () => T, signal?: AbortSignal): Promise<T>;
  /** Writes down that a call is under way; gives its name. */
  hold(most: { readonly tokens: number; readonly cost: number }): string;
  /** Writes down what became of it: null for a call that was never made. */
  settle(name: string, used: { readonly tokens: number; readonly cost: number } | null): void;
  /** Settles when it is time to look again whether another process has used less than it held back. */
  later(signal?: AbortSignal): Promise<void>;
}

/** A budget whose account is in a ledger that several processes share. What one of them uses is used for all. */
export function createLedgerBudget(
  limits: BudgetLimits,
  ledger: BudgetLedger,
  clock: Clock = systemClock,
): Budget {
  return openBudget(limits, clock, [], ledger);
}

/** One budget's own count. */
interface Account {
  readonly limits: BudgetLimits;
  readonly ledger: BudgetLedger | null;
  readonly startedAt: number;
  calls: number;
  tokens: number;
  cost: number;
  /** Calls under way, and what is held back for them. */
  open: number;
  heldTokens: number;
  heldCost: number;
  /** Whether a call didn't fit. */
  hasRefused: boolean;
  /** Those who wait until something is free again. */
  readonly waiting: WaitingLine;
}

function openBudget(
  limits: BudgetLimits,
  clock: Clock,
  parents: readonly Account[],
  ledger: BudgetLedger | null = null,
): Budget {
  checkBudgetLimits(limits);
  checkCount('calls', limits.calls);
  checkCount('tokens', limits.tokens);
  checkAmount('cost', limits.cost);
  checkSeconds('seconds', limits.seconds);
  const own: Account = {
    limits,
    ledger,
    startedAt: ledger?.startedAt ?? clock.now(),
    calls: 0,
    tokens: 0,
    cost: 0,
    open: 0,
    heldTokens: 0,
    heldCost: 0,
    hasRefused: false,
    waiting: new WaitingLine(),
  };
  const accounts = [own, ...parents];
  const secondsOf = (account: Account): number => (clock.now() - account.startedAt) / 1000;
  const shared = accounts.find((account) => account.ledger !== null)?.ledger ?? null;
  /** Takes over what other processes have done. */
  const refresh = (): void => {
    for (const account of accounts)
      if (account.ledger !== null) Object.assign(account, account.ledger.read());
  };
  /** Holds back what a call may use, or gives the account that is full for now. */
  const tryToHold = (need: CallNeed): Reservation | Account => {
    refresh();
    for (const account of accounts) refuseIfOver(account, need, secondsOf(account));
    const outputTokens = Math.min(...accounts.map((account) => outputFor(account, need)));
    const most = amountOf(need, outputTokens);
    const full = accounts.find((account) => !fitsNow(account, most));
    return full ?? hold(accounts, most, accounts.some(limitsTokens) ? outputTokens : null);
  };
  const left = (): BudgetUse => {
    refresh();
    const least = (of: (account: Account) => number): number => Math.max(0, Math.min(...accounts.map(of)));
    return {
      calls: least(({ limits: { calls = Infinity }, calls: used }) => calls - used),
      tokens: least(
        ({ limits: { tokens = Infinity }, tokens: used, heldTokens }) => tokens - used - heldTokens,
      ),
      cost: least(({ limits: { cost = Infinity }, cost: used, heldCost }) => cost - used - heldCost),
      seconds: least((account) => (account.limits.seconds ?? Infinity) - secondsOf(account)),
    };
  };
  return {
    limits,
    used: () => {
      refresh();
      return { calls: own.calls, tokens: own.tokens, cost: own.cost, seconds: secondsOf(own) };
    },
    left,
    isUsedUp: () =>
      accounts.some(({ hasRefused }) => hasRefused) || Object.values(left()).some((amount) => amount <= 0),
    child: (childLimits = {}) => openBudget(childLimits, clock, accounts),
    async reserve(need, signal) {
      for (;;) {
        signal?.throwIfAborted();
        const step = (): Reservation | Account => tryToHold(need);
        const held = await (shared === null ? step() : shared.alone(step, signal));
        if ('settle' in held) return held;
        await (held.ledger === null ? held.waiting.wait(signal) : held.ledger.later(signal));
      }
    },
    timeUp: (signal) => {
      const limited = accounts.filter((account) => account.limits.seconds !== undefined);
      if (limited.length === 0) return null;
      const ends = limited.map((account) => ({
        account,
        left: (account.limits.seconds ?? 0) - secondsOf(account),
      }));
      const first = ends.reduce((left, right) => (right.left < left.left ? right : left));
      return clock
        .wait(Math.max(0, first.left) * 1000, signal)
        .then(() => exhausted('seconds', first.account.limits.seconds ?? 0));
    },
  };
}

/** A reply that may be shorter than this is not worth a call: the budget is used up. */
const SHORTEST_REPLY = 64;

function refuseIfOver(account: Account, need: CallNeed, seconds: number): void {
  const problem = whyOver(account, need, seconds);
  if (problem === null) return;
  account.hasRefused = true;
  throw problem;
}

function whyOver(account: Account, need: CallNeed, seconds: number): MettleError | null {
  const { limits, calls } = account;
  if (limits.calls !== undefined && calls + 1 > limits.calls) return exhausted('calls', limits.calls);
  if (limits.seconds !== undefined && seconds >= limits.seconds) return exhausted('seconds', limits.seconds);
  const least = amountOf(need, Math.min(need.outputTokens, SHORTEST_REPLY));
  for (const what of ['tokens', 'cost'] as const) {
    const limit = limits[what];
    if (limit !== undefined && account[what] + least[what] > limit) {
      return exhausted(what, limit, account[what], least[what]);
    }
  }
  return null;
}

/** Tokens that the reply of a call may have by what is used for good. */
function outputFor(account: Account, need: CallNeed): number {
  const { limits, tokens, cost } = account;
  const { inputTokens, outputTokens, price } = need;
  const byTokens = (limits.tokens ?? Infinity) - tokens - inputTokens;
  const perToken = (price?.output ?? 0) / MILLION;
  const byCost = ((limits.cost ?? Infinity) - cost - amountOf(need, 0).cost) / perToken;
  let most = Math.min(outputTokens, byTokens, perToken === 0 ? Infinity : Math.floor(byCost));
  // What division rounds up may be over the limit by less than any money: the call would wait for nobody.
  while (most > 0 && !fits(account, amountOf(need, most))) most -= 1;
  return most;
}

function limitsTokens({ limits }: Account): boolean {
  return limits.tokens !== undefined || limits.cost !== undefined;
}

const MILLION = 1_000_000;

interface Amount {
  readonly tokens: number;
  readonly cost: number;
}

function amountOf({ inputTokens, price }: CallNeed, outputTokens: number): Amount {
  const cost = (inputTokens * (price?.input ?? 0) + outputTokens * (price?.output ?? 0)) / MILLION;
  return { tokens: inputTokens + outputTokens, cost };
}

/** Whether an amount fits beside what is used for good. */
function fits({ limits, tokens, cost }: Account, most: Amount): boolean {
  return tokens + most.tokens <= (limits.tokens ?? Infinity) && cost + most.cost <= (limits.cost ?? Infinity);
}

/** Whether an amount fits beside what is held back as well. */
function fitsNow(account: Account, { tokens, cost }: Amount): boolean {
  return fits(account, { tokens: account.heldTokens + tokens, cost: account.heldCost + cost });
}

function hold(accounts: readonly Account[], most: Amount, outputTokens: number | null): Reservation {
  const names = accounts.map(({ ledger }) => ledger?.hold(most) ?? null);
  for (const account of accounts) {
    account.calls++;
    account.open++;
    account.heldTokens += most.tokens;
    account.heldCost += most.cost;
  }
  let isSettled = false;
  const end = (used: Amount, calls: number): void => {
    if (isSettled) return;
    isSettled = true;
    for (const [index, account] of accounts.entries()) {
      const name = names[index];
      if (typeof name === 'string') account.ledger?.settle(name, calls === 0 ? null : used);
      account.calls -= 1 - calls;
      account.open--;
      // Taking away what was added leaves a little, of which the last call would have to stay clear.
      account.heldTokens = account.open === 0 ? 0 : account.heldTokens - most.tokens;
      account.heldCost = account.open === 0 ? 0 : account.heldCost - most.cost;
      account.tokens += used.tokens;
      account.cost += used.cost;
    }
    for (const account of accounts) account.waiting.serveAll();
  };
  return {
    outputTokens,
    settle: (used) => end(used, 1),
    cancel: () => end({ tokens: 0, cost: 0 }, 0),
  };
}

const WORDS: Readonly<Record<keyof BudgetLimits, string>> = {
  calls: 'model calls',
  tokens: 'tokens',
  cost: 'in money',
  seconds: 'seconds',
};

function exhausted(what: keyof BudgetLimits, limit: number, used?: number, wanted?: number): MettleError {
  const more = wanted === undefined ? '' : `: ${used} are used, and this call may take ${wanted}`;
  return modelError('budget_exhausted', `The budget of ${limit} ${WORDS[what]} is used up${more}.`, {
    details: { what, limit, transient: false },
  });
}
