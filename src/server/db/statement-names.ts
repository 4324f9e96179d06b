import { sha256 } from "./hash.ts";

/** Statements that were sent so often get a name: the server parses and plans those once for each connection. */
const OFTEN = 20;
/** Each connection keeps the plan of each name, some 50 kB. */
const MOST_NAMES = 200;
/** Texts that are counted. Some hold as many places as a list has members: they seldom come again. */
const MOST_TEXTS = 2_000;

const NAME_LETTERS = 32;

interface Use {
  times: number;
  readonly named: { name?: string };
}
/** The name by which the server knows a text from now on, if it comes often. */
export type NameOf = (text: string) => { readonly name?: string };

/** Counts the statements of one pool of connections. */
export function statementNames(): NameOf {
  const uses = new Map<string, Use>();
  let names = 0;
  const forgetSeldom = (): void => {
    for (const [text, { named }] of uses) if (named.name === undefined) uses.delete(text);
  };
  return (text) => {
    const use = uses.get(text);
    if (!use) {
      if (uses.size >= MOST_TEXTS) forgetSeldom();
      uses.set(text, { times: 1, named: {} });
      return {};
    }
    use.times += 1;
    if (use.times === OFTEN && names < MOST_NAMES) {
      names += 1;
      // By its text, so that a name never stands for another statement, whoever shares the connection.
      use.named.name = `waybill_${sha256(text).slice(0, NAME_LETTERS)}`;
    }
    return use.named;
  };
}
