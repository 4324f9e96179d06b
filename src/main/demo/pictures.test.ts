import sharp from "sharp";
import { expect, test } from "vitest";
import { diceOf } from "#engines/town/dice.ts";
import { drawSignature } from "./pictures.ts";

/** px from each edge of the picture. */
const EDGE = 4;
/** Of 255. */
const PAPER = 250;

test("a demo's signature lies whole on its sheet, whatever the dice", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const drawn = sharp(Buffer.from(await drawSignature(diceOf(seed)), "base64")).greyscale();
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
    const isEdge = (at: number, size: number): boolean => at < EDGE || at >= size - EDGE;
    const inked = [...data].some((value, n) => {
      const pixel = Math.floor(n / info.channels);
      const x = pixel % info.width;
      return value < PAPER && (isEdge(x, info.width) || isEdge((pixel - x) / info.width, info.height));
    });
    expect([seed, inked]).toEqual([seed, false]);
  }
});
