import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { defaultRules } from "#features/notices/domain/settings.ts";
import type { Actor } from "#kernel/actor.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { openBenchServer } from "./bench-server.ts";
import { type Turns, handOverInTurn } from "./next-stops.ts";

export interface NoticeEffort extends Omit<Turns, "onNext"> {
  readonly deliveries: number;
}

export interface NoticeFigures {
  readonly deliveries: number;
  /** Messages that were due: a mail and a text message for each event of a delivery. */
  readonly due: number;
  readonly arrived: number;
  readonly twice: number;
  /** Of the events that are spread over a minute, of stops that come next, and of events at once. */
  readonly spread: Waits;
  readonly next: Waits;
  readonly burst: Waits;
}

/** From the commit of the event to the message at its server, in ms. */
interface Waits {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Longest wait for the rest of the messages. */
const PATIENCE_MS = 2 * MINUTE_MS;
/** Events, and the time from a delivery's to the next one's: 200 bookings within a minute, all cancelled at once. */
const PACES_MS = { created: 300, cancelled: 0 } as const;
const addressesOf = (nth: number) => ({
  phone: `+49301${String(nth).padStart(6, "0")}`,
  email: `r${nth}@example.org`,
});
type Event = keyof typeof PACES_MS;
type Told = Event | "next" | "other";
/** Subject of a message, by its words. */
const toldIn = (text: string): Told => {
  if (text.includes("cancelled")) return "cancelled";
  if (text.includes("comes next")) return "next";
  return text.includes("is on its way") ? "other" : "created";
};

/**
 * Deliveries that are booked side by side, brought to their recipients one after the other by their couriers, and
 * cancelled side by side, each told by mail and text message through a real mail server and a real gateway in this process.
 */
export async function benchNotices({ deliveries, ...turns }: NoticeEffort): Promise<NoticeFigures> {
  const arrivals = new Map<string, number[]>();
  const arrive = (to: string, text: string) => {
    const key = `${toldIn(text)} ${to}`;
    arrivals.set(key, [...(arrivals.get(key) ?? []), Date.now()]);
  };
  const gateway = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString("utf8")));
    request.on("end", () => {
      const given = new URLSearchParams(body);
      arrive(given.get("to") ?? "", given.get("text") ?? "");
      response.writeHead(201).end('{"id":"g1"}');
    });
  });
  const smtp = new SMTPServer({
    authOptional: true,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const text = Buffer.concat(parts)
          .toString("utf8")
          .replaceAll(/=\r?\n/g, "");
        arrive(envelope.rcptTo.map(({ address }) => address).join(), text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void gateway.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  // Safe: both listen on ports, not on pipes.
  const ports = [gateway.address(), smtp.server.address()].map((one) => (one as AddressInfo).port);
  const server = await openBenchServer(() => [], {
    runJobs: true,
    mail: { url: `smtp://127.0.0.1:${ports[1]}`, from: "notices@waybill.example" },
    sms: {
      url: `http://127.0.0.1:${ports[0]}/`,
      method: "POST",
      headers: undefined,
      encoding: "form",
      body: "to={to}&text={text}&id={id}",
      from: "Waybill",
      success: "201",
      successField: undefined,
      idField: undefined,
      allowsPrivate: true,
    },
  });
  try {
    const { db, orgId } = server;
    const world = { db, orgId, now: Date.now() };
    const booked = await bookMany(world, deliveries, { start: world.now });
    await db.owner(async (tx) => {
      // At night nothing would be sent at all.
      const rules = { ...defaultRules(true), quiet: null };
      await sql`insert into notice_settings (org_id, version, rules, changed_at) values (${orgId}, 1, ${json(rules)}, now())`.execute(
        tx,
      );
      // Each has an address of their own: one address gets few messages a day.
      for (const [nth, { id }] of booked.entries())
        await sql`update delivery set recipient = recipient || ${json(addressesOf(nth))},
                    sender = sender || '{"phone": null, "email": null}' where id = ${id}`.execute(tx);
    });
    const system: Actor = { kind: "system", orgId, roles: [] };
    const begun = new Map<string, number>();
    const begin = (told: Told, nth: number) => {
      for (const to of Object.values(addressesOf(nth))) begun.set(`${told} ${to}`, Date.now());
    };
    const arrived = async () => {
      const isThere = () => [...begun.keys()].every((key) => arrivals.has(key));
      for (const until = Date.now() + PATIENCE_MS; !isThere() && Date.now() < until;) await sleep(100);
    };
    const tellOf = async (event: Event, of: typeof booked) => {
      await Promise.all(
        of.map(async (one, turn) => {
          const { id } = one;
          await sleep(turn * PACES_MS[event]);
          await db.as({ orgId }, async (tx) => {
            if (event === "cancelled")
              await sql`update delivery set closed_as = 'cancelled', state_shown = 'cancelled' where id = ${id}`.execute(
                tx,
              );
            await emit(tx, system, Date.now(), {
              aggregate: "delivery",
              aggregateId: id,
              type: `delivery.${event}`,
              data: {},
              audience: {},
              occurredAt: Date.now(),
            });
          });
          begin(event, booked.indexOf(one));
        }),
      );
      await arrived();
    };
    await tellOf("created", booked);
    const handedOver = await handOverInTurn(server, booked, {
      ...turns,
      onNext: (nth) => begin("next", nth),
    });
    await arrived();
    await tellOf(
      "cancelled",
      booked.filter(({ id }) => !handedOver.has(id)),
    );
    const waitsOf = (event: Told): Waits => {
      const took = [...begun]
        .filter(([key]) => key.startsWith(event))
        .flatMap(([key, at]) => (arrivals.get(key) ?? []).slice(0, 1).map((there) => there - at))
        .toSorted((one, other) => one - other);
      const share = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0;
      return { medianMs: share(0.5), p99Ms: share(0.99) };
    };
    return {
      deliveries,
      due: begun.size,
      arrived: [...begun.keys()].filter((key) => arrivals.has(key)).length,
      twice: [...arrivals.values()].filter((times) => times.length > 1).length,
      spread: waitsOf("created"),
      next: waitsOf("next"),
      burst: waitsOf("cancelled"),
    };
  } finally {
    await server.close();
    gateway.closeAllConnections();
    await new Promise<void>((resolve) => void gateway.close(() => resolve()));
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  }
}
