import { isCurrency } from "#kernel/currency.ts";

/** How a setting's text is read. */
export interface Kind<T> {
  /** For people: "a whole number from 1 to 65535". */
  readonly says: string;
  /** The value, or nothing when the text is not one. */
  parse(text: string): T | undefined;
  /** The value as a person would write it. */
  show(value: T): string;
}

/** Amounts by currency in minor units, written `EUR=5000,JPY=8000`. */
export const amounts: Kind<Readonly<Record<string, number>>> = {
  says: "pairs such as EUR=5000 divided by commas: a currency and an amount in its minor units",
  parse: (given) => {
    const pairs = given
      .split(",")
      .filter((pair) => pair.trim() !== "")
      .map((pair) => /^([A-Z]{3})=(\d{1,9})$/.exec(pair.trim()));
    const valid = pairs.flatMap((pair): [string, number][] =>
      pair && isCurrency(pair[1] ?? "") ? [[pair[1] ?? "", Number(pair[2])]] : [],
    );
    return valid.length === pairs.length ? Object.fromEntries(valid) : undefined;
  },
  show: (value) =>
    Object.entries(value)
      .map((pair) => pair.join("="))
      .join(","),
};

export const text = (says = "a text", pattern = /^.{1,400}$/): Kind<string> => ({
  says,
  parse: (given) => (pattern.test(given) ? given : undefined),
  show: (value) => value,
});

export const whole = (min: number, max: number): Kind<number> => ({
  says: `a whole number from ${min} to ${max}`,
  parse: (given) => (/^\d{1,9}$/.test(given) && inside(Number(given), min, max) ? Number(given) : undefined),
  show: String,
});

export const decimal = (min: number, max: number): Kind<number> => ({
  says: `a number from ${min} to ${max}`,
  parse: (given) =>
    /^-?\d{1,9}(\.\d{1,9})?$/.test(given) && inside(Number(given), min, max) ? Number(given) : undefined,
  show: String,
});

export const yesNo: Kind<boolean> = {
  says: "yes or no",
  parse: (given) => {
    if (/^(yes|true|on|1)$/i.test(given)) return true;
    return /^(no|false|off|0)$/i.test(given) ? false : undefined;
  },
  show: (value) => (value ? "yes" : "no"),
};

export const choice = <const T extends readonly string[]>(options: T): Kind<T[number]> => ({
  says: `one of ${options.join(", ")}`,
  parse: (given) => options.find((option) => option === given),
  show: (value) => value,
});

/** Items divided by commas or spaces; an empty text is the empty list. */
export const list = <T extends string>(item: Kind<T>): Kind<readonly T[]> => ({
  says: `a list divided by commas, each ${item.says}`,
  parse: (given) => {
    const parts = given.split(/[\s,]+/).filter((part) => part !== "");
    const items = parts.map((part) => item.parse(part)).filter((value) => value !== undefined);
    return items.length === parts.length ? items : undefined;
  },
  show: (value) => value.join(","),
});

/** An absolute http or https address without query, fragment or password; a slash at its end stays. */
export const webAddress: Kind<string> = {
  says: "an address such as https://waybill.example",
  parse: (given) => {
    if (!URL.canParse(given)) return undefined;
    const url = new URL(given);
    const plain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
    return /^https?:$/.test(url.protocol) && plain ? given : undefined;
  },
  show: (value) => value,
};

/** Scheme, host and port alone, as content security policies name them. */
export const webOrigin: Kind<string> = {
  says: "an origin such as https://id.example",
  parse: (given) => {
    const address = webAddress.parse(given);
    return address !== undefined && new URL(address).pathname === "/" ? new URL(address).origin : undefined;
  },
  show: (value) => value,
};

/** RFC 6901; "" is not allowed because the whole token is never a list of roles. */
export const jsonPointer = text("a JSON pointer such as /realm_access/roles", /^(\/([^~/]|~0|~1)*)+$/);

/** Provider role → product roles, written `realm:admin=org-admin+dispatcher,realm:driver=courier`. */
export const roleMap = (roles: readonly string[]): Kind<Readonly<Record<string, readonly string[]>>> => ({
  says: `pairs such as realm:driver=courier divided by commas, with the roles ${roles.join(", ")}`,
  parse: (given) => {
    const pairs = given.split(",").map((pair) => splitOnce(pair.trim()));
    const valid = pairs.every(
      ([from, to]) => from !== "" && to.length > 0 && to.every((role) => roles.includes(role)),
    );
    return valid ? Object.fromEntries(pairs) : undefined;
  },
  show: (value) =>
    Object.entries(value)
      .map(([from, to]) => `${from}=${to.join("+")}`)
      .join(","),
});

/** Parameters of the protocol itself: nobody may set them from outside. */
const OWN_PARAMETERS = new Set([
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "dpop_jkt",
  "id_token_hint",
  "login_hint",
  "nonce",
  "redirect_uri",
  "request",
  "request_uri",
  "resource",
  "response_mode",
  "response_type",
  "scope",
  "state",
]);

/** Names and values of a request, written `audience=urn:x,organization=org_1`. */
export const parameters: Kind<Readonly<Record<string, string>>> = {
  says: "pairs such as audience=urn:waybill:api divided by commas, none of which the protocol sets itself",
  parse: (given) => {
    const pairs = given
      .split(",")
      .filter((pair) => pair.trim() !== "")
      .map((pair): [string, string] => {
        const [name = "", ...value] = pair.trim().split("=");
        return [name, value.join("=")];
      });
    const valid = pairs.every(
      ([name, value]) => /^[a-z_]{1,60}$/i.test(name) && !OWN_PARAMETERS.has(name) && value !== "",
    );
    return valid ? Object.fromEntries(pairs) : undefined;
  },
  show: (value) =>
    Object.entries(value)
      .map((pair) => pair.join("="))
      .join(","),
};

/** Role names may hold "=": the last one divides. */
function splitOnce(pair: string): [string, string[]] {
  const at = pair.lastIndexOf("=");
  return at < 1 ? ["", []] : [pair.slice(0, at), pair.slice(at + 1).split("+")];
}

const inside = (value: number, min: number, max: number) => value >= min && value <= max;
