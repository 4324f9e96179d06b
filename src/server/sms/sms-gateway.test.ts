import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";
import { type SmsChoice, openSmsGateway } from "./sms-gateway.ts";

interface Got {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const got: Got[] = [];
let reply: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString("utf8")));
  request.on("end", () => {
    got.push({ method: request.method, path: request.url, headers: request.headers, body });
    reply(response);
  });
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  // Safe: it listens on a port, not on a pipe.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => void server.close(() => resolve()));
});
beforeEach(() => {
  got.length = 0;
  reply = (response) => response.writeHead(201, { "content-type": "application/json" }).end('{"sid":"SM1"}');
});

const choice = ({ url: other, ...change }: Partial<SmsChoice> = {}) => ({
  url: other ?? url,
  method: "POST" as const,
  headers: undefined,
  encoding: "form" as const,
  body: "To={to}&From={from}&Body={text}",
  from: "Waybill",
  success: "200-299",
  successField: undefined,
  idField: undefined,
  allowsPrivate: true,
  waitMs: 300,
  ...change,
});
const SMS = { id: "0199", to: "+4930123456", text: 'Tür & "Tor"\nغدا' };

test("Twilio is given a form with name and password, and its id is kept", async () => {
  const headers = "Authorization: Basic QUM6dG9rZW4=";
  const answer = await openSmsGateway(choice({ headers, success: "201", idField: "/sid" })).send(SMS);
  expect(answer).toEqual({ end: "taken", said: "201 SM1" });
  expect(got[0]).toMatchObject({ method: "POST", path: "/sms" });
  expect(got[0]?.headers).toMatchObject({
    authorization: "Basic QUM6dG9rZW4=",
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(Object.fromEntries(new URLSearchParams(got[0]?.body))).toEqual({
    To: SMS.to,
    From: "Waybill",
    Body: SMS.text,
  });
});

test("a gateway that takes JSON is given JSON, whatever the text holds, and a field must say yes", async () => {
  const body = '{"to":"{to}","text":"{text}","from":"{from}","foreign_id":"{id}","flash":false}';
  const seven = choice({
    encoding: "json",
    body,
    headers: "X-Api-Key: k | Idempotency-Key: {id}",
    successField: "/success=100",
  });
  const gateway = openSmsGateway(seven);
  reply = (response) => response.writeHead(200).end('{"success":"100"}');
  expect(await gateway.send({ ...SMS, text: '","to":"+1 {to}' })).toMatchObject({ end: "taken" });
  expect(JSON.parse(got[0]?.body ?? "")).toEqual({
    to: SMS.to,
    text: '","to":"+1 {to}',
    from: "Waybill",
    foreign_id: "0199",
    flash: false,
  });
  expect(got[0]?.headers).toMatchObject({ "x-api-key": "k", "idempotency-key": "0199" });
  expect(gateway.knowsIds).toBe(true);
  expect(openSmsGateway(choice()).knowsIds).toBe(false);
  reply = (response) => response.writeHead(200).end('{"success":"900"}');
  expect(await gateway.send(SMS)).toEqual({ end: "refused", said: '200 {"success":"900"}' });
});

test("a gateway that is called by its address alone gets the message there", async () => {
  expect(await openSmsGateway(choice({ method: "GET", url: `${url}?key=1` })).send(SMS)).toMatchObject({
    end: "taken",
  });
  const query = new URLSearchParams(got[0]?.path?.split("?")[1]);
  expect(Object.fromEntries(query)).toMatchObject({ key: "1", To: SMS.to, Body: SMS.text });
});

test.each([
  [400, "refused"],
  [401, "refused"],
  [302, "refused"],
  [429, "again"],
  [503, "again"],
  [500, "unknown"],
] as const)("status %i ends a try as %s", async (status, end) => {
  reply = (response) => response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("no");
  expect(await openSmsGateway(choice()).send(SMS)).toEqual({ end, said: `${status} no` });
  expect(got).toHaveLength(1);
});

test("silence, a late answer and a broken line leave open whether it was taken; no line at all does not", async () => {
  reply = () => undefined;
  expect(await openSmsGateway(choice()).send(SMS)).toEqual({ end: "unknown", said: "silent" });
  reply = (response) => void setTimeout(() => response.writeHead(201).end(), 600);
  expect(await openSmsGateway(choice()).send(SMS)).toEqual({ end: "unknown", said: "silent" });
  reply = (response) => response.destroy();
  expect(await openSmsGateway(choice()).send(SMS)).toEqual({ end: "unknown", said: "silent" });
  expect(await openSmsGateway(choice({ url: "http://127.0.0.1:1/" })).send(SMS)).toEqual({
    end: "again",
    said: "unreached",
  });
});

test.each([
  "http://127.0.0.1:9/",
  "http://2130706433/",
  "http://[::1]/",
  "http://localhost/",
  "http://[::ffff:10.0.0.1]/",
])("%s is in a private network and is not called unless that is allowed", async (inside) => {
  const answer = await openSmsGateway(choice({ url: inside, allowsPrivate: false })).send(SMS);
  expect(answer).toMatchObject({ end: "again", said: "private" });
});

test("public addresses are told from those of private and special networks", () => {
  for (const address of ["8.8.8.8", "172.32.0.1", "2a01:4f8::1"])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of [
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.31.0.1",
    "192.168.0.1",
    "224.0.0.1",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:8.8.8.8",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "nowhere",
  ])
    expect(isPublicAddress(address), address).toBe(false);
});
