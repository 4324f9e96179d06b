import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { storeFile } from "#server/store-file.ts";
import { book, good, head } from "#test/support/people/booking.ts";
import { assign } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { PROOFS_PER_TASK, deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { PICTURE_EDGE_PX, reencode } from "#features/proofs/server/pictures/picture.ts";
import { readOrderRecord } from "./public.ts";

const { world, sam, eve, bo, kim } = useWorld({
  shop: true,
  people: {
    sam: ["Sam Sender", "sender"],
    eve: ["Eve Else", "sender"],
    bo: ["Bo Board", "dispatcher"],
    kim: ["Kim Kurier", "courier"],
  },
  eachTestAtTen: true,
});

async function assigned(): Promise<Delivery> {
  const delivery = await book(world, sam);
  await assign(world, bo, delivery, kim);
  return delivery;
}
const step = (delivery: Delivery, type: "start" | "arrive") =>
  kim.call(deliveriesApi.performTask, {
    id: delivery.id,
    command: { ...head(world), type, taskId: delivery.tasks[0]?.id ?? "", offline: false },
  });
const cost = async (id: string) => good(await sam.call(deliveriesApi.previewCancellation, { id }));
const cancel = (id: string, feeMinor: number, caller = sam, commandId = randomUUID()) =>
  caller.call(deliveriesApi.cancelDelivery, {
    id,
    ...head(world),
    commandId,
    fee: { minor: feeMinor, currency: "EUR" },
    note: null,
  });

describe("cancelling", () => {
  test("is free before anybody rides, and the order goes with it", async () => {
    const delivery = await assigned();
    expect(await cost(delivery.id)).toMatchObject({
      allowed: true,
      fee: { minor: 0 },
      refund: delivery.total,
    });
    expect(good(await cancel(delivery.id, 0)).state).toBe("cancelled");
    const order = await world.db.as(sam.actor, (tx) => readOrderRecord(tx, delivery.orderId));
    expect(order).toMatchObject({ state: "cancelled", cancelFeeMinor: 0, deliveryState: "cancelled" });
    expect((await cancel(delivery.id, 0)).body.code).toBe("deliveries.wrong-state");
    expect(await cost(delivery.id)).toMatchObject({ allowed: false });
  });

  test("costs the fee that was shown: when it rose meanwhile the sender is asked again", async () => {
    const delivery = await assigned();
    const before = await cost(delivery.id);
    good(await step(delivery, "start"));
    expect(await cancel(delivery.id, before.fee.minor)).toMatchObject({
      status: 409,
      body: { code: "deliveries.fee-changed", facts: { feeMinor: 300, currency: "EUR" } },
    });
    const { fee, refund } = await cost(delivery.id);
    expect(fee.minor).toBe(300);
    expect(fee.minor + refund.minor).toBe(delivery.total?.minor);
    const commandId = randomUUID();
    const [a, b] = await Promise.all([
      cancel(delivery.id, 300, sam, commandId),
      cancel(delivery.id, 300, sam, commandId),
    ]);
    expect([a.status, b.status]).toEqual([200, 200]);
    const story = good(await bo.call(deliveriesApi.readDelivery, { id: delivery.id }));
    expect(story.timeline.filter((entry) => entry.type === "delivery.cancelled")).toMatchObject([
      { data: { feeMinor: 300, refundMinor: refund.minor, currency: "EUR", why: "courier-on-the-way" } },
    ]);
    const order = await world.db.as(sam.actor, (tx) => readOrderRecord(tx, delivery.orderId));
    expect(order?.cancelFeeMinor).toBe(300);
  });

  test("ends when the parcels are with the courier", async () => {
    const delivery = await assigned();
    const command = { ...head(world), type: "succeed" as const, taskId: delivery.tasks[0]?.id ?? "" };
    const bare = { offline: false, recipientName: null, note: null, proofIds: [] };
    good(await kim.call(deliveriesApi.performTask, { id: delivery.id, command: { ...command, ...bare } }));
    expect(await cost(delivery.id)).toMatchObject({ allowed: false, reason: "already-collected" });
    expect((await cancel(delivery.id, 0)).body.code).toBe("deliveries.wrong-state");
  });

  test("of another's delivery is not found, also for its preview", async () => {
    const delivery = await assigned();
    expect((await cancel(delivery.id, 0, eve)).body.code).toBe("deliveries.not-found");
    expect((await eve.call(deliveriesApi.previewCancellation, { id: delivery.id })).status).toBe(404);
    expect((await kim.call(deliveriesApi.previewCancellation, { id: delivery.id })).status).toBe(403);
  });
});

describe("proofs", () => {
  const shot = async (width: number, height: number, orientation = 1): Promise<string> => {
    const raw = sharp({ create: { width, height, channels: 3, background: "#3a6" } });
    const withGps = { IFD0: { Copyright: "Kim" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } };
    const bytes = await raw.jpeg().withExif(withGps).withMetadata({ orientation }).toBuffer();
    return bytes.toString("base64");
  };
  const keep = (delivery: Delivery, image: string, proofId = randomUUID(), caller = kim) =>
    caller.call(deliveriesApi.keepProof, {
      id: delivery.id,
      proofId,
      taskId: delivery.tasks[1]?.id ?? "",
      kind: "photo",
      takenAt: toIso(world.now),
      image,
    });
  /** A page of a pad with this drawn on it, as SVG. */
  const sign = async (delivery: Delivery, drawn: string, background = "#fff") => {
    const page = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="${background}"/>${drawn}</svg>`;
    const image = (await sharp(Buffer.from(page)).png().toBuffer()).toString("base64");
    return kim.call(deliveriesApi.keepProof, {
      id: delivery.id,
      proofId: randomUUID(),
      taskId: delivery.tasks[1]?.id ?? "",
      kind: "signature",
      takenAt: toIso(world.now),
      image,
    });
  };
  const picture = (caller: string, delivery: Delivery, proofId: string) =>
    world.server.app.inject({
      url: `/api/deliveries/${delivery.id}/proofs/${proofId}`,
      headers: { authorization: `Bearer ${caller}` },
    });

  test("are written anew, upright, small and without metadata, and read only by who may see the delivery", async () => {
    const delivery = await assigned();
    const kept = good(await keep(delivery, await shot(3000, 2000, 6)));
    const answer = await picture("Sam Sender", delivery, kept.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "private, no-store",
    });
    const bytes = answer.rawPayload;
    expect(sha256(bytes)).toBe(kept.sha256);
    expect(bytes.length).toBe(kept.bytes);
    const { width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([Math.round((PICTURE_EDGE_PX * 2) / 3), PICTURE_EDGE_PX]);
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect((await picture("Kim Kurier", delivery, kept.id)).statusCode).toBe(200);
    expect((await picture("Eve Else", delivery, kept.id)).statusCode).toBe(404);
    expect((await picture("Sam Sender", delivery, randomUUID())).statusCode).toBe(404);
    expect((await picture("Sam Sender", delivery, "../../etc/passwd")).statusCode).toBe(404);
    const other = await assigned();
    expect((await picture("Sam Sender", other, kept.id)).statusCode).toBe(404);
  });

  test("sent twice are one; the same id with another picture is refused", async () => {
    const delivery = await assigned();
    const proofId = randomUUID();
    const image = await shot(60, 40);
    const both = await Promise.all([keep(delivery, image, proofId), keep(delivery, image, proofId)]);
    expect(both.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await keep(delivery, await shot(61, 40), proofId)).body.code).toBe("http.idempotency-mismatch");
    const events = await world.db.owner((tx) =>
      rows(tx, sql<{ type: string }>`select type from event where aggregate_id = ${proofId}`),
    );
    expect(events).toEqual([{ type: "proof.available" }]);
  });

  test("sent again after the encoder changed are still the same, by the bytes as they were taken", async () => {
    const delivery = await assigned();
    const proofId = randomUUID();
    const image = await shot(60, 40);
    const first = good(await keep(delivery, image, proofId));
    await world.db.owner((tx) =>
      sql`update proof set sha256 = ${"0".repeat(64)} where id = ${proofId}`.execute(tx),
    );
    const again = await keep(delivery, image, proofId);
    expect(again).toMatchObject({ status: 200, body: { id: first.id, sha256: "0".repeat(64) } });
    expect((await keep(delivery, await shot(61, 40), proofId)).body.code).toBe("http.idempotency-mismatch");
  });

  test("of one task are twenty at most; a kept one may be sent again, another task has its own", async () => {
    const delivery = await assigned();
    const image = await shot(60, 40);
    const ids = Array.from({ length: PROOFS_PER_TASK - 1 }, () => randomUUID());
    for (const id of ids) good(await keep(delivery, image, id));
    const last = await Promise.all([1, 2, 3].map(() => keep(delivery, image)));
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const more = await keep(delivery, image);
    expect(more.body).toMatchObject({ code: "deliveries.too-many-proofs", facts: { limit: 20 } });
    expect((await keep(delivery, image, ids[0])).status).toBe(200);
    expect((await keep(await assigned(), image)).status).toBe(200);
  });

  test("that are no picture, or a bomb, are refused before anything is written", async () => {
    const delivery = await assigned();
    const text = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64");
    for (const image of [text, "AAAA", (await shot(60, 40)).slice(0, 400)])
      expect(await keep(delivery, image)).toMatchObject({
        status: 422,
        body: { code: "deliveries.bad-picture" },
      });
    const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: "#000" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    await expect(reencode(bomb, "photo")).rejects.toThrow("deliveries.bad-picture");
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#000" } })
      .gif()
      .toBuffer();
    await expect(reencode(gif, "photo")).rejects.toThrow("deliveries.bad-picture");
    const strangers = await keep(
      delivery,
      await shot(60, 40),
      randomUUID(),
      await world.person("Lee", "courier"),
    );
    expect(strangers.body.code).toBe("deliveries.not-found");
  });

  test("of a signature without ink that a person could have drawn are refused", async () => {
    const delivery = await assigned();
    const pen = 'fill="none" stroke="#10131a" stroke-width="3"';
    const empty = { status: 422, body: { code: "deliveries.signature-empty" } };
    expect(await sign(delivery, "")).toMatchObject(empty);
    expect(await sign(delivery, '<circle cx="90" cy="90" r="3"/>')).toMatchObject(empty);
    expect(await sign(delivery, `<path d="M20 90 H500" ${pen}/>`)).toMatchObject(empty);
    expect(await sign(delivery, "", "#000")).toMatchObject(empty);
    expect(await sign(delivery, `<path d="M20 90 q20 -60 40 0 t40 0 t40 0" ${pen}/>`)).toMatchObject({
      status: 200,
      body: { kind: "signature" },
    });
  });

  test("a signature stays a clear PNG, and the store holds whole files only", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "waybill-pictures-"));
    const ink = await sharp({ create: { width: 300, height: 90, channels: 4, background: "#0000" } })
      .webp()
      .toBuffer();
    const drawn = await reencode(ink, "signature");
    await Promise.all([storeFile(folder, drawn), storeFile(folder, drawn)]);
    await storeFile(folder, drawn);
    const found = (await readdir(folder, { recursive: true })).filter((name) => name.includes("."));
    expect(found.map((name) => name.replaceAll("\\", "/"))).toEqual([drawn.file]);
    expect(sha256(await readFile(`${folder}/${drawn.file}`))).toBe(drawn.sha256);
    expect((await sharp(drawn.bytes).metadata()).hasAlpha).toBe(true);
    await rm(folder, { recursive: true });
  });
});
