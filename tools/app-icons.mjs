// Draws the icons of the home screen into src/web/public: node tools/app-icons.mjs
import { writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";

/** Platforms cut a maskable icon down to a circle of 80 %; iOS rounds the corners itself. */
const ICONS = [
  { file: "app-icon-192.png", px: 192, mark: 0.7, corner: 0.2 },
  { file: "app-icon-512.png", px: 512, mark: 0.7, corner: 0.2 },
  { file: "app-icon-maskable.png", px: 512, mark: 0.54, corner: 0 },
  { file: "apple-touch-icon.png", px: 180, mark: 0.66, corner: 0 },
];

/** White sheet with the folded corner and the route of the mark, on the ink of the brand. */
const draw = ({ mark, corner }) => {
  const scale = (100 * mark) / 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">
  <rect width="100" height="100" rx="${100 * corner}" fill="#343a8a"/>
  <g transform="translate(50 50) scale(${scale}) translate(-16 -16)">
    <path fill="#fff" d="M5 3h15l7 7v19H5z"/><path fill="#ffd95e" d="M20 3v7h7z"/>
    <path fill="none" stroke="#343a8a" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="M9 11.5l3.6 12L16 14l3.4 9.5L23 16"/>
  </g></svg>`;
};

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
for (const icon of ICONS) {
  const page = await browser.newPage({ viewport: { width: icon.px, height: icon.px } });
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${draw(icon)}`);
  const isOpaque = icon.corner === 0;
  writeFileSync(`src/web/public/${icon.file}`, await page.screenshot({ omitBackground: !isOpaque }));
  await page.close();
}
await browser.close();
