# The module random: the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), drawn from as CPython does, so
# that equal seeds give equal numbers. Without a seed it starts from a fixed one.
import math as _mettle_random_math


class _mettle_random_Random:
    def __init__(self, x=None):
        self.state = []
        self.position = 624
        self.spare = None
        self.seed(x)

    def seed(self, a=None, version=2):
        if a is None:
            a = 5489
        if not isinstance(a, int):
            raise NotImplementedError('Monty does not seed random with anything but integers')
        a = abs(int(a))
        words = []
        while a > 0:
            words.append(a & 0xFFFFFFFF)
            a >>= 32
        if not words:
            words.append(0)
        state = [19650218]
        for index in range(1, 624):
            last = state[index - 1]
            state.append((1812433253 * (last ^ (last >> 30)) + index) & 0xFFFFFFFF)
        at = 1
        word = 0
        for _ in range(max(624, len(words))):
            last = state[at - 1]
            state[at] = ((state[at] ^ ((last ^ (last >> 30)) * 1664525)) + words[word] + word) & 0xFFFFFFFF
            at += 1
            word += 1
            if at == 624:
                state[0] = state[623]
                at = 1
            if word == len(words):
                word = 0
        for _ in range(623):
            last = state[at - 1]
            state[at] = ((state[at] ^ ((last ^ (last >> 30)) * 1566083941)) - at) & 0xFFFFFFFF
            at += 1
            if at == 624:
                state[0] = state[623]
                at = 1
        state[0] = 0x80000000
        self.state = state
        self.position = 624
        self.spare = None

    def _refill(self):
        state = self.state
        for index in range(624):
            mixed = (state[index] & 0x80000000) | (state[(index + 1) % 624] & 0x7FFFFFFF)
            twisted = state[(index + 397) % 624] ^ (mixed >> 1)
            state[index] = twisted ^ 0x9908B0DF if mixed & 1 == 1 else twisted
        self.position = 0

    def _word(self):
        if self.position == 624:
            self._refill()
        word = self.state[self.position]
        self.position += 1
        word ^= word >> 11
        word ^= (word << 7) & 0x9D2C5680
        word ^= (word << 15) & 0xEFC60000
        return word ^ (word >> 18)

    def random(self):
        high = self._word() >> 5
        low = self._word() >> 6
        return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)

    def getrandbits(self, k):
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        value = 0
        shift = 0
        while k > 0:
            word = self._word()
            if k < 32:
                word >>= 32 - k
            value |= word << shift
            shift += 32
            k -= 32
        return value

    def _below(self, n):
        bits = len(bin(n)) - 2
        value = self.getrandbits(bits)
        while value >= n:
            value = self.getrandbits(bits)
        return value

    def randrange(self, start, stop=None, step=1):
        if not isinstance(start, int) or not isinstance(step, int) or not (stop is None or isinstance(stop, int)):
            raise NotImplementedError('Monty does not take randrange of anything but integers')
        if stop is None:
            if step != 1:
                raise TypeError('Missing a non-None stop argument')
            if start > 0:
                return self._below(start)
            raise ValueError('empty range for randrange()')
        width = stop - start
        if step == 1:
            if width > 0:
                return start + self._below(width)
            raise ValueError(f'empty range for randrange() ({start}, {stop}, {width})')
        if step == 0:
            raise ValueError('zero step for randrange()')
        count = (width + step - 1) // step if step > 0 else (width + step + 1) // step
        if count <= 0:
            raise ValueError('empty range for randrange()')
        return start + step * self._below(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if len(seq) == 0:
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        for index in range(len(x) - 1, 0, -1):
            other = self._below(index + 1)
            kept = x[index]
            x[index] = x[other]
            x[other] = kept

    def sample(self, population, k, *, counts=None):
        if counts is not None:
            raise NotImplementedError('Monty does not sample by counts')
        if isinstance(population, (set, frozenset, dict)):
            raise TypeError('Population must be a sequence.  For dicts or sets, use sorted(d).')
        count = len(population)
        if not 0 <= k <= count:
            raise ValueError('Sample larger than population or is negative')
        chosen = []
        small = 21
        if k > 5:
            power = 1
            while power < k * 3:
                power *= 4
            small += power
        if count <= small:
            pool = list(population)
            for index in range(k):
                at = self._below(count - index)
                chosen.append(pool[at])
                pool[at] = pool[count - index - 1]
            return chosen
        taken = set()
        for _ in range(k):
            at = self._below(count)
            while at in taken:
                at = self._below(count)
            taken.add(at)
            chosen.append(population[at])
        return chosen

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        count = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[int(self.random() * (count + 0.0))] for _ in range(k)]
            cum_weights = []
            total = 0
            for weight in weights:
                total = weight if not cum_weights else total + weight
                cum_weights.append(total)
        elif weights is not None:
            raise TypeError('Cannot specify both weights and cumulative weights')
        if len(cum_weights) != count:
            raise ValueError('The number of weights does not match the population')
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError('Total of weights must be greater than zero')
        picked = []
        for _ in range(k):
            aim = self.random() * total
            low = 0
            high = count - 1
            while low < high:
                middle = (low + high) // 2
                if aim < cum_weights[middle]:
                    high = middle
                else:
                    low = middle + 1
            picked.append(population[low])
        return picked

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def gauss(self, mu=0.0, sigma=1.0):
        value = self.spare
        self.spare = None
        if value is None:
            angle = self.random() * (2.0 * _mettle_random_math.pi)
            radius = _mettle_random_math.sqrt(-2.0 * _mettle_random_math.log(1.0 - self.random()))
            value = _mettle_random_math.cos(angle) * radius
            self.spare = _mettle_random_math.sin(angle) * radius
        return mu + value * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            first = self.random()
            second = 1.0 - self.random()
            value = (4 * _mettle_random_math.exp(-0.5) / _mettle_random_math.sqrt(2.0)) * (first - 0.5) / second
            if value * value / 4.0 <= -_mettle_random_math.log(second):
                return mu + value * sigma

    def expovariate(self, lambd=1.0):
        return -_mettle_random_math.log(1.0 - self.random()) / lambd


_mettle_random_shared = _mettle_random_Random()

_mettle_module_random = type(
    'random',
    (),
    {
        'Random': _mettle_random_Random,
        'choice': _mettle_random_shared.choice,
        'choices': _mettle_random_shared.choices,
        'gauss': _mettle_random_shared.gauss,
        'normalvariate': _mettle_random_shared.normalvariate,
        'expovariate': _mettle_random_shared.expovariate,
        'getrandbits': _mettle_random_shared.getrandbits,
        'randint': _mettle_random_shared.randint,
        'random': _mettle_random_shared.random,
        'randrange': _mettle_random_shared.randrange,
        'sample': _mettle_random_shared.sample,
        'seed': _mettle_random_shared.seed,
        'shuffle': _mettle_random_shared.shuffle,
        'uniform': _mettle_random_shared.uniform,
    },
)
