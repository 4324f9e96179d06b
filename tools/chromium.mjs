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
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stdout.write("Installing Debian's package chromium…\n");
    const quiet = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    execFileSync("apt-get", ["update", "-qq"], quiet);
    execFileSync(
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
      quiet,
    );
  }
  const installed = found();
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium), or name one in WAYBILL_TEST_CHROMIUM.",
  );
}
