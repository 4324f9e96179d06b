import { type Server, type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openSmsGateway } from "./sms-gateway.ts";

/** Reacts to one message. @param nth counts them from 1 over all connections */
type Play = (socket: Socket, nth: number) => void;

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(
    servers.splice(0).map((one) => new Promise<void>((done) => void one.close(() => done()))),
  );
});

const answer = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\nconnection: keep-alive\r\n\r\n${body}`;
const TAKEN = (nth: number): string => answer("201 Created", `{"sid":"SM${nth}"}`);
const REFUSED = answer("400 Bad Request", "no");

/** A gateway that writes bytes, since Node's own HTTP server never answers twice. */
async function gatewayThat(play: Play) {
  const seen = { messages: 0, connections: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    let read = "";
    socket.on("data", (part: Buffer) => {
      read += part.toString("utf8");
      const end = read.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(read)?.[1] ?? 0);
      if (end < 0 || read.length < end + 4 + length) return;
      read = read.slice(end + 4 + length);
      seen.messages += 1;
      play(socket, seen.messages);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  // Safe: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  const gateway = openSmsGateway({
    url: `http://127.0.0.1:${port}/sms`,
    method: "POST",
    headers: undefined,
    encoding: "form",
    body: "To={to}&Body={text}",
    from: "Waybill",
    success: "201",
    successField: undefined,
    idField: "/sid",
    allowsPrivate: true,
    waitMs: 400,
  });
  const send = (id: string) => gateway.send({ id, to: "+4930123456", text: id });
  return { send, seen };
}

const SILENT = { end: "unknown", said: "silent" };
const NO = { end: "refused", said: "400 no" };
const later = (work: () => void): void => void setTimeout(work, 20);

test.each<readonly [string, Play]>([
  ["in one piece", (socket) => void socket.write(TAKEN(1) + TAKEN(1))],
  [
    "one after the other",
    (socket) => {
      socket.write(TAKEN(1));
      later(() => void socket.write(TAKEN(1)));
    },
  ],
  [
    "with other words",
    (socket) => {
      socket.write(TAKEN(1));
      later(() => void socket.write(answer("500 Broken", "")));
    },
  ],
])("a second answer %s is not taken for that of the next message", async (_, twice) => {
  const { send, seen } = await gatewayThat((socket, nth) => {
    if (nth === 1) twice(socket, nth);
    // Leaves a second answer the time to come first.
    else setTimeout(() => void socket.write(REFUSED), 100);
  });
  expect(await send("1")).toEqual({ end: "taken", said: "201 SM1" });
  expect(await send("2")).toEqual(NO);
  expect(seen).toEqual({ messages: 2, connections: 2 });
});

test("of many messages at once and after each other, each has its own answer", async () => {
  const { send } = await gatewayThat((socket, nth) => {
    const said = nth % 2 === 0 ? REFUSED : TAKEN(nth);
    socket.write(said + said);
    later(() => void socket.write(TAKEN(99)));
  });
  const first = await Promise.all(Array.from({ length: 10 }, (_, nth) => send(`${nth}`)));
  const second = await Promise.all(Array.from({ length: 10 }, (_, nth) => send(`${nth}`)));
  const ends = [...first, ...second];
  expect(ends.filter(({ end }) => end === "refused")).toHaveLength(10);
  expect(new Set(ends.map(({ said }) => said)).size, "no id is told twice").toBe(11);
});

test("an answer that comes after the wait is nobody's", async () => {
  const { send } = await gatewayThat((socket, nth) => {
    if (nth === 1) setTimeout(() => void socket.write(TAKEN(1)), 500);
    else setTimeout(() => void socket.write(REFUSED), 200);
  });
  expect(await send("1")).toEqual(SILENT);
  expect(await send("2")).toEqual(NO);
});

test.each<readonly [string, Play]>([
  ["before a word", () => undefined],
  ["in the head", (socket) => void socket.write("HTTP/1.1 201 Created\r\ncontent-le")],
  ["in the body", (socket) => void socket.write(TAKEN(1).slice(0, -3))],
  ["and hangs up in the body", (socket) => void socket.end(TAKEN(1).slice(0, -3))],
  ["and says what is no HTTP", (socket) => void socket.write("hello\r\n\r\n")],
])(
  "a gateway that stalls %s leaves open whether it took the message, and the next is asked for anew",
  async (_, stall) => {
    const { send, seen } = await gatewayThat((socket, nth) => {
      if (nth === 1) stall(socket, nth);
      else socket.write(TAKEN(2));
    });
    expect(await send("1")).toEqual(SILENT);
    expect(await send("2")).toEqual({ end: "taken", said: "201 SM2" });
    expect(seen.connections).toBe(2);
  },
);

test("a gateway that refuses to be called was given nothing", async () => {
  const { send } = await gatewayThat(() => undefined);
  await new Promise<void>((done) => void servers.splice(0)[0]?.close(() => done()));
  expect(await send("1")).toEqual({ end: "again", said: "unreached" });
});
