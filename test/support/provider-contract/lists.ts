import { beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { newKey, openedOn, takenOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";
import type { ListPage, ListWindow, Outcome, ProviderLists } from "#features/payments/server/base/gateway.ts";

/** Cases of the lists of a whole account. */
export function listCases(stageNow: () => Stage): void {
  let stage: Stage;
  let lists: ProviderLists;
  beforeAll(() => {
    stage = stageNow();
    ({ lists } = stage.provider);
  });
  /** A second of its own for each test: Stripe lists by whole seconds. */
  let began = 0;
  beforeEach(() => {
    stage.now += 10 * MINUTE_MS;
    began = stage.now;
  });

  /** A whole list, newest first. */
  async function all<T>(
    ask: (window: ListWindow) => Promise<Outcome<ListPage<T>>>,
    between: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<T[]> {
    const found: T[] = [];
    let after: string | undefined;
    do {
      const page = value(await ask({ since: began, after }));
      found.push(...page.items);
      after = page.next;
      if (after !== undefined) await between();
    } while (after !== undefined);
    return found;
  }

  test("what happened is listed newest first, by the name that a webhook tells it, about its intent", async () => {
    const { ref } = await takenOn(stage);
    stage.now += 1000;
    value(
      await stage.provider.refund({
        key: newKey(),
        ref,
        opId: newKey(),
        amount: { minor: 100, currency: "EUR" },
      }),
    );
    const events = await all(lists.events);
    expect(events.map(({ type }) => type)).toEqual([
      "refund.created",
      "payment_intent.succeeded",
      "payment_intent.amount_capturable_updated",
    ]);
    expect(new Set(events.map((event) => event.ref))).toEqual(new Set([ref]));
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3);
    expect(events[0]?.at).toBe(stage.now);
  });

  test("a refund that fails days later and a dispute are listed where no webhook arrives", async () => {
    const [failing, disputed] = [
      await takenOn(stage, "4000000000005126"),
      await takenOn(stage, "4000000000000259"),
    ];
    value(
      await stage.provider.refund({
        key: newKey(),
        ref: failing.ref,
        opId: newKey(),
        amount: { minor: 100, currency: "EUR" },
      }),
    );
    stage.now += 3 * DAY_MS;
    value(await stage.provider.listRefunds(failing.ref));
    const told = (await all(lists.events)).map(({ type, ref }) => `${type} ${ref}`);
    expect(told).toContain(`refund.failed ${failing.ref}`);
    expect(told).toContain(`charge.dispute.created ${disputed.ref}`);
  });

  test("a list longer than a page has no gap and nothing twice, also while more happens", async () => {
    const made = await Promise.all(Array.from({ length: 51 }, () => takenOn(stage)));
    const events = await all(lists.events, () => takenOn(stage));
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(102);
    expect(events).toHaveLength(102);
    expect(new Set(events.map(({ ref }) => ref))).toEqual(new Set(made.map(({ ref }) => ref)));
  });

  test("nothing older than was asked for is listed; a place that is forgotten is refused, not unknown", async () => {
    await takenOn(stage);
    stage.now += MINUTE_MS;
    expect(value(await lists.events({ since: stage.now }))).toEqual({ items: [], next: undefined });
    expect(await lists.events({ since: began, after: "evt_forgotten" })).toMatchObject({ kind: "rejected" });
  });

  test.each([
    ["silence", "drop_request", { kind: "unknown" }],
    ["an answer of another shape", "no_object", { kind: "unknown" }],
    ["too many calls", "throttle", { kind: "throttled" }],
    ["a wrong key", "bad_key", { kind: "misconfigured" }],
  ] as const)("%s is no empty list", async (_says, fault, said) => {
    await openedOn(stage);
    await stage.plan("events", fault);
    expect(await lists.events({ since: began })).toMatchObject(said);
  });
}
