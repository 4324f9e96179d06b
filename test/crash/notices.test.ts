import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { defaultRules } from "#features/notices/domain/settings.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { useNoticeServers } from "#test/support/people/notice-servers.ts";
import { openCrashStand } from "#test/support/processes/crash-stand.ts";
import type { CrashNode, CrashStand } from "#test/support/processes/crash-stand.ts";

const servers = useNoticeServers();
let stand: CrashStand;
beforeAll(async () => {
  stand = await openCrashStand();
  const { world } = stand;
  const rules = { ...defaultRules(true), quiet: null };
  await world.run(sql`
    insert into notice_settings (org_id, version, rules, changed_at) values (${world.orgId}, 1, ${json(rules)}, now())`);
});
afterAll(() => stand.close());

let survivors: readonly CrashNode[] = [];
afterEach(() => Promise.all(survivors.map((one) => one.end())));

type Settings = ReturnType<typeof servers.settings>;

/** Follows a delivery on a server that dies there; by the return nothing of it runs any more. */
async function dieAt(at: string, { id }: Delivery, settings: Settings): Promise<void> {
  const victim = await stand.start(at, 0, settings);
  const news = { orgId: stand.world.orgId, aggregateId: id };
  await victim.run("notices.follow", news).catch(() => undefined);
  expect(await victim.ended).toBe("SIGKILL");
}

/** Two servers that look for what was left lying, once no answer can come any more. */
async function goOn(settings: Settings): Promise<void> {
  stand.world.now += 3 * MINUTE_MS;
  survivors = [await stand.start(undefined, 0, settings), await stand.start(undefined, 0, settings)];
  await Promise.all(survivors.map((one) => one.run("notices.check")));
}

const statesOf = async ({ id }: Delivery) => {
  const rows = await stand.world.run<{ way: string; state: string }>(
    sql`select way, state from notice where delivery_id = ${id} and audience = 'recipient' order by way`,
  );
  return rows.map(({ way, state }) => `${way} ${state}`);
};
const SOON = { timeout: 30_000 };
/** Ids of the mails that tell of the booking; receipts and confirmations go the same way. */
const mailIds = () =>
  servers.mails
    .filter(({ text }) => text.includes("brings you a"))
    .map(({ text }) => /^message-id: (\S+)/im.exec(text)?.[1]);

test.each(["notices.begun", "notices.sent"])(
  "a server that dies at %s and two that go on tell a recipient once by each way",
  async (at) => {
    const settings = servers.settings();
    const delivery = await stand.crew.assigned();
    await dieAt(at, delivery, settings);
    expect(await statesOf(delivery), "it may have arrived").toEqual(["mail sending", "sms sending"]);
    await goOn(settings);
    await expect.poll(() => statesOf(delivery), SOON).toEqual(["mail sent", "sms sent"]);
    const news = { orgId: stand.world.orgId, aggregateId: delivery.id };
    await Promise.all(survivors.map((one) => one.run("notices.follow", news)));
    await Promise.all(survivors.map((one) => one.run("notices.check")));
    expect(await statesOf(delivery)).toEqual(["mail sent", "sms sent"]);
    expect(servers.phones, "one message rang").toHaveLength(1);
    expect(new Set(mailIds()).size, "a mail program shows one").toBe(1);
  },
);

test.each([
  ["notices.begun", 0],
  ["notices.sent", 1],
] as const)(
  "by a gateway without ids, what a server that died at %s left behind is for a person to decide",
  async (at, arrived) => {
    const settings = servers.settings("to={to}&text={text}");
    const delivery = await stand.crew.assigned();
    await stand.world.run(sql`update delivery set recipient = recipient - 'email' where id = ${delivery.id}`);
    await dieAt(at, delivery, settings);
    await goOn(settings);
    await expect.poll(() => statesOf(delivery), SOON).toEqual(["sms unsure"]);
    expect(servers.phones, "it is not sent again").toHaveLength(arrived);
    const { items } = good(
      await stand.crew.bo.call(exceptionsApi.listExceptions, { kind: "notice_failed", limit: 100 }),
    );
    expect(items.map((one) => one.delivery?.id)).toContain(delivery.id);
  },
);
