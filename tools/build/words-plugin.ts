import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const INDEX = "virtual:words";
const MARK_CHARS = 8;
export const WORD_LOCALES = ["en", "de", "fr", "es", "ar"] as const;

/**
 * Folders of the words of each room: the hall, its parts, every feature that has a `web/words` drawer, and the parts of
 * features that have words of their own, `web/<part>/words`.
 */
export function wordRooms(root: string): ReadonlyMap<string, string> {
  const rooms = new Map<string, string>([["hall", join(root, "src/web/words")]]);
  const parts = join(root, "src/web");
  for (const name of readdirSync(parts).toSorted()) {
    const folder = join(parts, name, "words");
    if (existsSync(folder)) rooms.set(name, folder);
  }
  const features = join(root, "src/features");
  for (const name of existsSync(features) ? readdirSync(features).toSorted() : []) {
    const web = join(features, name, "web");
    if (!existsSync(web)) continue;
    if (existsSync(join(web, "words"))) rooms.set(name, join(web, "words"));
    for (const part of readdirSync(web).toSorted()) {
      const folder = join(web, part, "words");
      if (existsSync(folder)) rooms.set(part, folder);
    }
  }
  return rooms;
}

/** The words of one room in one language, as flat keys of ICU messages. */
export function readWords(folder: string, locale: string): Record<string, string> {
  const file = join(folder, `${locale}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function compiled(folder: string, locale: string): string {
  const entries = Object.entries(readWords(folder, locale)).map(([key, message]) => {
    try {
      return [key, plain(compileMessageOrThrow(message))];
    } catch (error) {
      throw new Error(`${folder}/${locale}.json: "${key}" is not a valid ICU message`, { cause: error });
    }
  });
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))});`;
}

/** Most messages are one text. */
const plain = (message: unknown[]): unknown =>
  message.length === 1 && typeof message[0] === "string" ? message[0] : message;

/** The index of loaders, or the compiled words of one room in one language. */
function moduleOf(
  root: string,
  id: string,
  indexOf: (rooms: readonly string[]) => string,
): string | undefined {
  const rooms = wordRooms(root);
  if (id === INDEX) return indexOf([...rooms.keys()]);
  const [, room = "", locale = ""] = /^virtual:words\/([^/]+)\/([^/]+)$/.exec(id) ?? [];
  const folder = rooms.get(room);
  return folder === undefined ? undefined : compiled(folder, locale);
}

/** A loader for each room and language, for what is not a build of the browser's files. */
function loaders(rooms: readonly string[]): string {
  const rows = rooms.map((room) => {
    const each = WORD_LOCALES.map((l) => `${l}:()=>import("${INDEX}/${room}/${l}")`);
    return `${JSON.stringify(room)}:{${each.join(",")}}`;
  });
  return `const loaders={${rows.join(",")}};export default (room,language)=>loaders[room]?.[language]?.();`;
}

/**
 * The names of the files are made up from room, language and one mark of all words: a table of their own marks would be
 * 2 kB of every first view, and the rooms' names 0.3 kB. `test/words.test.ts` holds that every room asked for has words.
 */
const named = (mark: string): string =>
  `export default (room,language)=>import(/* @vite-ignore */ \`./\${room}.\${language}-${mark}.js\`);`;

const filesOf = (rooms: ReadonlyMap<string, string>) =>
  [...rooms].flatMap(([room, folder]) =>
    WORD_LOCALES.map((locale) => [`${room}/${locale}`, compiled(folder, locale)] as const),
  );

/**
 * Serves `virtual:words` (loads by room and language) and `virtual:words/<room>/<locale>` (compiled messages), so that a
 * page fetches only the words of its rooms in the reader's language and no ICU parser reaches the browser.
 */
export function words(): Plugin {
  let root = resolve(".");
  let isBrowserBuild = false;
  let mark = "";
  return {
    name: "waybill:words",
    configResolved: (config) => {
      root = config.root;
      isBrowserBuild = config.command === "build" && !config.build.ssr;
    },
    buildStart() {
      if (!isBrowserBuild) return;
      const files = filesOf(wordRooms(root));
      const hash = createHash("sha256").update(JSON.stringify(files)).digest("base64url");
      mark = hash.replaceAll(/[-_]/g, "").slice(0, MARK_CHARS);
      for (const [id] of files)
        this.emitFile({
          type: "chunk",
          preserveSignature: "strict",
          id: `${INDEX}/${id}`,
          fileName: `assets/${id.replace("/", ".")}-${mark}.js`,
        });
    },
    resolveId: (id) => (id.startsWith(INDEX) ? `\0${id}` : undefined),
    load: (id) =>
      id.startsWith(`\0${INDEX}`)
        ? moduleOf(root, id.slice(1), (rooms) => (isBrowserBuild ? named(mark) : loaders(rooms)))
        : undefined,
    handleHotUpdate({ file, server }) {
      if (!/\/words\/\w+\.json$/.test(file)) return;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: "full-reload" });
    },
  };
}
