import { readFileSync } from "node:fs";
import type * as z from "zod/mini";
import { commonCodes } from "#server/http/openapi.ts";
import { WAYS } from "#contract/ways.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { SESSION_TIMES } from "#contract/session.ts";
import { FAILURE_CASES } from "#contract/sign-in-failure-cases.ts";
import { SIGN_IN_FAILURES } from "#contract/sign-in-failures.ts";
import type { Machine } from "#kernel/machine.ts";
import { ROLES } from "#kernel/actor.ts";
import { PERMISSIONS } from "#kernel/permission.ts";
import { settingsTable } from "#main/config/docs.ts";
import { ALL_PAGES } from "#main/pages.ts";
import { refusalsOf } from "#main/rooms.ts";
import { securityTable } from "../security/table.ts";
import { contents } from "./contents.ts";
import { checksOf, fieldTable, kindOf, leavesOf, shapeOf } from "./fields.ts";
import { code, diagram, page, table } from "./markdown.ts";
import { englishWords, filesLike, limitsOf } from "./source.ts";

/** Every generated document: its file and its text. */
export async function specification(): Promise<[string, string][]> {
  const house = await contents();
  return [
    ["docs/spec/1-purpose.md", purpose()],
    ["docs/spec/2-screens.md", screens()],
    ["docs/spec/3-entities.md", entities(house.entities)],
    ["docs/spec/4-states.md", states(house.machines)],
    ["docs/spec/5-validation.md", validation(house.endpoints)],
    ["docs/spec/6-roles.md", roles(house.endpoints)],
    ["docs/spec/7-calls.md", calls(house.endpoints)],
    ["docs/spec/8-errors.md", errors()],
    ["docs/spec/9-limits.md", await limits()],
    ["docs/operating.md", operating()],
    ["docs/security.md", securityTable()],
  ];
}

function purpose(): string {
  const about: { description: string } = JSON.parse(readFileSync("package.json", "utf8"));
  const users = ROLES.map((role) => [
    code(role),
    Object.keys(PERMISSIONS)
      .filter((name) => role in PERMISSIONS[name as keyof typeof PERMISSIONS])
      .map(code)
      .join(" "),
  ]);
  const rooms = filesLike(/features\/[a-z]+\/README\.md$/).map((file) => {
    const [, about = ""] = readFileSync(file, "utf8").split(/\n\s*\n/);
    return [file.split("/")[2] ?? "", about.replaceAll(/\s+/g, " ")];
  });
  return page(
    "1. Purpose and users",
    about.description,
    "## Who uses it",
    table(["role", "may"], users),
    "A recipient has no role: a link of 22 characters shows one delivery. A guest books without an account and sees the order by a booking key that stays in the browser.",
    "## The rooms",
    table(["room", "what it is for"], rooms),
  );
}

function screens(): string {
  const rows = ALL_PAGES.flat().map((screen) => [
    code(screen.path.replaceAll("$", ":")),
    englishWords(screen.room)[screen.title] ?? screen.title,
    screen.room,
    screen.frame,
    screen.needs?.map(code).join(" ") ?? "everybody",
  ]);
  return page(
    "2. Screens and routes",
    table(
      ["path", "title", "room", "frame", "who"],
      [
        ...rows,
        [
          code("/t/:token"),
          englishWords("tracking")["title"] ?? "Tracking",
          "tracking",
          "own page, no router",
          "whoever has the link",
        ],
      ],
    ),
    "Every screen has its loading, empty, error, offline, forbidden and not-found state (`web/ui/state-message.tsx`).",
  );
}

function entities(list: readonly [string, string, z.ZodMiniType][]): string {
  const parts = list.flatMap(([room, name, schema]) => [
    `## ${name}`,
    room === "" ? "Shared by all rooms." : `Room ${code(room)}.`,
    fieldTable(schema),
  ]);
  return page(
    "3. Entities and fields",
    "Money is integer minor units with an ISO 4217 code; instants are UTC; lengths are metres, masses grams; coordinates WGS84; windows half-open `[start, end)`.",
    ...parts,
  );
}

function states(machines: readonly Machine<string, string>[]): string {
  const parts = machines.flatMap((machine) => [
    `## ${machine.name}`,
    diagram(machine),
    table(
      ["command", "from", "to", "who", "guard"],
      machine.transitions.map((row) => [
        row.name,
        row.from.join(", "),
        row.to,
        row.actors.join(", "),
        row.guard,
      ]),
    ),
  ]);
  return page(
    "4. States and transitions",
    "A delivery's own state is computed from its tasks and custody (`stateOf`) and never written.",
    ...parts,
  );
}

function validation(endpoints: readonly Endpoint[]): string {
  const parts = endpoints.flatMap((endpoint) => {
    const rows = leavesOf(shapeOf(endpoint.input, "input")).map(([name, shape, required]) => [
      code(name),
      kindOf(shape),
      required ? "yes" : "no",
      checksOf(shape),
    ]);
    return rows.length === 0 || rows[0]?.[0] === "``"
      ? []
      : [`## ${endpoint.id}`, table(["field", "kind", "required", "check"], rows)];
  });
  return page(
    "5. Validation rules",
    "The same schema checks in the browser and on the server. Unknown fields are refused and named. In the browser a form is valid exactly when none of its inputs reports an error, and an input's check waits until it is touched (or until submit, which touches all).",
    ...parts,
  );
}

function roles(endpoints: readonly Endpoint[]): string {
  const rows = Object.entries(PERMISSIONS).map(([name, row]) => [
    code(name),
    ...ROLES.map((role) => (row as Partial<Record<string, string>>)[role] ?? "–"),
  ]);
  const open = endpoints
    .filter((endpoint) => endpoint.needs === "anyone" || endpoint.needs === "self")
    .map((endpoint) => [code(endpoint.id), endpoint.needs]);
  return page(
    "6. Roles and permissions",
    "Roles of the access token are the ceiling, the membership is the scope; what is absent is refused. `own`: one's own objects, `assigned`: a courier's, `org`: the whole organisation.",
    table(["permission", ...ROLES], rows),
    "## Calls that need no role",
    table(["call", "who"], open),
  );
}

function calls(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((endpoint) => [
    code(`${endpoint.method} ${endpoint.path}`),
    endpoint.id,
    code(endpoint.needs),
    endpoint.summary,
    endpoint.refusals.map(code).join(" "),
  ]);
  return page(
    "7. Calls",
    "Served as OpenAPI 3.1 at `/api/openapi.json`. Every POST and PUT carries an `Idempotency-Key` with a UUID.",
    table(["call", "name", "needs", "what it does", "its own refusals"], rows),
    "## What any call may answer besides",
    table(
      ["calls", "codes"],
      [
        ["reads", commonCodes({ method: "GET", needs: "self" }).map(code).join(" ")],
        ["writes", commonCodes({ method: "POST", needs: "self" }).map(code).join(" ")],
      ],
    ),
  );
}

function errors(): string {
  const hall = englishWords("hall");
  const rows = Object.entries(refusalsOf([])).map(([name, row]) => row && errorRow(name, row, hall));
  return page(
    "8. Errors",
    "RFC 9457 problem details with a stable `code`. The sentence is what a person reads, in their language; the way out is offered beside it.",
    table(
      ["code", "status", "meaning", "sentence", "way out"],
      rows.filter((row) => row !== undefined),
    ),
    "## Signing in and staying signed in",
    "Each has a test that makes it happen. Only the provider's own no, the person or the allowed hours end a session.",
    table(
      ["no.", "when", "sentence", "where", "way out"],
      SIGN_IN_FAILURES.map((row) => [
        row.number,
        FAILURE_CASES[row.number],
        "code" in row ? (hall[`auth.${row.code}`] ?? "") : "",
        row.place,
        row.way,
      ]),
    ),
  );
}

function errorRow(
  name: string,
  [status, meaning, way]: readonly [number, string, string],
  hall: Record<string, string>,
): (string | number)[] {
  const [room = "", reason = ""] = name.split(".", 2);
  const sentence = englishWords(room)[`refusal.${reason}`] ?? hall[`refusal.${name}`] ?? "";
  return [code(name), status, meaning, sentence, hall[`way.${way}`] ?? way];
}

async function limits(): Promise<string> {
  const files = filesLike(
    /(limits|schemas|constants|endpoint|event|app|idempotency|hub|stream|jobs|cancellation|session-limits)\.ts$/,
  ).filter((file) => !file.includes(".test.") && !file.includes("/web/ui/"));
  const found = (await Promise.all(files.map(limitsOf))).flat();
  return page(
    "9. Business constants and limits",
    "## The session",
    table(
      ["constant", "value"],
      Object.entries(SESSION_TIMES).map(([name, seconds]) => [code(name), `${seconds} s`]),
    ),
    "## All others",
    table(
      ["constant", "value", "meaning", "where"],
      found.map((limit) => [code(limit.name), limit.value, limit.meaning, code(limit.file)]),
    ),
    `Ways out of a refusal: ${WAYS.map(code).join(" ")}.`,
  );
}

/** The lines of the help that name a command, or go on with one. */
const commandLines = (): string =>
  readFileSync("bin/help.txt", "utf8")
    .split("\n")
    .filter((line) => /^ {2}waybill |^ {10}/.test(line))
    .map((line) => line.slice(2))
    .join("\n");

function operating(): string {
  const text = readFileSync("tools/spec/operating.md", "utf8")
    .replace("{{commands}}", commandLines())
    .replace("{{settings}}", settingsTable().trimEnd());
  return `<!-- Written by \`npm run docs\` from tools/spec/operating.md, the commands and the settings' schema. -->\n\n${text}`;
}
