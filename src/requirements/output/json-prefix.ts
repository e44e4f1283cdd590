/** Whether a text can still become JSON by adding to it. Reads each character once. */
export class JsonPrefix {
  #state: 'value' | 'first' | 'key' | 'colon' | 'next' | 'string' | 'escape' | 'word' | 'end' = 'value';
  #isKey = false;
  #word = '';
  readonly #open: ('[' | '{')[] = [];

  /** Reads more text; false as soon as no JSON can begin like this. */
  push(piece: string): boolean {
    for (const character of piece) if (!this.#read(character)) return false;
    return true;
  }

  #read(character: string): boolean {
    if (this.#state === 'escape') {
      this.#state = 'string';
      return '"\\/bfnrtu'.includes(character);
    }
    if (this.#state === 'string') {
      if (character === '\\') this.#state = 'escape';
      else if (character === '"') this.#state = this.#isKey ? 'colon' : this.#afterValue();
      return character >= ' ';
    }
    if (this.#state === 'word') {
      if (/[\w.+-]/.test(character)) {
        // After two digits, further ones change nothing, so a long number is no longer to test than a short one.
        if (/\d/.test(character) && /\d\d$/.test(this.#word)) return true;
        this.#word += character;
        return couldBeWord(this.#word);
      }
      if (!isWord(this.#word)) return false;
      this.#state = this.#afterValue();
    }
    return /[ \t\r\n]/.test(character) || this.#readToken(character);
  }

  #readToken(character: string): boolean {
    switch (this.#state) {
      case 'colon':
        this.#state = 'value';
        return character === ':';
      case 'next':
        return this.#readSeparator(character);
      case 'end':
        return false;
      case 'key':
        return this.#readKey(character);
      default:
        return this.#readValue(character);
    }
  }

  #readValue(character: string): boolean {
    const isFirst = this.#state === 'first';
    const container = this.#open.at(-1);
    if (isFirst && container === '{') return character === '}' ? this.#close() : this.#readKey(character);
    if (isFirst && character === ']') return this.#close();
    if (character === '[' || character === '{') {
      this.#open.push(character);
      this.#state = 'first';
      return true;
    }
    if (character === '"') {
      this.#isKey = false;
      this.#state = 'string';
      return true;
    }
    this.#state = 'word';
    this.#word = character;
    return couldBeWord(character);
  }

  #readKey(character: string): boolean {
    this.#isKey = true;
    this.#state = 'string';
    return character === '"';
  }

  #readSeparator(character: string): boolean {
    const container = this.#open.at(-1);
    if (character === (container === '[' ? ']' : '}')) return this.#close();
    this.#state = container === '[' ? 'value' : 'key';
    return character === ',';
  }

  #close(): boolean {
    this.#open.pop();
    this.#state = this.#afterValue();
    return true;
  }

  #afterValue(): 'next' | 'end' {
    return this.#open.length > 0 ? 'next' : 'end';
  }
}

const WORDS = ['true', 'false', 'null'];

function couldBeWord(text: string): boolean {
  return WORDS.some((word) => word.startsWith(text)) || /^-?(0|[1-9]\d*)?(\.\d*)?([eE][+-]?\d*)?$/.test(text);
}

function isWord(text: string): boolean {
  return WORDS.includes(text) || /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}
