import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface PageFigures {
  readonly page: string;
  readonly performance: number;
  readonly accessibility: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly kilobytes: number;
}

/** Lighthouse with its slow-phone profile (slow 4G, CPU ÷ 4, simulated), through its own command line. */
export async function benchPage(page: string, url: string, chromium: string): Promise<PageFigures> {
  const report = path.join(mkdtempSync(path.join(tmpdir(), "waybill-lh-")), "report.json");
  const flags = "--chrome-flags=--headless=new --no-sandbox --disable-background-networking --no-first-run";
  const args = [
    "node_modules/lighthouse/cli/index.js",
    url,
    "--quiet",
    "--output=json",
    `--output-path=${report}`,
    "--only-categories=performance,accessibility",
    flags,
  ];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, CHROME_PATH: chromium },
    });
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`lighthouse ended with ${code}`)),
    );
  });
  const found = JSON.parse(readFileSync(report, "utf8"));
  const audit = (name: string): number => Number(found.audits[name]?.numericValue ?? Number.NaN);
  return {
    page,
    performance: Math.round(found.categories.performance.score * 100),
    accessibility: Math.round(found.categories.accessibility.score * 100),
    lcpMs: audit("largest-contentful-paint"),
    tbtMs: audit("total-blocking-time"),
    cls: audit("cumulative-layout-shift"),
    kilobytes: audit("total-byte-weight") / 1000,
  };
}
