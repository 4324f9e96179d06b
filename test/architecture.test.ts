import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { circlesOf } from "./support/checks/circles.ts";
import { subjectFaults, subjectsUnderRule } from "./support/checks/commit-subjects.ts";
import { ASKS, PASSES_ORG, folderOf, tally } from "./support/checks/leftovers.ts";
import { overlongFunctions } from "./support/checks/parameters.ts";
import { BUDGET, overBudget } from "./support/checks/room-budgets.ts";
import { CROSSINGS } from "./support/checks/sql-crossings.ts";
import { type Crossing, crossingsOf, schemaOf } from "./support/checks/sql-walls.ts";
import { ROOMS, brokenWalls, importsOf } from "./support/checks/walls.ts";
import type { SourceFile } from "./support/checks/walls.ts";

const read = (ending: RegExp, folder = "src"): SourceFile[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")))
    .filter((name) => ending.test(name))
    .map((name) => ({ path: name, text: readFileSync(name, "utf8") }));
const sources = read(/\.tsx?$/);

test("every wall of the house holds", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(brokenWalls(sources)).toEqual([]);
});

/** Names of card providers and of ways to pay, which only engines, rooms and `main` know. */
const NAMES_PAYING = /stripe|sandbox|pay-?ways?|cash-(collection|delivery)/i;

test("kernel and server name no payment provider and no way to pay", () => {
  const low = sources.filter(({ path: file }) => /^src\/(kernel|server)\/(?!.*\.test\.)/.test(file));
  const naming = (file: SourceFile): boolean => NAMES_PAYING.test(file.path) || NAMES_PAYING.test(file.text);
  expect(low.filter(naming).map((file) => file.path)).toEqual([]);
  for (const text of ["const toStripe = 1;", "payWays", "pay-ways.ts", '"cash-delivery"', "sandboxPort"])
    expect(text).toMatch(NAMES_PAYING);
});

test("a test waits for what a page hears beside the work that makes it heard", () => {
  const starts = /\.waitFor(Request|Response|Event)\(/;
  const places = [...read(/\.ts$/, "test"), ...read(/\.ts$/, "tools")].filter(({ text }) =>
    starts.test(text),
  );
  expect(places.map((file) => file.path)).toEqual(["test/support/web/heard.ts"]);
});

/** Variables that others set: the menu's library, and the sandbox bank's script from the look that a page hands over. */
const SET_ELSEWHERE = /^--(available-height|anchor-width|bank-\w+)$/;

test("every variable that a style uses is set somewhere", () => {
  const styled = [...read(/\.css$/), ...sources.filter(({ path: file }) => file.endsWith("x"))];
  const set = new Set(
    styled.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)"?\]?\s*:/g)].map(([, name]) => name)),
  );
  const used = styled.flatMap(({ path: file, text }) =>
    [...text.matchAll(/var\(\s*(--[\w-]+)\s*[,)]/g)].map(([, name]) => ({ file, name })),
  );
  expect(used.length).toBeGreaterThan(500);
  const unset = used.filter(({ name = "" }) => !set.has(name) && !SET_ELSEWHERE.test(name));
  expect(unset.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test("no files import each other in a circle, types included", () => {
  expect(circlesOf(sources)).toEqual([]);
});

/** Folders of the server of payments, the highest first: `""` is the server itself, whose files stand above all. */
const PAYMENT_FOLDERS = [
  "",
  "holds",
  "refunds",
  "inbox",
  "operations",
  "merge",
  "gate",
  "tries",
  "base",
] as const;

test("imports between the folders of payments run down", () => {
  const root = "src/features/payments/server/";
  const rankOf = (file: string): number => {
    const folder = file.slice(root.length).split("/").slice(0, -1).join("/");
    const rank = PAYMENT_FOLDERS.findIndex((name) => name === folder);
    expect(rank, `${file}: its folder has no place in the order`).toBeGreaterThanOrEqual(0);
    return rank;
  };
  const own = sources.filter(({ path: file }) => file.startsWith(root) && !/\.test\.tsx?$/.test(file));
  const up = own.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target.startsWith(root) && rankOf(target) < rankOf(file.path))
      .map(({ target }) => `${file.path} → ${target}`),
  );
  expect(up).toEqual([]);
});

test("a circle of imports is named by its files", () => {
  const file = (name: string, ...imports: readonly string[]): SourceFile => ({
    path: `src/kernel/${name}.ts`,
    text: imports.map((line) => `${line}\n`).join(""),
  });
  const closing = 'export type { A } from "#kernel/a.ts";';
  const others = [
    file("a", 'import type { B } from "./b.ts";'),
    file("b", 'import { c } from "#kernel/c.ts";'),
  ];
  expect(circlesOf([...others, file("c")])).toEqual([]);
  expect(circlesOf([...others, file("c", 'const late = import("./a.ts");')])).toEqual([]);
  expect(circlesOf([...others, file("c", closing), file("d", closing)])).toEqual([
    ["src/kernel/a.ts", "src/kernel/b.ts", "src/kernel/c.ts"],
  ]);
});

test("every room has a README, no empty drawer and a line in the list of rooms", () => {
  const folders = readdirSync("src/features").toSorted();
  expect(folders).toEqual([...ROOMS].toSorted());
  for (const room of ROOMS) {
    const inside = readdirSync(`src/features/${room}`);
    expect(inside, room).toEqual(expect.arrayContaining(["README.md"]));
    for (const drawer of inside.filter((name) => name !== "README.md"))
      expect(
        readdirSync(`src/features/${room}/${drawer}`).length,
        `${room}/${drawer} is empty`,
      ).toBeGreaterThan(0);
  }
});

test("no file is longer than 300 lines, a test than 400", () => {
  const lines = (file: SourceFile): number =>
    file.text.split("\n").filter((line) => line.trim() !== "").length;
  const limit = (file: SourceFile): number => (/\.test\.tsx?$/.test(file.path) ? 400 : 300);
  const files = [...sources, ...read(/\.css$/)];
  expect(files.filter((file) => lines(file) > limit(file)).map((file) => file.path)).toEqual([]);
});

test("no room and no folder is over its budget", () => {
  const over = overBudget(["src", "test", "tools"].flatMap((folder) => read(/\.(tsx?|m?js|css)$/, folder)));
  expect(over.map(({ kind, name, size }) => `${kind} of ${name}: ${size} of ${BUDGET[kind]}`)).toEqual([]);
});

test("a room and a folder over their budgets are named", () => {
  const file = (name: string, lines: number): SourceFile => ({ path: name, text: "x\n".repeat(lines) });
  const room = "src/features/quotes";
  const full = (count: number, folder: string, lines = 1) =>
    Array.from({ length: count }, (_, nth) => file(`${room}/${folder}/${nth}.ts`, lines));
  const kinds = (files: readonly SourceFile[]) => overBudget(files).map(({ kind, size }) => [kind, size]);
  expect(kinds(full(30, "server", 200))).toEqual([]);
  expect(kinds([...full(30, "server", 200), file(`${room}/web/more.css`, 1)])).toEqual([["lines", 6001]]);
  expect(kinds([...full(31, "server"), file(`${room}/server/1.test.ts`, 9)])).toEqual([["folder", 31]]);
  const many = ["server", "domain", "contract"].flatMap((folder) => full(30, folder));
  expect(kinds(many)).toEqual([]);
  expect(kinds([...many, file(`${room}/web/more.tsx`, 1)])).toEqual([["files", 91]]);
  const money = ["payments", "receipts", "debts", "checkout", "books"].map((name) => `src/features/${name}`);
  const each = (ending: string, lines: number) => money.map((name) => file(`${name}/web/a${ending}`, lines));
  expect(kinds([...each(".ts", 2_800), ...each(".test.ts", 1_800)])).toEqual([]);
  expect(kinds(each(".ts", 2_801))).toEqual([["money lines", 14_005]]);
  expect(kinds(each(".test.ts", 1_801))).toEqual([["money tests", 9_005]]);
});

test("a comment begins with a verb or a noun of the domain", () => {
  expect(sources.filter(({ text }) => ASKS.test(text)).map((file) => file.path)).toEqual([]);
  for (const comment of ["/** What the card holds. */", " * Who pays.", "// Nobody is asked."])
    expect(comment).toMatch(ASKS);
});

test("a comment of tests and tools does so, too", () => {
  const files = ["test", "tools"].flatMap((folder) => read(/\.(tsx?|mjs)$/, folder));
  expect(tally(files, ASKS, folderOf)).toEqual({});
});

test("a statement takes the organisation from its transaction", () => {
  const own = sources.filter(({ path: file }) => !/\.test\.tsx?$/.test(file));
  expect(own.filter(({ text }) => PASSES_ORG.test(text)).map((file) => file.path)).toEqual([]);
  expect("sql`where q.org_id = ${orgId}`").toMatch(PASSES_ORG);
  expect("sql`where o.org_id = app_org()`").not.toMatch(PASSES_ORG);
});

test("a comment that asks is counted by folder", () => {
  const bad = { path: "test/sim/bad.ts", text: "/** What it does. */\n  // Who pays.\n// Pays.\n" };
  expect(tally([bad, bad], ASKS, folderOf)).toEqual({ "test/sim": 4 });
});

test("a function takes four parameters at most", () => {
  const own = sources.filter(({ path: file }) => !/\.test\.tsx?$/.test(file));
  const found = own.flatMap((file) => overlongFunctions(file).map((name) => `${file.path}: ${name}`));
  expect(found).toEqual([]);
});

test.each([
  ["export function pay(tx: Tx, orgId: string, now: number, actor: Actor, key: string) {}", ["pay"]],
  ["export const pay = async (a: A, { b }: B, c = 1, d?: D, ...e: E[]) => d;", ["pay"]],
  ["export const deps = { pay(a: A, b: B, c: C, d: D, e: E) {} };", ["pay"]],
  ["export function pay(context: Context, order: Order, amount: Money, key: string) {}", []],
])("%s: %j", (text, names) => {
  expect(overlongFunctions({ path: "src/server/bad.ts", text })).toEqual(names);
});

test("a commit's subject is one imperative sentence of 72 characters at most", ({ skip }) => {
  const subjects = subjectsUnderRule() ?? skip("there is no git history here");
  expect(subjects.length).toBeGreaterThan(0);
  const faulty = subjects.map((subject) => [subject, ...subjectFaults(subject)]);
  expect(faulty.filter((line) => line.length > 1)).toEqual([]);
});

test.each([
  ["Say paid only after the provider confirmed it", []],
  ["Read and keep only languages that are on offer", []],
  ["Need a sign-in for tables and lists", []],
  ["Accept, write and announce a change by one function", []],
  ["Show deliveries, and forget the drafts of couriers who left", ["holds two ideas"]],
  ["Show deliveries and forget drafts", ["holds two ideas"]],
  ["Show deliveries; forget drafts", ["holds two ideas"]],
  ["Show money by weight and find payments", ["holds two ideas"]],
  ["Cut the chips and end it at the screen", ["holds two ideas"]],
  ["Shrink the tour and walk it in Arabic", ["holds two ideas"]],
  ["Show the start and end of a tour", []],
  ["Show deliveries.", ["ends with a full stop"]],
  ["Nobody is told that a payment is done", ["begins with no imperative verb"]],
  ["Added a list", ["begins with no imperative verb"]],
  ["Adds a list", ["begins with no imperative verb"]],
  ["show deliveries", ["begins with no imperative verb"]],
  [`Show ${"long ".repeat(14)}lists`, ["longer than 72 characters"]],
])("the subject %j: %j", (subject, faults) => {
  expect(subjectFaults(subject)).toEqual(faults);
});

describe("planted faults are caught, each by its own sentence", () => {
  const planted: [string, string, string][] = [
    [
      "src/features/quotes/domain/bad.ts",
      'import { x } from "#features/deliveries/domain/state.ts";',
      "quotes comes before deliveries",
    ],
    [
      "src/features/quotes/domain/bad.ts",
      'import { x } from "#server/db/db.ts";',
      "domain may not lean on server",
    ],
    [
      "src/features/quotes/domain/bad.ts",
      'import * as z from "zod/mini";',
      "domain may not use the package zod/mini",
    ],
    [
      "src/features/quotes/domain/bad.ts",
      "export const now = () => Date.now();",
      "a rule asks for Date.now()",
    ],
    [
      "src/features/quotes/domain/bad.ts",
      "export const at = () => new Date();",
      "a rule asks for new Date()",
    ],
    [
      "src/features/quotes/domain/bad.ts",
      "export const die = () => Math.random();",
      "a rule asks for Math.random()",
    ],
    [
      "src/features/dispatch/server/bad.ts",
      'import { x } from "#features/deliveries/server/queries.ts";',
      "past its door",
    ],
    ["src/features/dispatch/web/bad.ts", 'import { x } from "#server/log.ts";', "web may not lean on server"],
    [
      "src/features/dispatch/server/bad.ts",
      'import { x } from "#web/api/call.ts";',
      "server may not lean on web",
    ],
    [
      "src/features/dispatch/server/bad.ts",
      'import Fastify from "fastify";',
      "fastify is named only in src/server/http/",
    ],
    [
      "src/features/sender/server/bad.ts",
      'import Stripe from "stripe";',
      "stripe is named only in src/engines/stripe/",
    ],
    [
      "src/features/checkout/web/bad.ts",
      'const late = await import("stripe");',
      "stripe is named only in src/engines/stripe/",
    ],
    [
      "src/features/sender/web/bad.ts",
      'import { Elements } from "@stripe/react-stripe-js";',
      "@stripe/react-stripe-js is named only in src/features/checkout/web/",
    ],
    ["src/kernel/bad.ts", 'import { x } from "#contract/schemas.ts";', "kernel may not lean on contract"],
    ["src/kernel/bad.ts", 'import pg from "pg";', "kernel may not use the package pg"],
    [
      "src/contract/bad.ts",
      'import { x } from "#features/quotes/contract/api.ts";',
      "contract knows no room",
    ],
    ["src/server/bad.ts", 'import { x } from "#features/quotes/domain/price.ts";', "server knows no room"],
    ["src/server/bad.ts", 'import { x } from "#main/server.ts";', "reaches up into main"],
    ["src/web/bad.ts", 'import { readFileSync } from "node:fs";', "the browser has no node:fs"],
    ["src/server/bad.ts", 'import { x } from "#test/support/world.ts";', "the product leans on a test"],
    [
      "src/features/payments/server/bad.ts",
      'import { x } from "#engines/stripe/provider.ts";',
      "server may not lean on engines",
    ],
    ["src/web/bad.ts", 'import { x } from "#engines/stripe/line.ts";', "web may not lean on engines"],
    [
      "src/engines/stripe/bad.ts",
      'import { x } from "#engines/sandbox-bank/bank.ts";',
      "stripe knows no other engine, but names sandbox-bank",
    ],
    [
      "src/engines/stripe/bad.ts",
      'import { x } from "#features/payments/server/base/gateway.ts";',
      "an engine enters payments past its door",
    ],
    [
      "src/engines/stripe/bad.ts",
      'import { x } from "#features/payments/web/checkout.ts";',
      "engines may not lean on web",
    ],
    ["src/utils/bad.ts", "export const x = 1;", "stands in no zone"],
    ["src/features/cinema/domain/bad.ts", "export const x = 1;", "cinema is not in the list of rooms"],
    [
      "src/features/quotes/server/bad.ts",
      'const late = await import("#features/tracking/server/public.ts");',
      "quotes comes before tracking",
    ],
  ];
  test.each(planted)("%s: %s", (file, text, sentence) => {
    expect(brokenWalls([{ path: file, text: `${text}\n` }]).join("\n")).toContain(sentence);
  });
});

test.each(["writes", "reads"] as const)(
  "no room %s a table of another but those listed, all still needed",
  (kind) => {
    const found = crossingsOf(sources, schemaOf(read(/\.sql$/, "db/migrations"), ROOMS)).filter(
      (one) => one.kind === kind,
    );
    const nameOf = ({ room, table }: Crossing) => `${room} → ${table}`;
    const fresh = found.filter((one) => !CROSSINGS[kind].includes(nameOf(one)));
    expect(fresh.map(({ file, table }) => `${file}: ${kind} ${table}, a table of another room`)).toEqual([]);
    expect([...new Set(found.map(nameOf))].toSorted(), "a crossing that is gone leaves the list").toEqual(
      CROSSINGS[kind],
    );
  },
);
