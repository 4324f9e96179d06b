/** Facts of a refusal: amounts, states, limits. `field` names the input at fault, where one is. */
export type Facts = Readonly<Record<string, string | number>>;

/**
 * An expected "no": the request was understood and the rules forbid it. Anything else thrown is a bug.
 *
 * `code` is `room.reason` in kebab case ("quotes.expired"); people read it in their own language.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly facts: Facts;

  constructor(code: string, facts: Facts = {}) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.facts = facts;
  }
}
