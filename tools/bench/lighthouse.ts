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

interface Page {
  readonly page: string;
  readonly url: string;
  /** Off: no script file is fetched, as where they are blocked. */
  readonly scripts?: "on" | "off";
}

/**
 * Scores of Lighthouse's slow phone (slow 4G, CPU ÷ 4), which it reckons from a quick load. The largest paint is of a second
 * load that really is as slow: a reckoning counts scripts that nothing on the screen waits for.
 */
export async function benchPage({ page, url, scripts = "on" }: Page, chromium: string): Promise<PageFigures> {
  const blocked = scripts === "off" ? ["--blocked-url-patterns=*.js"] : [];
  const reckoned = await lighthouse(url, chromium, ["--throttling-method=simulate", ...blocked]);
  const slowed = await lighthouse(url, chromium, ["--throttling-method=devtools", ...blocked]);
  return {
    page,
    performance: Math.round(reckoned.categories.performance.score * 100),
    accessibility: Math.round(reckoned.categories.accessibility.score * 100),
    lcpMs: valueOf(slowed, "largest-contentful-paint"),
    tbtMs: valueOf(reckoned, "total-blocking-time"),
    cls: Math.max(valueOf(reckoned, "cumulative-layout-shift"), valueOf(slowed, "cumulative-layout-shift")),
    kilobytes: valueOf(reckoned, "total-byte-weight") / 1000,
  };
}

interface Report {
  readonly categories: Readonly<Record<"performance" | "accessibility", { readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const valueOf = ({ audits }: Report, name: string): number => audits[name]?.numericValue ?? Number.NaN;

/** Through its own command line. */
async function lighthouse(url: string, chromium: string, how: readonly string[]): Promise<Report> {
  const report = path.join(mkdtempSync(path.join(tmpdir(), "waybill-lh-")), "report.json");
  const flags = "--chrome-flags=--headless=new --no-sandbox --disable-background-networking --no-first-run";
  const args = [
    "node_modules/lighthouse/cli/index.js",
    url,
    "--quiet",
    "--output=json",
    `--output-path=${report}`,
    "--only-categories=performance,accessibility",
    ...how,
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
  return JSON.parse(readFileSync(report, "utf8"));
}
