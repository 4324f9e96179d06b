import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { confirmOrder } from "#features/deliveries/server/public.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import { formatsIn } from "#server/formats.ts";
import {
  bookingKey,
  contact,
  good,
  orderInput,
  pay,
  quote,
  systemOf,
  withKey,
} from "#test/support/people/booking.ts";
import { linkIn, mailsIn } from "#test/support/people/mails.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { bookingMailJobs, deleteOldGuestKeys } from "./booking-mail.ts";
import { BOOKING_WORDS } from "./words.ts";

let guest: Caller;
const { world } = useWorld({ shop: true, runJobs: true });
beforeAll(async () => {
  guest = world.guest();
});

async function placed(language: string, email: string | null = "sam@example.org"): Promise<Order> {
  const key = withKey(bookingKey());
  const input = orderInput(await quote(world, guest, {}, key));
  const headers = { ...key.headers, "accept-language": language };
  const sender = { ...contact("Sam Sender"), email };
  return good(await guest.call(deliveriesApi.placeOrder, { ...input, sender }, { headers }));
}

const decoded = (mail: string): string =>
  mail.replaceAll(/base64\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g, (_, text: string) =>
    Buffer.from(text, "base64").toString("utf8"),
  );
const mailed = async (text: string): Promise<string[]> => {
  await world.settled();
  return (await mailsIn(world.dataFolder, text)).map(decoded);
};
const start = (path: string) => `http://localhost${path}`;

test("a guest's confirmation says what their page says, and its link opens that page", async () => {
  const { id, total } = await placed("en-GB,en;q=0.8");
  await pay(world, id);
  const [mail = "", ...more] = await mailed(`booked-${id}`);
  expect(more).toEqual([]);
  expect(mail).toContain(BOOKING_WORDS.en.booking.cancel);
  expect(mail).toContain(BOOKING_WORDS.en.booking.receipt);
  expect(mail).toContain(`Total: ${formatsIn("en").money(total.minor, total.currency)}`);
  expect(mail).toContain("reserved on your card");
  expect(mail).toMatch(/day,? \d{1,2} \p{L}+ \d{4}/u);
  expect(mail).not.toMatch(/\d\s?[AP]M\b/i);
  expect(mail).toMatch(/Base (fare|fee|price)/i);

  const token = linkIn(mail, start("/t/"))?.split("/").at(-1) ?? "";
  const seen = await guest.call(trackingApi.track, {}, { headers: { [HEADERS.trackingToken]: token } });
  expect(good(seen).state).toBe("booked");

  const key = linkIn(mail, start(`/book/done/${id}#key=`))?.split("#key=")[1] ?? "";
  expect(good(await guest.call(deliveriesApi.readOrder, { id }, withKey(key))).state).toBe("confirmed");
  const { fee } = good(await guest.call(deliveriesApi.previewOrderCancellation, { id }, withKey(key)));
  expect(fee.minor).toBe(0);
  const other = await placed("en");
  expect((await guest.call(deliveriesApi.readOrder, { id: other.id }, withKey(key))).status).toBe(404);
  world.now += 91 * DAY_MS;
  expect((await guest.call(deliveriesApi.readOrder, { id }, withKey(key))).status).toBe(404);
  world.now -= 91 * DAY_MS;
});

test.each(["en", "de", "fr", "es", "ar"] as const)(
  "booked on a page in %s, the confirmation is written so",
  async (language) => {
    const { id } = await placed(language);
    await pay(world, id);
    const [mail = ""] = await mailed(`booked-${id}`);
    expect(mail).toContain(BOOKING_WORDS[language].booking.button);
    expect(mail).toContain(BOOKING_WORDS[language].booking.keep);
  },
);

test("confirmed twice it is sent once; without an address, or unpaid, nothing is sent", async () => {
  const twice = await placed("en");
  await pay(world, twice.id);
  const actor = systemOf(world.orgId);
  await world.db.as(actor, (tx) => confirmOrder(tx, actor, world.now, twice.id));
  expect(await mailed(`booked-${twice.id}`)).toHaveLength(1);
  const without = await placed("en", null);
  await pay(world, without.id);
  const unpaid = await placed("en");
  expect(await mailed(`booked-${without.id}`)).toEqual([]);
  expect(await mailed(`booked-${unpaid.id}`)).toEqual([]);
});

test("whoever has an account is led to their delivery, without a key", async () => {
  const sam = await world.person("Sam", "sender");
  const { id } = good(await sam.call(deliveriesApi.placeOrder, orderInput(await quote(world, sam))));
  const deliveryId = await pay(world, id);
  const [mail = ""] = await mailed(`booked-${id}`);
  expect(mail).toContain(start(`/my/deliveries/${deliveryId}`));
  expect(mail).not.toContain("#key=");
});

test("tries that fail make one key and one link, and the mail that goes out has them; what is over is swept", async () => {
  const { id } = await placed("en");
  await pay(world, id);
  await world.settled();
  await world.db.owner(async (tx) => {
    await sql`delete from booking_mail where order_id = ${id}`.execute(tx);
    await sql`delete from order_key where order_id = ${id}`.execute(tx);
    await sql`delete from tracking_link`.execute(tx);
  });
  const count = () =>
    world.db.owner((tx) =>
      first(
        tx,
        sql<{
          keys: number;
          links: number;
        }>`select (select count(*)::int from order_key where order_id = ${id}) as keys,
                                                    (select count(*)::int from tracking_link) as links`,
      ),
    );
  const event = { orgId: world.orgId, aggregateId: id };
  const parts = {
    db: world.db,
    clock: () => world.now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    dataFolder: world.dataFolder,
    language: "en",
    publicUrl: "http://localhost",
  } as const;
  const send = (url: string | undefined) =>
    bookingMailJobs({ ...parts, mail: { url, from: "waybill@localhost" } }).jobs["sender.mail-booking"]?.(
      event,
    );
  await expect(send("smtp://127.0.0.1:1")).rejects.toThrow("ECONNREFUSED");
  await expect(send("smtp://127.0.0.1:1")).rejects.toThrow("ECONNREFUSED");
  expect(await count()).toEqual({ keys: 1, links: 1 });
  await send(undefined);
  await send(undefined);
  expect(await count()).toEqual({ keys: 1, links: 1 });
  const [mail = ""] = (await mailed(`booked-${id}`)).toReversed();
  const key = linkIn(mail, start(`/book/done/${id}#key=`))?.split("#key=")[1] ?? "";
  expect(good(await guest.call(deliveriesApi.readOrder, { id }, withKey(key))).state).toBe("confirmed");
  await deleteOldGuestKeys(world.db, world.now + 89 * DAY_MS);
  expect((await count())?.keys).toBe(1);
  await deleteOldGuestKeys(world.db, world.now + 91 * DAY_MS);
  expect((await count())?.keys).toBe(0);
});
