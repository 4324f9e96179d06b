import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSmsGateway } from "#server/sms/sms-gateway.ts";
import { readSettings } from "./read.ts";
import { settle } from "./settle.ts";
import { smsChoice, smsContradiction } from "./sms-choice.ts";

/** Settings under each provider's name in the document, as a shell reads them. */
function documented(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const text = readFileSync("docs/operating.md", "utf8").split("\n## Text messages\n")[1]?.split("\n## ")[0];
  const blocks = text?.matchAll(/\*\*(\w+)\*\* [^\n]*:\n\n```\n([^`]+)```/g) ?? [];
  return new Map([...blocks].map(([, name = "", lines = ""]) => [name, variablesOf(lines)]));
}

const variablesOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .trim()
      .split("\n")
      .map((line) => {
        const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
        return [name, value.replace(/^(["'])(.*)\1$/, "$2")];
      }),
  );

interface Got {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const got: Got[] = [];
let reply: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString("utf8")));
  request.on("end", () => {
    const { method, url, headers } = request;
    got.push({ method, path: url, headers, body });
    reply(response);
  });
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  // Safe: it listens on a port, not on a pipe.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((closed) => void server.close(() => closed())));
beforeEach(() => void got.splice(0));

/** The provider's gateway by its documented settings; only its host is ours. */
function gatewayOf(provider: string) {
  const environment = documented().get(provider) ?? {};
  const settings = settle(readSettings(environment, []).settings, environment);
  expect(smsContradiction(settings)).toBeUndefined();
  const { url = "", ...choice } = smsChoice(settings);
  const { pathname, search } = new URL(url);
  return openSmsGateway({ ...choice, url: `${origin}${pathname}${search}`, allowsPrivate: true });
}

const SMS = { id: "0199", to: "+4930123456", text: 'Tür & "Tor" – 50 %\nغدا' };
const JSON_TYPE = { "content-type": "application/json" };

interface Played {
  readonly said: string;
  readonly end: "taken" | "refused" | "again" | "unknown";
}
/** Plays one answer of the provider. */
async function play(provider: string, status: number, body: string): Promise<Played> {
  reply = (response) => response.writeHead(status, JSON_TYPE).end(body);
  return gatewayOf(provider).send(SMS);
}

const basic = ({ headers }: Got): string =>
  Buffer.from((headers.authorization ?? "").replace("Basic ", ""), "base64").toString("utf8");
const formOf = ({ body }: Got) => Object.fromEntries(new URLSearchParams(body));

test("three providers are spelled out", () => {
  expect([...documented().keys()]).toEqual(["Twilio", "46elks", "seven"]);
});

test("Twilio is called as it asks to be: a form by the account's address, its id and token by Basic", async () => {
  expect(await play("Twilio", 201, '{"sid":"SM0123","status":"queued","error_code":null}')).toEqual({
    end: "taken",
    said: "201 SM0123",
  });
  const [call] = got;
  if (!call) throw new Error("nothing came");
  expect(call).toMatchObject({
    method: "POST",
    path: "/2010-04-01/Accounts/ACxxxxxxxx/Messages.json",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(basic(call)).toBe("ACxxxxxxxx:token");
  expect(formOf(call)).toEqual({ To: SMS.to, From: "+15005550006", Body: SMS.text });
});

test("46elks is called as it asks to be: a form with its own names of the fields", async () => {
  expect(await play("46elks", 200, '{"id":"s0123","status":"created","direction":"outgoing"}')).toEqual({
    end: "taken",
    said: "200 s0123",
  });
  const [call] = got;
  if (!call) throw new Error("nothing came");
  expect(call).toMatchObject({
    method: "POST",
    path: "/a1/sms",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(basic(call)).toBe("u123:p456");
  expect(formOf(call)).toEqual({ to: SMS.to, from: "Waybill", message: SMS.text });
});

const SEVEN =
  '{"success":"100","balance":9.9,"messages":[{"id":"7722","recipient":"4930123456","text":"x"}]}';

test("seven is called as it asks to be: JSON with the key in a header", async () => {
  const { end, said } = await play("seven", 200, SEVEN);
  expect(end).toBe("taken");
  expect(said, "the log holds neither the phone nor the text").toBe("200 7722");
  const [call] = got;
  expect(call).toMatchObject({
    method: "POST",
    path: "/api/sms",
    headers: { "x-api-key": "key", accept: "application/json", "content-type": "application/json" },
  });
  expect(JSON.parse(call?.body ?? "")).toEqual({ to: SMS.to, from: "Waybill", text: SMS.text });
});

test.each([
  ["Twilio", 400, '{"code":21211,"message":"Invalid To number","status":400}', "refused"],
  ["Twilio", 401, '{"code":20003,"message":"Authenticate","status":401}', "refused"],
  ["Twilio", 429, '{"code":20429,"message":"Too Many Requests","status":429}', "again"],
  ["Twilio", 503, "", "again"],
  ["Twilio", 500, "", "unknown"],
  ["Twilio", 200, '{"sid":"SM0123"}', "refused"],
  ["46elks", 400, '"Missing key to"', "refused"],
  ["46elks", 401, '"Invalid credentials"', "refused"],
  ["46elks", 403, '"Not enough credits"', "refused"],
  ["46elks", 500, "", "unknown"],
  ["seven", 200, '{"success":"202","messages":[]}', "refused"],
  ["seven", 200, '{"success":"500","messages":[]}', "refused"],
  ["seven", 200, "900", "refused"],
  ["seven", 401, '{"success":"900"}', "refused"],
  ["seven", 503, "", "again"],
] as const)("%s answers %i %s: %s", async (provider, status, body, end) => {
  expect((await play(provider, status, body)).end).toBe(end);
  expect(got).toHaveLength(1);
});
