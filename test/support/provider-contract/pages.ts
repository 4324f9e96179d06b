import { beforeAll, expect, test } from "vitest";
import { money } from "#kernel/money.ts";
import { newId } from "#server/ids.ts";
import { AMOUNT as amount, GOOD_NUMBER, newKey, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";
import type { HostedPages, PaymentProvider } from "#features/payments/server/gateway.ts";

/** The provider's own page. */
export function pageCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  let pages: HostedPages;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
    if (!provider.pages) throw new Error("no pages");
    ({ pages } = provider);
  });

  const order = () => ({
    key: newKey(),
    paymentId: newId(stage.now),
    amount,
    description: "W-1",
    returnUrl: "http://localhost/book/pay/o",
  });

  test("opens a page that is paid on nowhere yet; the same key opens the same page", async () => {
    const wanted = order();
    const page = value(await pages.open(wanted));
    expect(page).toMatchObject({ state: "open", intentRef: null, url: expect.stringContaining(page.ref) });
    expect(value(await pages.open(wanted))).toEqual(page);
    const other = await pages.open({ ...wanted, amount: money(5000, "EUR") });
    expect(other).toMatchObject({ kind: "unknown", reason: "idempotency_error", stored: true });
  });

  test("finds the pages of a payment, and no other payment's", async () => {
    const wanted = order();
    const page = value(await pages.open(wanted));
    await pages.open(order());
    expect(value(await pages.find(wanted.paymentId))).toEqual([page]);
    expect(value(await pages.find(newId(stage.now)))).toEqual([]);
  });

  test("whoever pays there holds the whole amount, once, on an intent that belongs to the payment", async () => {
    const wanted = order();
    const { ref } = value(await pages.open(wanted));
    await stage.payOnPage(ref, "4000000000000002");
    expect(value(await pages.get(ref))).toMatchObject({ state: "open", intentRef: null });
    await stage.payOnPage(ref, GOOD_NUMBER);
    await stage.payOnPage(ref, GOOD_NUMBER);
    const paid = value(await pages.get(ref));
    expect(paid).toMatchObject({ state: "complete", url: null });
    const { snapshot } = value(await provider.getIntent(paid.intentRef ?? ""));
    expect(snapshot).toMatchObject({
      paymentId: wanted.paymentId,
      status: "requires_capture",
      amountMinor: 1190,
      heldMinor: 1190,
    });
    expect(await stage.movements(snapshot.ref)).toEqual(["hold 1190"]);
    expect(await pages.end({ key: newKey(), ref })).toMatchObject({ kind: "rejected" });
  });

  test("an ended page takes no card any more", async () => {
    const { ref } = value(await pages.open(order()));
    const key = newKey();
    expect(value(await pages.end({ key, ref }))).toMatchObject({
      state: "expired",
      url: null,
    });
    expect(value(await pages.end({ key, ref })).state).toBe("expired");
    await stage.payOnPage(ref, GOOD_NUMBER);
    expect(value(await pages.get(ref))).toMatchObject({ state: "expired", intentRef: null });
  });

  test.each(["page", "page_get", "page_end"] as const)(
    "silence of %s is unknown, and the same key goes on",
    async (call) => {
      const wanted = order();
      const asked = {
        page: () => pages.open(wanted),
        page_get: async () => pages.get(value(await pages.open(wanted)).ref),
        page_end: async () =>
          pages.end({
            key: `${wanted.key}:end`,
            ref: value(await pages.open(wanted)).ref,
          }),
      }[call];
      if (call !== "page") await pages.open(wanted);
      await stage.plan(call, "drop_response");
      expect(await asked()).toMatchObject({ kind: "unknown", stored: false });
      expect(await asked()).toMatchObject({ kind: "ok" });
      expect(value(await pages.find(wanted.paymentId))).toHaveLength(1);
    },
  );

  test("a page that is not there is refused, not unknown", async () => {
    for (const ref of ["cs_nowhere", "", "../sessions"])
      expect(await pages.get(ref)).toMatchObject({ kind: "rejected" });
  });
}
