import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { constants, brotliCompressSync } from "node:zlib";
import pg from "pg";
import { invitationsApi } from "#features/accounts/contract/invitations.ts";
import { databaseFolder } from "#main/cli/database.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { runningDatabase } from "#server/db/embedded-running.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { callWire, startProduct } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";

/** The audit log is sealed once a minute. */
const SEALED_MS = 150_000;

/**
 * Makes a demo by a first start, with entries in its audit log, and keeps it as `data.tar.br`: pictures, and the files of PostgreSQL.
 * `manifest.json` says what it holds, `api.json.br` how the program describes its API.
 *
 * @param scratch an empty folder for the data
 */
export async function makeInstallation(scratch: string, folder: string): Promise<void> {
  const data = path.join(scratch, "data");
  const [port = 0, provider = 0, metrics = 0, bank = 0] = await freePorts(4);
  const ports = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, `--sandbox-port=${bank}`];
  const product = await startProduct(data, port, ["--api-only", ...ports]);
  try {
    const token = await signIn(product.url, "greta");
    for (const email of ["ines@example.org", "jon@example.org"])
      await callWire(
        product.url,
        invitationsApi.invitePerson,
        { email, roles: ["dispatcher"], vehicle: null },
        { token },
      );
    const api = await (await fetch(`${product.url}/api/openapi.json`)).text();
    writeFileSync(path.join(folder, "api.json.br"), small(Buffer.from(api)));
    await untilSealed(data);
  } finally {
    await product.stop();
  }
  // The town is drawn again by its seed, and logs are no data.
  for (const name of ["map", "mails", "client", "waybill.log", "waybill.lock"])
    rmSync(path.join(data, name), { recursive: true, force: true });
  const kept = path.join(scratch, "kept");
  execFileSync(process.execPath, ["bin/waybill.mjs", "export", kept, "--data", data], { stdio: "inherit" });
  const manifest = path.join(folder, "manifest.json");
  copyFileSync(path.join(kept, "manifest.json"), manifest);
  execFileSync("node_modules/.bin/oxfmt", [manifest]);
  await withoutOldLog(data);
  const tar = execFileSync(
    "tar",
    ["c", "-C", data, "--exclude=postgres/*.log", "--exclude=postgres/run/*", "."],
    {
      maxBuffer: 1e9,
    },
  );
  writeFileSync(path.join(folder, "data.tar.br"), small(tar));
}

async function untilSealed(data: string): Promise<void> {
  const client = new pg.Client(runningDatabase(databaseFolder(data)));
  await client.connect();
  try {
    for (const end = performance.now() + SEALED_MS; performance.now() < end;) {
      const { rows } = await client.query<{ sealed: boolean }>(
        "select exists (select from audit_seal) and not exists (select from audit_unsealed) as sealed",
      );
      if (rows[0]?.sealed) return;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    throw new Error("the audit log was not sealed");
  } finally {
    await client.end();
  }
}

/** Lets PostgreSQL begin a new file of its log, and empties what is left in it of an earlier use. */
async function withoutOldLog(data: string): Promise<void> {
  const server = await startEmbeddedPostgres({ folder: databaseFolder(data) });
  const client = new pg.Client(server.connection);
  await client.connect();
  for (const text of ["checkpoint", "select pg_switch_wal()", "checkpoint"]) await client.query(text);
  await client.end();
  await server.stop();
  emptyStalePages(path.join(databaseFolder(data), "pg", "pg_wal"));
}

/** Bytes of a segment of the log, and of a page in it, which says its own place at byte 8. */
const SEGMENT = 16 * 1024 * 1024;
const PAGE = 8192;

/** A page that says another place than its own is left of the segment's earlier use: PostgreSQL never reads it. */
function emptyStalePages(wal: string): void {
  for (const name of readdirSync(wal).filter((one) => /^[0-9A-F]{24}$/.test(one))) {
    const bytes = readFileSync(path.join(wal, name));
    const start = (BigInt(`0x${name.slice(8, 16)}`) << 32n) + BigInt(`0x${name.slice(16)}`) * BigInt(SEGMENT);
    for (let at = 0; at < bytes.length; at += PAGE)
      if (bytes.readBigUInt64LE(at + 8) !== start + BigInt(at)) bytes.fill(0, at, at + PAGE);
    writeFileSync(path.join(wal, name), bytes);
  }
}

function small(bytes: Buffer): Buffer {
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_LARGE_WINDOW, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(bytes, {
    params: {
      [BROTLI_PARAM_LARGE_WINDOW]: 1,
      [BROTLI_PARAM_LGWIN]: 28,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
