import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

export const WORD_LOCALES = ["en", "de", "fr", "es", "ar"] as const;

/**
 * Where each room keeps its words: the hall, its parts, every feature that has a `web/words` drawer, and the parts of
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
function moduleOf(root: string, id: string): string | undefined {
  const rooms = wordRooms(root);
  if (id === "virtual:words") {
    const rows = [...rooms.keys()].map((room) => {
      const loaders = WORD_LOCALES.map((l) => `${l}:()=>import("virtual:words/${room}/${l}")`);
      return `${JSON.stringify(room)}:{${loaders.join(",")}}`;
    });
    return `export default {${rows.join(",")}};`;
  }
  const [, room = "", locale = ""] = /^virtual:words\/([^/]+)\/([^/]+)$/.exec(id) ?? [];
  const folder = rooms.get(room);
  return folder === undefined ? undefined : compiled(folder, locale);
}

/**
 * Serves `virtual:words` (loaders by room and locale) and `virtual:words/<room>/<locale>` (compiled messages), so
 * that a page fetches only the words of its rooms in the reader's language and no ICU parser reaches the browser.
 */
export function words(): Plugin {
  let root = resolve(".");
  return {
    name: "waybill:words",
    configResolved: (config) => {
      root = config.root;
    },
    resolveId: (id) => (id.startsWith("virtual:words") ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0virtual:words") ? moduleOf(root, id.slice(1)) : undefined),
    handleHotUpdate({ file, server }) {
      if (!/\/words\/\w+\.json$/.test(file)) return;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: "full-reload" });
    },
  };
}
