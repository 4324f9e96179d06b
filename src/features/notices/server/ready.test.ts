import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { checkKept } from "#features/hub/server/check-kept.ts";
import { hubApi } from "#features/hub/contract/api.ts";
import { DAY_MS, MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { WORD_LOCALES } from "#kernel/locale.ts";
import { json } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { useNoticeServers } from "#test/support/people/notice-servers.ts";
import { useWorld } from "#test/support/use-world.ts";
import { defaultRules } from "../domain/settings.ts";
import { planDelivery } from "./plan.ts";
import { sendNotice } from "./send.ts";
import { NOTICE_WORDS } from "./words.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true, runJobs: false });
const { phones, mails, waysFor } = useNoticeServers();

beforeEach(async () => {
  await world.run(sql`update organization set address = 'Hubstr. 1, 10115 Berlin'`);
  const tells = { ...defaultRules(true), quiet: null, mostPerDay: 1000 };
  await world.run(sql`
    insert into notice_settings (org_id, version, rules, changed_at) values (${world.orgId}, 1, ${json(tells)}, now())
    on conflict do nothing`);
});

const parts = (locale: (typeof WORD_LOCALES)[number]) => ({
  db: world.db,
  clock: () => world.now,
  publicUrl: "http://localhost",
  locales: [locale],
  openChoices: () => Promise.resolve(new Set<string>()),
});
/** Whatever is to be said of the delivery now and once it can be undone no more, as the queue would do it. */
async function tell({ id }: Delivery, locale: (typeof WORD_LOCALES)[number] = "en"): Promise<void> {
  const { orgId } = world;
  for (const wait of [0, 3 * MINUTE_MS]) {
    world.now += wait;
    await world.db.as({ orgId }, (tx) => planDelivery({ tx, orgId, now: world.now }, id));
    const due = await world.run<{ id: string }>(
      sql`select id from notice where delivery_id = ${id} and state = 'waiting' order by id`,
    );
    for (const one of due) await sendNotice(parts(locale), waysFor(world))({ orgId, id: one.id });
  }
}
const wish = ({ id }: Delivery, how: "hub" | null) =>
  world.run(sql`update delivery set handover = ${how && json({ how, place: null })}::jsonb where id = ${id}`);
async function onShelf(): Promise<Delivery> {
  const shelf = good(await crew.handle(await crew.collected(), "to_hub", crew.bo));
  await wish(shelf, "hub");
  return shelf;
}
const texts = (part: string) => phones.map(({ text }) => text).filter((text) => text.includes(part));
const keptUntil = async ({ id }: Delivery) =>
  fromIso(good(await crew.bo.call(hubApi.readHandOut, { id })).keptUntil);
const exceptions = async ({ id }: Delivery) =>
  good(await crew.bo.call(exceptionsApi.listExceptions, { kind: "kept_too_long", limit: 100 })).items.filter(
    ({ delivery }) => delivery?.id === id,
  );

test("whoever collects it hears once where, when it is open, until when and by which number", async () => {
  const shelf = await onShelf();
  await tell(shelf);
  await tell(shelf);
  const [text, ...more] = texts("ready to collect");
  expect(more).toEqual([]);
  expect(text).toMatch(
    /is ready to collect at Hubstr\. 1, 10115 Berlin\. Open: .+\. Kept until .+\. Code: http/,
  );
  const mail = mails.findLast(({ text: said }) => said.includes("lies ready for you"));
  expect(mail?.text).toContain(shelf.number);
  expect(mail?.text).toMatch(/We keep it until \w+, /);
});

test.each(WORD_LOCALES)("it is said in %s without a gap", async (locale) => {
  const shelf = await onShelf();
  await world.run(
    sql`update person set locale = ${locale} where id = (select payer_id from delivery where id = ${shelf.id})`,
  );
  await tell(shelf, locale);
  const text = phones.at(-1)?.text ?? "";
  const [, begin = ""] = /\{number\}(.+)\{place\}/.exec(NOTICE_WORDS[locale].notices.ready.sms) ?? [];
  expect(text).toContain(`${begin}Hubstr. 1, 10115 Berlin`);
  expect(text).not.toMatch(/[{}]|: \.|undefined|null/);
});

test("whoever collects it hears of no delay, neither before it lies there nor after", async () => {
  const onTheWay = await crew.collected();
  const { id, number } = onTheWay;
  await wish(onTheWay, "hub");
  world.now = fromIso(onTheWay.window.end) + MINUTE_MS;
  await tell(onTheWay);
  const shelf = good(await crew.handle(await crew.read(crew.bo, id), "to_hub", crew.bo));
  await tell(shelf);
  const about = (part: string) => texts(part).filter((text) => text.includes(number));
  expect(about("ready to collect")).toHaveLength(1);
  expect(about("later than promised")).toEqual([]);
  await wish(shelf, null);
  await tell(shelf);
  expect(about("later than promised").length, "it is brought after all").toBeGreaterThan(0);
});

test("it is taken back where it does not lie there for them after all", async () => {
  const shelf = await onShelf();
  await tell(shelf);
  await wish(shelf, null);
  await tell(shelf);
  await tell(shelf);
  expect(texts("does not hold any more")).toHaveLength(1);
  await wish(shelf, "hub");
  await tell(shelf);
  expect(texts("ready to collect")).toHaveLength(2);
});

test("what nobody collects is an exception, whose reminder is said once more and keeps it on", async () => {
  const shelf = await onShelf();
  await tell(shelf);
  world.now = (await keptUntil(shelf)) - MINUTE_MS;
  await checkKept({ db: world.db, clock: () => world.now });
  expect(await exceptions(shelf)).toEqual([]);
  world.now += 2 * MINUTE_MS;
  await checkKept({ db: world.db, clock: () => world.now });
  await checkKept({ db: world.db, clock: () => world.now });
  const [open, ...others] = await exceptions(shelf);
  expect(others).toEqual([]);
  const { id = "" } = open ?? {};
  const shown = good(await crew.bo.call(exceptionsApi.readException, { id }));
  expect(shown).toMatchObject({
    delivery: { id: shelf.id },
    resolutions: ["remind", "send-back", "dismiss"],
  });
  good(await crew.bo.call(exceptionsApi.resolveException, { id, resolution: "remind", note: null }));
  await tell(shelf);
  await tell(shelf);
  expect(texts("ready to collect")).toHaveLength(2);
  expect((await keptUntil(shelf)) - world.now).toBeGreaterThan(2.9 * DAY_MS);
  await checkKept({ db: world.db, clock: () => world.now });
  expect(await exceptions(shelf)).toEqual([]);
  world.now += 3 * DAY_MS;
  await checkKept({ db: world.db, clock: () => world.now });
  expect(await exceptions(shelf)).toMatchObject([{ id }]);
  good(await crew.bo.call(exceptionsApi.resolveException, { id, resolution: "send-back", note: null }));
  expect((await crew.read(crew.bo, shelf.id)).state).toBe("returning");
});

test("the exception ends by itself once the parcels are there no more", async () => {
  const shelf = await onShelf();
  world.now += 8 * DAY_MS;
  await checkKept({ db: world.db, clock: () => world.now });
  expect(await exceptions(shelf)).toHaveLength(1);
  good(await crew.handle(await crew.read(crew.bo, shelf.id), "load", crew.bo));
  await checkKept({ db: world.db, clock: () => world.now });
  expect(await exceptions(shelf)).toEqual([]);
});
