import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const ON_THE_MACHINE = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function found() {
  const named = process.env["WAYBILL_TEST_CHROMIUM"];
  if (named) return existsSync(named) ? named : undefined;
  return [...ON_THE_MACHINE, chromium.executablePath()].find((file) => existsSync(file));
}

const SHELL = "/usr/bin/chromium-headless-shell";

/** Installs packages of Debian where that can be done. @returns whether they were installed */
function install(...packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  process.stdout.write(`Installing Debian's ${packages.join(" and ")}…\n`);
  const quiet = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  execFileSync("apt-get", ["update", "-qq"], quiet);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], quiet);
  return true;
}

/**
 * Chromium without its windows, which needs half the processor time; the whole one where it cannot be had.
 *
 * @returns its path; @throws Error with one sentence that says what to do
 */
export function findHeadlessShell() {
  const named = process.env["WAYBILL_TEST_HEADLESS_SHELL"];
  if (named && existsSync(named)) return named;
  const whole = findChromium();
  try {
    if (!existsSync(SHELL) && whole === ON_THE_MACHINE[0]) install("chromium-headless-shell");
  } catch {
    process.stdout.write("It cannot be installed: the whole Chromium takes its place.\n");
  }
  return existsSync(SHELL) && whole === ON_THE_MACHINE[0] ? SHELL : whole;
}

/**
 * A Chromium to test with: one on the machine, or Playwright's own, or one installed now.
 *
 * @returns its path; @throws Error with one sentence that says what to do
 */
export function findChromium() {
  const already = found();
  if (already) return already;
  process.stdout.write("No Chromium on this machine: asking Playwright for its own…\n");
  spawnSync(process.execPath, ["node_modules/playwright-core/cli.js", "install", "chromium"], {
    stdio: "inherit",
    timeout: 300_000,
  });
  const fromPlaywright = found();
  if (fromPlaywright) return fromPlaywright;
  install("chromium", "fonts-dejavu-core");
  const installed = found();
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium), or name one in WAYBILL_TEST_CHROMIUM.",
  );
}
