import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LOCALES, chooseLocale, wishedLanguages, wordLocale } from "#kernel/locale.ts";
import type { Locale } from "#kernel/locale.ts";
import type { ReplacedAssets } from "./replaced-assets.ts";
import { styleHashes } from "./style-hashes.ts";
import { DOCS, isShellAddress } from "#contract/offline-shell.ts";

/** Files whose name carries a hash of their content. */
const HASHED = /\/assets\//;

/** The worker that reads barcodes. */
const SCANNER = /\/assets\/zxing-worker-[\w-]+\.js(?:\.\w+)?$/;
/**
 * A worker obeys the policy of its own file: this one alone may compile WebAssembly, and fetches it from here. The page
 * stays without.
 */
const SCANNER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

export interface ClientOptions {
  /** Languages on offer. */
  readonly locales?: readonly Locale[];
  /** Pages of a demo are drawn with its strip. */
  readonly isDemo?: () => boolean;
  /** Hashed files that earlier builds had. */
  readonly replaced?: ReplacedAssets;
}

/** Headers that differ from every other page's. */
export interface PageHeaders {
  readonly pay: Readonly<Record<string, string>>;
  /** Of `/book`, whose documents hold style sheets with these hashes. */
  readonly book: (styles: readonly string[]) => Readonly<Record<string, string>>;
}

/** Name of a hashed file, not a path. */
const ASSET = /^\/(assets\/[\w-][\w.-]*)$/;

/**
 * Serves the built client: hashed files for a year, pages fresh each time, compressed at build.
 *
 * `/book` begins with its first view in the reader's language, `/t/…` is drawn by its room, `/docs/…` plain pages made at the build;
 * every other page address is answered by the console's.
 */
export async function serveClient(
  app: FastifyInstance,
  folder: string,
  headers: PageHeaders,
  { locales = LOCALES, isDemo = () => false, replaced }: ClientOptions = {},
): Promise<void> {
  if (!existsSync(path.join(folder, "index.html"))) return;
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    // Found below by their names: a route for each of 1,400 files took 0.4 s of processor time at each start.
    serve: false,
    index: false,
    setHeaders: (reply, file) => {
      reply.header("cache-control", HASHED.test(file) ? "public, max-age=31536000, immutable" : "no-cache");
      if (SCANNER.test(file)) reply.header("content-security-policy", SCANNER_POLICY);
    },
  });
  if (replaced) app.addHook("onClose", () => replaced.close());
  const page = (file: string) => ({
    method: "GET" as const,
    handler: (_request: unknown, reply: { sendFile(name: string): unknown }) => reply.sendFile(file),
  });
  app.route({ url: "/book/pay/:orderId", config: { headers: headers.pay }, ...page("pay.html") });
  const plain = firstViews(folder, "plain");
  // A demo may end while this server runs.
  const demo = isDemo() ? firstViews(folder, "demo") : plain;
  const styles = new Set(
    [...plain.values(), ...demo.values()].flatMap((name) =>
      styleHashes(readFileSync(path.join(folder, name), "utf8")),
    ),
  );
  const config = { headers: headers.book([...styles]) };
  app.route({
    url: "/book",
    method: "GET",
    config,
    handler: bookPage(() => (isDemo() ? demo : plain), locales),
  });
  app.route({ url: DOCS, ...page("docs/index.html") });
  app.route({ url: "/", ...page("index.html") });
  const files = filesIn(folder);
  app.get<{ Params: { readonly "*": string } }>("/*", (request, reply) => {
    if (files.has(request.params["*"])) return reply.sendFile(request.params["*"]);
    if (wantsPage(request.url, request.headers.accept ?? "*/*")) return reply.sendFile("index.html");
    const asset = ASSET.exec(request.url)?.[1];
    // A build that was made while this server ran: its page is served, so its files are too.
    if (asset !== undefined && existsSync(path.join(folder, asset))) return reply.sendFile(asset);
    if (asset !== undefined && replaced) return reply.sendFile(asset, replaced.root);
    reply.callNotFound();
    return reply;
  });
}

/** Names of the files as they are asked for. */
const filesIn = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"),
      ),
  );

/** Drawn first views by language, `book.demo.en.html`: tools/build/first-view-plugin.ts writes them. */
function firstViews(folder: string, kind: "plain" | "demo"): ReadonlyMap<string, string> {
  const drawn = new RegExp(`^book\\.${kind}\\.(\\w+)\\.html$`);
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const language = drawn.exec(name)?.[1];
      return language === undefined ? [] : [[language, name] as const];
    }),
  );
}

/** Another step than the first, which the search names, has no drawn view. */
function bookPage(views: () => ReadonlyMap<string, string>, locales: readonly Locale[]) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request.headers["accept-language"] ?? "", locales);
    const view = request.url.includes("?") ? undefined : views().get(language);
    void reply.header("vary", "accept-language");
    return reply.sendFile(view ?? "index.html");
  };
}

/** The language that the page will choose, too. */
const languageOf = (wishes: string, locales: readonly Locale[]): string =>
  wordLocale(chooseLocale(wishedLanguages(wishes), locales));

/** A person's address, not a file's nor a call's. Monitors ask with any `Accept`. */
function wantsPage(url: string, accept: string): boolean {
  const [path = ""] = url.split("?");
  return isShellAddress(path) && /text\/html|\*\/\*/.test(accept);
}
