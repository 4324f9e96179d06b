import { beforeAll, expect, test } from "vitest";
import { signed } from "#engines/sandbox-bank/signature.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Stage } from "./stages.ts";

const [SECRET, NEXT_SECRET] = ["whsec_first000000000000", "whsec_second00000000000"];
const NOW = Date.UTC(2026, 5, 17, 8);
const SECRETS = [SECRET, NEXT_SECRET];

/** Which webhooks are believed. */
export function webhookCases(stageNow: () => Stage): void {
  let stage: Stage;
  beforeAll(() => {
    stage = stageNow();
  });
  const event = (more: object = {}) =>
    JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "payment_intent.succeeded",
      livemode: false,
      data: { object: { object: "payment_intent", id: "pi_1" } },
      ...more,
    });
  const read = (body: string | Buffer, signature: string | undefined) =>
    stage.hears(SECRETS)(Buffer.from(body), () => signature, NOW);

  test("by a secret that was taken out of use is refused", async () => {
    const header = signed(event(), [SECRET], NOW);
    expect(await stage.hears([NEXT_SECRET])(Buffer.from(event()), () => header, NOW)).toBeUndefined();
  });

  test("by the secret in use, by the next one, or by both at once, is believed", async () => {
    const news = { eventId: "evt_1", type: "payment_intent.succeeded", ref: "pi_1" };
    for (const secrets of [[SECRET], [NEXT_SECRET], ["whsec_other", SECRET]])
      expect(await read(event(), signed(event(), secrets, NOW))).toEqual(news);
  });

  test.each<[string, string, string | undefined]>([
    ["none", event(), undefined],
    ["an empty one", event(), ""],
    ["nonsense", event(), "t=1"],
    ["by another secret", event(), signed(event(), ["whsec_other"], NOW)],
    ["of another body", event({ id: "evt_2" }), signed(event(), [SECRET], NOW)],
    [
      "of its words written anew",
      JSON.stringify(JSON.parse(event()), null, 1),
      signed(event(), [SECRET], NOW),
    ],
    ["of the same words with other spaces", `${event()} `, signed(event(), [SECRET], NOW)],
    ["five minutes old", event(), signed(event(), [SECRET], NOW - 5 * MINUTE_MS - 1000)],
    ["five minutes ahead", event(), signed(event(), [SECRET], NOW + 5 * MINUTE_MS + 1000)],
    ["of an old scheme", event(), signed(event(), [SECRET], NOW).replace("v1=", "v0=")],
    ["of no JSON", "hello", signed("hello", [SECRET], NOW)],
    ["of no event", "{}", signed("{}", [SECRET], NOW)],
    ["of a thin event", '{"object":"v2.core.event"}', signed('{"object":"v2.core.event"}', [SECRET], NOW)],
  ])("%s is refused", async (_says, body, signature) => {
    expect(await read(body, signature)).toBeUndefined();
  });

  test.each(["", " ", `${SECRET}\n`])(
    "by a secret that is blank or has a line too many (%j) holds nothing",
    async (wrong) => {
      const header = signed(event(), [SECRET], NOW);
      expect(await stage.hears([wrong])(Buffer.from(event()), () => header, NOW)).toBeUndefined();
    },
  );

  test("up to five minutes old or ahead is believed", async () => {
    for (const at of [NOW - 5 * MINUTE_MS, NOW + 5 * MINUTE_MS])
      expect(await read(event(), signed(event(), [SECRET], at))).toMatchObject({ eventId: "evt_1" });
  });

  test("what belongs to an intent names it; what does not names none", async () => {
    const about = async (object: object) => {
      const body = event({ data: { object } });
      return (await read(body, signed(body, [SECRET], NOW)))?.ref;
    };
    expect(await about({ object: "charge", id: "ch_1", payment_intent: "pi_2" })).toBe("pi_2");
    expect(await about({ object: "refund", id: "re_1", payment_intent: "pi_3" })).toBe("pi_3");
    expect(await about({ object: "dispute", id: "dp_1", payment_intent: "pi_4" })).toBe("pi_4");
    expect(await about({ object: "payout", id: "po_1" })).toBeUndefined();
  });
}
