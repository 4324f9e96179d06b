import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "vite";

/** How the third party's host answers, by the name in the address. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse, request: Seen) => void>> = {
  ok: (response) => script(response, BANK),
  older: (response) => script(response, 'window.Bank = function Bank() {}; window.Bank.version = "older";'),
  "for-everybody": (response) =>
    response.writeHead(200, { ...SCRIPT, "cross-origin-resource-policy": "cross-origin" }).end(BANK),
  missing: (response) => response.writeHead(404).end("not here"),
  "missing-with-script": (response) => response.writeHead(404, SCRIPT).end(BANK),
  broken: (response) => response.writeHead(500).end("out of order"),
  silent: () => undefined,
  "silent-first": (response, { query }) => {
    if (query !== "") script(response, BANK);
  },
  empty: (response) => script(response, ""),
  "empty-late": (response) => void setTimeout(() => script(response, ""), 600),
  "bad-syntax": (response) => script(response, "function ( {"),
  throws: (response) => script(response, 'throw new Error("broken inside")'),
  portal: (response) => response.writeHead(200, { "content-type": "text/html" }).end(PORTAL),
  "portal-nosniff": (response) =>
    response.writeHead(200, { "content-type": "text/html", "x-content-type-options": "nosniff" }).end(PORTAL),
  reset: (response) => response.socket?.destroy(),
  truncated: (response) => {
    response.writeHead(200, { ...SCRIPT, "content-length": "100000" }).write(BANK);
    setTimeout(() => response.socket?.destroy(), 20);
  },
  slow: (response) => void setTimeout(() => script(response, BANK), 600),
  "no-function": (response) => script(response, 'window.Bank = { version: "next" };'),
  "brings-more": (response) => script(response, BRINGS_MORE),
  more: (response) => script(response, 'noteReady("script");'),
  sheet: (response) =>
    response.writeHead(200, { "content-type": "text/css" }).end("body { position: relative; }"),
  frame: (response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end('<script>parent.postMessage("ready", "*")</script>'),
  "fails-once": (response, { nth }) => (nth === 1 ? response.writeHead(500).end() : script(response, BANK)),
};

const SCRIPT = { "content-type": "text/javascript" } as const;
const BANK = "window.Bank = function Bank() {};";
/** As a card provider's script does: it loads the rest of itself from its own host, and says what arrived. */
const BRINGS_MORE = `${BANK}
const here = new URL(document.currentScript.src).origin;
const ready = new Set();
function noteReady(name) {
  ready.add(name);
  document.title = ["frame", "script", "sheet"].map((one) => one + ": " + (ready.has(one) ? "ready" : "waits")).join(", ");
}
const add = (name, attributes) => {
  const node = Object.assign(document.createElement(name), attributes);
  document.head.append(node);
  return node;
};
add("script", { src: here + "/more.js" });
add("link", { rel: "stylesheet", href: here + "/sheet.js", onload: () => noteReady("sheet") });
add("style", { textContent: "body { color: red; }" });
addEventListener("message", ({ data }) => data === "ready" && noteReady("frame"));
const frame = document.createElement("iframe");
frame.src = here + "/frame.js";
frame.style.blockSize = "10px";
document.documentElement.append(frame);
`;
const PORTAL = "<!doctype html><title>Welcome to our Wi-Fi</title>";
const script = (response: ServerResponse, text: string) => void response.writeHead(200, SCRIPT).end(text);

interface Seen {
  readonly query: string;
  /** The first request to this name is 1. */
  readonly nth: number;
}

export interface PageOptions {
  readonly policy?: string;
  readonly embedder?: "require-corp" | "credentialless";
  readonly body?: string;
}

export interface ScriptHosts {
  /**
   * Our own server, with a page that holds the loader. `policy` is its content security policy, `embedder` what it lets
   * in from elsewhere, `body` its markup.
   */
  page(options?: PageOptions): string;
  /** Address of the third party. */
  readonly origin: string;
  /** Address of the third party's script. */
  script(name: string): string;
  /** Requests that the third party saw for this name, with their queries. */
  seen(name: string): readonly string[];
  /** Forgets what was seen; our own server answers `/livez` or is dead. */
  reset(homeAlive?: boolean): void;
  close(): Promise<void>;
}

/** Two real servers on loopback: ours, and one that behaves in every way a third party's can. */
export async function openScriptHosts(): Promise<ScriptHosts> {
  const bundle = await bundleLoader();
  const seen = new Map<string, string[]>();
  let homeAlive = true;
  const home = await listen((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/livez") return homeAlive ? response.end("ok") : response.socket?.destroy();
    if (url.pathname === "/loader.js") return script(response, bundle);
    const [policy, embedder] = ["policy", "embedder"].map((name) => url.searchParams.get(name) ?? undefined);
    response.writeHead(200, {
      "content-type": "text/html",
      ...(policy !== undefined && { "content-security-policy": policy }),
      ...(embedder !== undefined && { "cross-origin-embedder-policy": embedder }),
    });
    return response.end(
      `<!doctype html><head>${url.searchParams.get("body") ?? ""}<script nonce="n1" src="/loader.js"></script></head>`,
    );
  });
  const third = await listen((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const name = url.pathname.slice(1).replace(/\.js$/, "");
    const list = seen.get(name) ?? [];
    seen.set(name, [...list, url.search]);
    (ANSWERS[name] ?? ANSWERS["missing"])?.(response, { query: url.search, nth: list.length + 1 });
  });
  return {
    page: (options = {}) => `${home.url}/?${new URLSearchParams({ ...options }).toString()}`,
    origin: third.url,
    script: (name) => `${third.url}/${name}.js`,
    seen: (name) => seen.get(name) ?? [],
    reset: (alive = true) => {
      homeAlive = alive;
      seen.clear();
    },
    close: async () => {
      await Promise.all([home.close(), third.close()]);
    },
  };
}

/** The product's own loader and Trusted Types policy, as one script that puts them on the window. */
async function bundleLoader(): Promise<string> {
  const entry = path.resolve("test/support/processes/loader-entry.ts");
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ["iife"], name: "Loader", fileName: () => "loader.js" },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !("output" in result)) throw new Error("the loader was not built");
  return result.output[0].code;
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
