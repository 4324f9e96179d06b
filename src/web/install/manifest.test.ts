import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { courierPages } from "#features/courier/web/pages.ts";

const FOLDER = "src/web/public";
const manifest: {
  id: string;
  start_url: string;
  scope: string;
  display: string;
  theme_color: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
} = JSON.parse(readFileSync(`${FOLDER}/waybill.webmanifest`, "utf8"));

/** Width and height, and whether a pixel may be transparent, from the header of a PNG. */
function headerOf(file: string) {
  const bytes = readFileSync(`${FOLDER}/${file}`);
  expect(bytes.toString("latin1", 1, 4)).toBe("PNG");
  return { size: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, hasAlpha: bytes[25] === 6 };
}

test("the app starts on the courier's day under an id that stays", () => {
  expect(manifest).toMatchObject({ id: "/", start_url: "/c", scope: "/", display: "standalone" });
  expect(courierPages.map(({ path }) => path)).toContain(manifest.start_url);
});

test("its icons have the sizes that phones ask for, one of them to be cut by the phone", () => {
  const pictures = manifest.icons.filter(({ type }) => type === "image/png");
  expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  for (const { src, sizes } of pictures) expect(headerOf(src).size).toBe(sizes);
});

test("the icon of iOS is whole: transparent parts would be black there", () => {
  expect(readFileSync("index.html", "utf8")).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  expect(headerOf("apple-touch-icon.png")).toEqual({ size: "180x180", hasAlpha: false });
});
