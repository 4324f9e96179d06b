import { writeFileSync } from "node:fs";
import type { Symbol } from "#server/pdf/symbols.ts";

const [WIDTH, HEIGHT] = [640, 480];
/** Each picture stands for two seconds. */
const RATE = 5;
const FRAMES = 10;

/** Writes a film for Chromium's fake camera that shows these symbols one after the other, as Y4M. */
export function writeFilm(file: string, symbols: readonly Symbol[]): void {
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frames = symbols.flatMap((symbol) => {
    const frame = Buffer.concat([Buffer.from("FRAME\n"), pictureOf(symbol), colourless]);
    return Array.from({ length: FRAMES }, () => frame);
  });
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${RATE}:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, ...frames]));
}

/** A symbol in the middle of a light picture, a row of bars as high as a label's. */
function pictureOf({ width, height, dark }: Symbol): Buffer {
  const grey = Buffer.alloc(WIDTH * HEIGHT, 225);
  const isRow = height === 1;
  const scale = Math.floor(Math.min((WIDTH - 80) / width, isRow ? 3 : (HEIGHT - 160) / height));
  const tall = isRow ? 120 : scale;
  const [left, top] = [(WIDTH - width * scale) >> 1, (HEIGHT - height * tall) >> 1];
  for (const [x, y, w, h] of dark)
    for (let row = 0; row < h * tall; row += 1) {
      const at = (top + y * tall + row) * WIDTH + left + x * scale;
      grey.fill(30, at, at + w * scale);
    }
  return grey;
}
