import { NotReached, callGateway } from "./gateway-call.ts";
import type { GatewayAnswer, GatewayCall } from "./gateway-call.ts";

/** A text message to one phone. */
export interface Sms {
  /** The same id is the same message, at each try. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

/**
 * End of one try. `refused`: no later try is taken either. `again`: nothing was taken, a later try may be. `unknown`: it
 * may have been taken.
 */
export interface SmsAnswer {
  readonly end: "taken" | "refused" | "again" | "unknown";
  /** Status and what the gateway said, cut; a word of ours where it said nothing. */
  readonly said: string;
}

/** A gateway by its settings. */
export interface SmsChoice {
  /** Absent: no text message leaves. */
  readonly url: string | undefined;
  readonly method: "POST" | "PUT" | "GET";
  /** `Name: value`, divided by `|`. */
  readonly headers: string | undefined;
  readonly encoding: "form" | "json";
  readonly body: string;
  readonly from: string;
  /** Statuses of success: `200-299`. */
  readonly success: string;
  /** A field of the answer and its value: `/success=100`. */
  readonly successField: string | undefined;
  readonly idField: string | undefined;
  readonly allowsPrivate: boolean;
  readonly waitMs?: number;
}

/** Longest wait for an answer. */
const WAIT_MS = 10_000;
const SAID = 200;

export interface SmsGateway {
  send(sms: Sms): Promise<SmsAnswer>;
  /** The gateway is given the id, by which it knows a message that it has already. */
  readonly knowsIds: boolean;
}

/** The gateway of these settings. */
export function openSmsGateway(choice: SmsChoice & { readonly url: string }): SmsGateway {
  return {
    knowsIds: `${choice.url}${choice.headers ?? ""}${choice.body}`.includes("{id}"),
    async send(sms) {
      try {
        return endOf(await callGateway(callOf(choice, sms)), choice);
      } catch (error) {
        if (error instanceof NotReached) return { end: "again", said: error.why };
        return { end: "unknown", said: "silent" };
      }
    },
  };
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(to|from|text|id)\}/g, (_, name: string) => values[name] ?? "");

function callOf(choice: SmsChoice & { readonly url: string }, sms: Sms): GatewayCall {
  const values = { to: sms.to, from: choice.from, text: sms.text, id: sms.id };
  const isGet = choice.method === "GET";
  const body = choice.encoding === "json" ? jsonBody(choice.body, values) : formBody(choice.body, values);
  const url = new URL(choice.url);
  if (isGet) url.search = [url.search.slice(1), body].filter((part) => part !== "").join("&");
  const type = choice.encoding === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return {
    url,
    method: choice.method,
    headers: { ...(!isGet && { "content-type": type }), ...headersOf(choice.headers ?? "", values) },
    body: isGet ? undefined : body,
    allowsPrivate: choice.allowsPrivate,
    waitMs: choice.waitMs ?? WAIT_MS,
  };
}

/** Fills each value of the form by itself: none can add a field. */
const formBody = (template: string, values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(
    template.split("&").map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [name, fill(value.join("="), values)];
    }),
  ).toString();

/** Fills each text in the JSON by itself. @throws SyntaxError */
const jsonBody = (template: string, values: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    JSON.parse(template, (_, value: unknown) => (typeof value === "string" ? fill(value, values) : value)),
  );

const headersOf = (list: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    list.split("|").flatMap((header) => {
      const at = header.indexOf(":");
      return at < 1 ? [] : [[header.slice(0, at).trim(), fill(header.slice(at + 1).trim(), values)]];
    }),
  );

/** Statuses after which the same call may be taken later. */
const LATER = new Set([408, 425, 429]);

function endOf({ status, body }: GatewayAnswer, choice: SmsChoice): SmsAnswer {
  const fields = parsed(body);
  const id = choice.idField === undefined ? undefined : at(fields, choice.idField);
  const said = `${status} ${id ?? body.replaceAll(/\s+/g, " ").trim()}`.trim().slice(0, SAID);
  if (isIn(status, choice.success)) return { end: hasField(fields, choice) ? "taken" : "refused", said };
  // A server that broke may have taken it before.
  if (status >= 500) return { end: status === 503 ? "again" : "unknown", said };
  return { end: LATER.has(status) ? "again" : "refused", said };
}

const isIn = (status: number, ranges: string): boolean =>
  ranges.split(",").some((range) => {
    const [from = "", to = from] = range.split("-");
    return status >= Number(from) && status <= Number(to);
  });

function hasField(fields: unknown, { successField }: SmsChoice): boolean {
  if (successField === undefined) return true;
  const split = successField.indexOf("=");
  return at(fields, successField.slice(0, split)) === successField.slice(split + 1);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The text or number at a JSON pointer (RFC 6901). */
function at(fields: unknown, pointer: string): string | undefined {
  const found = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      fields,
    );
  return typeof found === "string" || typeof found === "number" || typeof found === "boolean"
    ? String(found)
    : undefined;
}
