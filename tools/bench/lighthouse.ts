import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Categories whose scores do not depend on how busy the machine is. Of 100. */
const STEADY = ["accessibility", "best-practices", "seo"] as const;
export type SteadyScores = Readonly<Record<(typeof STEADY)[number], number>>;

export interface PageFigures extends SteadyScores {
  readonly page: string;
  readonly performance: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly kilobytes: number;
}

interface Page {
  readonly page: string;
  readonly url: string;
  /** Opened by a secret link: it keeps crawlers away on purpose, so that they may come in is not asked of it. */
  readonly isPrivate?: boolean;
  /** Off: no script file is fetched, as where they are blocked. */
  readonly scripts?: "on" | "off";
}

/**
 * Scores of Lighthouse's slow phone (slow 4G, CPU ÷ 4), which it reckons from a quick load. The largest paint is of a second
 * load that really is as slow: a reckoning counts scripts that nothing on the screen waits for.
 */
export async function benchPage(page: Page, chromium: string): Promise<PageFigures> {
  const all = `--only-categories=${["performance", ...STEADY].join()}`;
  const reckoned = await lighthouse(page, chromium, ["--throttling-method=simulate", all]);
  const slowed = await lighthouse(page, chromium, [
    "--throttling-method=devtools",
    "--only-categories=performance",
  ]);
  return {
    page: page.page,
    performance: scoreOf(reckoned, "performance"),
    ...steadyOf(reckoned),
    lcpMs: valueOf(slowed, "largest-contentful-paint"),
    tbtMs: valueOf(reckoned, "total-blocking-time"),
    cls: Math.max(valueOf(reckoned, "cumulative-layout-shift"), valueOf(slowed, "cumulative-layout-shift")),
    kilobytes: valueOf(reckoned, "total-byte-weight") / 1000,
  };
}

/** Scores of a page as fast as this machine is, and what costs points. */
export async function steadyScores(
  page: Page,
  chromium: string,
): Promise<{ readonly scores: SteadyScores; readonly faults: readonly string[] }> {
  const report = await lighthouse(page, chromium, [
    "--throttling-method=provided",
    `--only-categories=${STEADY.join()}`,
  ]);
  const weighed = STEADY.flatMap((name) => report.categories[name].auditRefs);
  const faults = weighed.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1);
  return { scores: steadyOf(report), faults: faults.map(({ id }) => id) };
}

const steadyOf = (report: Report): SteadyScores => ({
  accessibility: scoreOf(report, "accessibility"),
  "best-practices": scoreOf(report, "best-practices"),
  seo: scoreOf(report, "seo"),
});

const scoreOf = ({ categories }: Report, name: keyof Report["categories"]): number =>
  Math.round(categories[name].score * 100);

interface Category {
  readonly score: number;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

interface Audit {
  readonly score: number | null;
  readonly numericValue?: number;
}

interface Report {
  readonly categories: Readonly<Record<"performance" | (typeof STEADY)[number], Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

const valueOf = ({ audits }: Report, name: string): number => audits[name]?.numericValue ?? Number.NaN;

/** Through its own command line. */
async function lighthouse(
  { url, scripts = "on", isPrivate = false }: Page,
  chromium: string,
  how: readonly string[],
): Promise<Report> {
  const report = path.join(mkdtempSync(path.join(tmpdir(), "waybill-lh-")), "report.json");
  const flags = "--chrome-flags=--headless=new --no-sandbox --disable-background-networking --no-first-run";
  const args = [
    "node_modules/lighthouse/cli/index.js",
    url,
    "--quiet",
    "--output=json",
    `--output-path=${report}`,
    ...how,
    ...(scripts === "off" ? ["--blocked-url-patterns=*.js"] : []),
    ...(isPrivate ? ["--skip-audits=is-crawlable"] : []),
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
