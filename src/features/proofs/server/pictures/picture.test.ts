import { setTimeout as later } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { DECODED_AT_ONCE, PICTURE_PIXELS, decoding, reencode } from "./picture.ts";

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();

test("two pictures are decoded at once and a third waits for its turn", async () => {
  expect(DECODED_AT_ONCE).toBe(2);
  const given = await picture(400, 300);
  const all = [1, 2, 3].map(() => reencode(given, "photo"));
  expect({ ...decoding.state() }).toEqual({ running: 2, waiting: 1 });
  const kept = await Promise.all(all);
  expect(new Set(kept.map(({ sha256 }) => sha256)).size).toBe(1);
  expect({ ...decoding.state() }).toEqual({ running: 0, waiting: 0 });
});

test("a picture that cannot be read gives its turn back", async () => {
  const bad = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(40)]);
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => reencode(bad, "photo")));
  expect(all.every(({ status }) => status === "rejected")).toBe(true);
  await later(0);
  expect({ ...decoding.state() }).toEqual({ running: 0, waiting: 0 });
  await expect(reencode(await picture(8, 8), "signature")).resolves.toMatchObject({
    file: expect.stringMatching(/\.png$/),
  });
});

test("a picture with more points than any phone's camera makes is refused", async () => {
  expect(PICTURE_PIXELS).toBeLessThan(51_000_000);
  const width = 8_200;
  const huge = await picture(width, Math.ceil(PICTURE_PIXELS / width) + 1);
  await expect(reencode(huge, "photo")).rejects.toMatchObject({
    code: "deliveries.bad-picture",
    facts: { field: "image" },
  });
});
