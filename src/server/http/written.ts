/** A reply that the database wrote as JSON: what is only passed on is not read, turned and written again. */
export class Written<T> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  parsed(): T {
    // Safe: whoever says what the text holds is held to it by tests and by `replyCheck`.
    return JSON.parse(this.text) as T;
  }
}
