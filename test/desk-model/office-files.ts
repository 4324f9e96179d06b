import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { failedRowsPath, type Import, type ImportRow, importsApi } from "#features/imports/contract/api.ts";
import { isWorking } from "#features/imports/domain/import-lifecycle.ts";
import { WORK_JOB } from "#features/imports/server/commands.ts";
import type { Db } from "#server/db/db.ts";
import { base64, csvOf } from "#test/support/people/import-file.ts";
import { callWire } from "#test/support/processes/product.ts";
import type { Organisation } from "../shifts/wire/organisation.ts";
import { REFERENCE } from "./check-errands.ts";
import { type Dispatcher, type ErrandOf, type OrderRow, TODAY } from "./deed.ts";
import { HOUSES } from "./town.ts";
import type { World } from "./world.ts";

interface Parts {
  readonly world: World;
  readonly db: Db;
  readonly org: Organisation;
  /** Tries once more where the connection was cut. */
  readonly again: <T>(work: () => Promise<T>) => Promise<T>;
  /** Hears of each delivery that was imported. */
  readonly follow: (delivery: { readonly id: string; readonly number: string }) => Promise<void>;
}

/** Dispatchers who import files of orders, some of them twice, and export what was refused. */
export interface OfficeFiles {
  next(by: Dispatcher): ErrandOf<"import"> | undefined;
  bringIn(deed: ErrandOf<"import">): Promise<void>;
}

/** Share of a dispatcher's deeds. */
const SHARE = 0.05;
const MOST_RIGHT = 2;
/** Spreadsheets take the beginnings for formulas. */
const NAMES = ["Rita", "=1+1 Rita", "+Rita", "-Rita", "@Rita", "\t=Rita", '\r"=Rita"', "'=Rita"] as const;
const WRONG = [
  ["recipientPhone", "12"],
  ["recipientPhone", "=1+1"],
  ["from", "25:00"],
  ["dropoff", "-Nowhere Alley 7"],
  ["date", "99.99.2026"],
  ["recipientName", ""],
  ["pay", "@shells"],
] as const;
const FORMULA = /^[\t\r]|^[\s"]*[=+\-@]/;

export function makeOfficeFiles({ world, db, org, again, follow }: Parts): OfficeFiles {
  const { dice } = world;
  const files: (readonly OrderRow[])[] = [];
  let written = 0;

  function rowOf(isRight: boolean): OrderRow {
    written += 1;
    const reference = `${REFERENCE}${written}`;
    const fields = {
      reference,
      senderName: "Corner Bakery",
      senderPhone: "+4930123456",
      pickup: `Hill Road ${dice.between(1, HOUSES)}`,
      recipientName: `${dice.pick(NAMES)} ${written}`,
      recipientPhone: "+491701234567",
      dropoff: `Mill Lane ${dice.between(1, HOUSES)}`,
      date: TODAY,
      pay: "cash",
    };
    if (isRight) return { reference, fields, wrong: undefined };
    const [field, text] = dice.pick(WRONG);
    return { reference, fields: { ...fields, [field]: text }, wrong: field };
  }

  function newFile(): readonly OrderRow[] {
    const rows = Array.from({ length: dice.between(2, 4) }, (_, nth) =>
      rowOf(nth < MOST_RIGHT && dice.chance(0.6)),
    );
    files.push(rows);
    return rows;
  }

  async function bringIn({ by, key, rows, exportKey }: ErrandOf<"import">): Promise<void> {
    const call: Call = (endpoint, input, more) => callWire(org.url, endpoint, input, { token: by, ...more });
    const checked = await uploaded(call, key, csvOf(rows.map(({ fields }) => fields)));
    const isReady = checked.state === "checked" && checked.counts.ready > 0;
    const done = isReady ? await worked(call, await call(importsApi.confirmImport, { id: key })) : checked;
    const found = await rowsOf(call, key);
    judge(rows, done, found);
    for (const { delivery } of found) if (delivery) await again(() => follow(delivery));
    const refused = found.filter(({ state }) => state === "faulty");
    if (refused.length === 0) return;
    const text = await exported(key, by);
    const cells = parse(text, { bom: true, relax_column_count: true }).flat();
    if (cells.some((cell) => FORMULA.test(cell))) world.broke(34, "an exported cell begins as a formula");
    await uploaded(call, exportKey, text);
    if (said(await rowsOf(call, exportKey)) !== said(refused))
      world.broke(34, "refused rows that are exported and imported are other rows");
  }

  /** A file whose rows are checked; the same key is the same import. */
  async function uploaded(call: Call, key: string, text: string): Promise<Import> {
    await call(importsApi.importFile, { name: "day.csv", file: base64(text) }, { key });
    const file = await call(importsApi.readImport, { id: key });
    if (file.state !== "columns") return worked(call, file);
    const { id, mapping } = file;
    return worked(call, await call(importsApi.mapColumns, { id, mapping }));
  }

  /** The import once the job has nothing left to do. */
  async function worked(call: Call, file: Import): Promise<Import> {
    if (!isWorking(file.state)) return file;
    const { id } = file;
    await again(async () => {
      // A worker whose connection was cut leaves its lease until it runs out.
      await db.as(org, (tx) =>
        sql`update import_file set worked_until = null where org_id = app_org() and id = ${id}`.execute(tx),
      );
      await org.job(WORK_JOB)({ id });
    });
    return worked(call, await call(importsApi.readImport, { id }));
  }

  /** Accepted and refused rows are all rows, each what it ought to be, by its number and field (34). */
  function judge(rows: readonly OrderRow[], { counts }: Import, found: readonly ImportRow[]): void {
    const [accepted, refused] = [counts.imported + counts.known, counts.faulty];
    if (accepted + refused !== rows.length || found.length !== rows.length)
      return world.broke(34, `of ${rows.length} rows ${accepted} were accepted and ${refused} refused`);
    for (const [at, row] of rows.entries()) judgeRow(at + 2, row, found[at]);
  }

  function judgeRow(no: number, { wrong }: OrderRow, found: ImportRow | undefined): void {
    if (found?.no !== no) return world.broke(34, "a row has another number than in its file");
    const { state, faults, delivery } = found;
    const isDelivery = delivery !== null && (state === "imported" || state === "known");
    const isRefused = delivery === null && state === "faulty" && faults.some(({ field }) => field === wrong);
    const isRight = wrong === undefined ? isDelivery : isRefused;
    if (!isRight) world.broke(34, `a row with ${wrong ?? "nothing"} wrong is ${state}`);
  }

  async function exported(id: string, by: Dispatcher): Promise<string> {
    const answer = await fetch(`${org.url}${failedRowsPath(id, "en")}`, {
      headers: { authorization: `Bearer ${by}` },
    });
    if (!answer.ok) throw new Error(`readFailedRows: ${answer.status} http.export`);
    return answer.text();
  }

  return {
    next(by) {
      if (!dice.chance(SHARE)) return undefined;
      const rows = files.length > 0 && dice.chance(0.4) ? dice.pick(files) : newFile();
      const turned = dice.chance(0.5) ? rows : rows.toReversed();
      return { kind: "import", by, key: world.newId(), rows: turned, exportKey: world.newId() };
    },
    bringIn,
  };
}

type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  more?: { readonly key: string },
) => Promise<ReplyOf<E>>;

const rowsOf = async (call: Call, id: string): Promise<readonly ImportRow[]> =>
  (await call(importsApi.listImportRows, { id, limit: 100 })).items;

/** Rows by all that they say, and why they are refused. */
const said = (rows: readonly ImportRow[]): string =>
  JSON.stringify(rows.map(({ texts, faults }) => [texts, faults.map(({ field, code }) => [field, code])]));
