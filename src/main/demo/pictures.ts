import type { Dice } from "#engines/town/dice.ts";

/** Drawn stand-ins for couriers' photos; no real address is shown. */
const DOORS = ["#2f5d50", "#7a3b2e", "#34506b", "#5b4a78", "#8a6d2f", "#3f3f46"] as const;
const WALLS = ["#e7ddcf", "#d9dfe6", "#eadfe0", "#dfe6d8"] as const;
const BOXES = ["#b98a56", "#a97b49", "#c79a67"] as const;

interface DoorPicture {
  readonly wall: string;
  readonly door: string;
  readonly box: string;
  readonly left: number;
  readonly size: number;
}

const doorSvg = ({ wall, door, box, left, size }: DoorPicture): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720" viewBox="0 0 960 720">
  <rect width="960" height="720" fill="${wall}"/>
  <rect y="600" width="960" height="120" fill="#8d8a86"/>
  <rect x="330" y="90" width="300" height="520" rx="6" fill="${door}"/>
  <rect x="362" y="124" width="104" height="190" rx="4" fill="#ffffff" opacity=".16"/>
  <rect x="494" y="124" width="104" height="190" rx="4" fill="#ffffff" opacity=".16"/>
  <rect x="362" y="344" width="236" height="230" rx="4" fill="#000000" opacity=".12"/>
  <circle cx="604" cy="366" r="12" fill="#e3c27a"/>
  <rect x="672" y="250" width="66" height="120" rx="6" fill="#6f6b66"/>
  <rect x="684" y="266" width="42" height="9" fill="#f5f1ea"/><rect x="684" y="286" width="42" height="9" fill="#f5f1ea"/>
  <rect x="684" y="306" width="42" height="9" fill="#f5f1ea"/><rect x="684" y="326" width="42" height="9" fill="#f5f1ea"/>
  <ellipse cx="${left + size / 2}" cy="655" rx="${size * 0.62}" ry="16" fill="#000000" opacity=".25"/>
  <rect x="${left}" y="${650 - size * 0.8}" width="${size}" height="${size * 0.8}" rx="3" fill="${box}"/>
  <rect x="${left + size * 0.43}" y="${650 - size * 0.8}" width="${size * 0.14}" height="${size * 0.8}" fill="#e6cfa8"/>
  <rect x="${left + size * 0.08}" y="${650 - size * 0.42}" width="${size * 0.28}" height="${size * 0.24}" fill="#fbfaf7"/>
</svg>`;

type Point = readonly [number, number];

/** A smooth line from the first point to the last; it stays within what the points enclose. */
const strokeThrough = ([first = [0, 0], ...rest]: readonly Point[]): string =>
  [
    `M ${first.join(" ")}`,
    ...rest.map(([x, y], n) => {
      const [nextX, nextY] = rest[n + 1] ?? [x, y];
      return `Q ${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
    }),
  ].join(" ");

const signatureSvg = (points: readonly Point[]): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220" viewBox="0 0 600 220">
  <rect width="600" height="220" fill="#ffffff"/>
  <path d="${strokeThrough(points)}" fill="none" stroke="#14213d" stroke-width="5"
        stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;

const asJpeg = async (svg: string): Promise<string> =>
  (await (await import("sharp")).default(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer()).toString(
    "base64",
  );
const asPng = async (svg: string): Promise<string> =>
  (await (await import("sharp")).default(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer()).toString(
    "base64",
  );

/** A parcel before a door, as base64 of a JPEG. */
export const drawDoor = (dice: Dice): Promise<string> =>
  asJpeg(
    doorSvg({
      wall: dice.pick(WALLS),
      door: dice.pick(DOORS),
      box: dice.pick(BOXES),
      left: Math.round(dice.between(250, 520)),
      size: Math.round(dice.between(120, 210)),
    }),
  );

/** An illegible name, as base64 of a PNG. */
export function drawSignature(dice: Dice): Promise<string> {
  const strokes = 9 + Math.floor(dice.roll() * 5);
  const points = Array.from({ length: strokes }, (_, n): Point => [
    Math.round(60 + (n * 480) / strokes + dice.between(-12, 12)),
    Math.round(110 + (n % 2 === 0 ? -1 : 1) * dice.between(30, 95)),
  ]);
  return asPng(signatureSvg(points));
}

/** A few of each: couriers bring another one every time, and drawing takes 15 ms. */
export async function drawPictures(
  dice: Dice,
): Promise<{ readonly doors: readonly string[]; readonly signatures: readonly string[] }> {
  const doors = await Promise.all(Array.from({ length: 8 }, () => drawDoor(dice)));
  const signatures = await Promise.all(Array.from({ length: 6 }, () => drawSignature(dice)));
  return { doors, signatures };
}
