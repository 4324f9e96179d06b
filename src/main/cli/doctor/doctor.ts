import { join } from "node:path";
import type { Given } from "#main/config/read.ts";
import { type Settings } from "#main/config/settings.ts";
import { settle } from "#main/config/settle.ts";
import { lockHolder } from "#server/db/embedded-lock.ts";
import { examineAudit } from "./audit.ts";
import { examineBackups } from "./backups.ts";
import { type Finding, type Verdict, runChecks } from "./finding.ts";
import { examineGate } from "./gate.ts";
import { examinePayment } from "./payment.ts";
import { machineChecks } from "./machine.ts";
import { examineMail } from "./mail.ts";
import { examineSeller } from "./seller.ts";
import { examineSignIn } from "./sign-in.ts";

/** A group of findings under one title. */
interface Chapter {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** `waybill doctor`: checks everything that Waybill needs; exits 1 when something is bad. */
export async function doctor(given: Given, root: string): Promise<void> {
  const chapters = await examine(settle(given.settings, process.env), root);
  process.stdout.write(report(chapters));
  if (chapters.some(({ findings }) => findings.some(({ verdict }) => verdict === "bad")))
    process.exitCode = 1;
}

export async function examine(settings: Settings, root: string): Promise<Chapter[]> {
  const running = lockHolder(join(settings.data, "waybill.lock"));
  const title = settings.embeddedProvider ? "Sign-in" : `Sign-in at ${settings.oidcIssuer}`;
  const payment = [...(await examinePayment(settings)), ...(await examineGate(settings))];
  const cards = settings.payment === "stripe" ? "Card payment by Stripe" : "Card payment";
  const receipts = await examineSeller(settings);
  const mail = await examineMail(settings);
  const audit = await examineAudit(settings);
  const backups = await examineBackups(settings, Date.now());
  return [
    { title: "This machine", findings: await runChecks(machineChecks(settings, running, root)) },
    { title, findings: await examineSignIn(settings, running !== undefined) },
    ...(payment.length > 0 ? [{ title: cards, findings: payment }] : []),
    ...(receipts.length > 0 ? [{ title: "Receipts", findings: receipts }] : []),
    ...(mail.length > 0 ? [{ title: "Mail", findings: mail }] : []),
    ...(audit.length > 0 ? [{ title: "Audit log", findings: audit }] : []),
    ...(backups.length > 0 ? [{ title: "Backups", findings: backups }] : []),
  ];
}

const MARKS: Readonly<Record<Verdict, string>> = { good: "ok", careful: "note", unknown: "?", bad: "BAD" };
const ABOUT_WIDTH = 12;

/** For people: a line for each finding, its cure below it, and what it comes to. */
export function report(chapters: readonly Chapter[]): string {
  const lines = chapters.flatMap(({ title, findings }) => [title, ...findings.flatMap(linesOf), ""]);
  return `${[...lines, summaryOf(chapters.flatMap(({ findings }) => findings))].join("\n")}\n`;
}

function linesOf({ verdict, about, says, cure }: Finding): string[] {
  const first = `  ${MARKS[verdict].padEnd(4)}  ${about.padEnd(ABOUT_WIDTH)}  ${says}`;
  return cure === undefined ? [first] : [first, `${" ".repeat(ABOUT_WIDTH + 10)}→ ${cure}`];
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
  const parts = [
    [count("bad"), "to mend"],
    [count("careful"), "to note"],
    [count("unknown"), "to be seen at the first sign-in"],
  ] as const;
  const found = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return found.length === 0 ? "All is well." : `${found.join(", ")}.`;
}
