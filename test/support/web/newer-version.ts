import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { freePorts } from "../processes/free-ports.ts";
import { takeMadeData } from "../processes/made-data.ts";
import { startProduct } from "../processes/product.ts";

/** A Waybill of its own that can be updated while people work with it. */
export interface UpdatableProduct {
  readonly url: string;
  /** From now on it hands out the next version: another shell, and a service worker that knows it. */
  update(): void;
  /** From now on files of these paths are asked for and do not come. */
  hold(paths: RegExp): void;
  /** From now on files of these paths are gone: a page says so. */
  remove(paths: RegExp): void;
  close(): Promise<void>;
}

/** Stands in the shell of a later version: its number, from 1. */
const markOf = (version: number): string => `<meta name="waybill-version" content="${version}">`;

/** Browsers talk to a door before the product; the door is what changes its files. */
export async function openUpdatable(): Promise<UpdatableProduct> {
  const [door = 0, port = 0, providerPort = 0, metricsPort = 0] = await freePorts(4);
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-update-"));
  takeMadeData("demo", folder);
  const url = `http://localhost:${door}`;
  const product = await startProduct(folder, port, [
    "--public-url",
    url,
    "--provider-port",
    String(providerPort),
    "--metrics-port",
    String(metricsPort),
  ]);
  let version = 0;
  let held: RegExp | undefined;
  let removed: RegExp | undefined;
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? "/", url);
    if (held?.test(pathname)) return;
    if (removed?.test(pathname)) {
      answer.writeHead(404, { "content-type": "text/html" });
      answer.end("<!doctype html><title>Nothing here</title>");
      return;
    }
    const isChanged = version > 0 && (pathname === "/sw.js" || pathname === "/index.html");
    const change = isChanged ? (file: string) => newer(file, version) : undefined;
    pass(asked, answer, port, change);
  });
  await new Promise<void>((done) => server.listen(door, "localhost", done));
  return {
    url,
    update: () => {
      version += 1;
    },
    hold: (paths) => {
      held = paths;
    },
    remove: (paths) => {
      removed = paths;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const newer = (file: string, version: number): string =>
  file
    .replace(/("?url"?: ?["'`]\/index\.html["'`], ?"?revision"?: ?["'`])[0-9a-f]+/, `$1newer-${version}`)
    .replace("<head>", `<head>${markOf(version)}`);

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  port: number,
  change: ((file: string) => string) | undefined,
): void {
  const headers = { ...asked.headers };
  if (change)
    for (const name of ["accept-encoding", "if-none-match", "if-modified-since"]) delete headers[name];
  const further = request(
    { host: "localhost", port, path: asked.url, method: asked.method, headers },
    (given) => {
      const send = async () => {
        const file = change?.(await text(given));
        const { "content-length": _length, etag: _etag, ...rest } = given.headers;
        answer.writeHead(given.statusCode ?? 502, file === undefined ? given.headers : rest);
        if (file === undefined) given.pipe(answer);
        else answer.end(file);
      };
      send().catch(() => answer.destroy());
    },
  );
  further.on("error", () => answer.destroy());
  answer.on("close", () => further.destroy());
  asked.pipe(further);
}
