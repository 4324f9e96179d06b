import { LABEL_WORDS } from "#features/labels/server/label-words.ts";
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readWords, WORD_LOCALES, wordRooms } from "../tools/build/words-plugin.ts";
import { ALIKE } from "./support/checks/words-alike.ts";
import {
  type Catalogue,
  faultsOfRoom,
  flatWords,
  formsOf,
  hardCoded,
  literalsOf,
  sources,
  syntaxOf,
} from "./support/checks/words.ts";

const rooms = [...wordRooms(process.cwd())].map(([room, folder]) => {
  const catalogue: Catalogue = Object.fromEntries(
    WORD_LOCALES.map((locale) => [locale, readWords(folder, locale)]),
  );
  return { room, catalogue };
});
/** Words that a server writes, by room: groups of texts, which `part.key` names. */
const written = readdirSync("src/features")
  .filter((room) => existsSync(`src/features/${room}/server/words`))
  .map((room) => {
    const of = (locale: string) => flatWords(readWords(`src/features/${room}/server/words`, locale));
    return { room, catalogue: Object.fromEntries(WORD_LOCALES.map((locale) => [locale, of(locale)])) };
  });
const files = sources("src").map(({ name, text }) => ({ name, program: syntaxOf(name, text) }));
const literals = files.map(({ program }) => literalsOf(program));
const texts = new Set(literals.flatMap((found) => [...found.texts]));
const patterns = literals.flatMap((found) => found.patterns);

/** Codes of refusals and problems, as they stand in the contracts. */
const codes = [...texts].filter((text) => /^[a-z]+\.[a-z][a-z-]*$/.test(text));
const refusalTables = files
  .filter(({ name }) => /contract\/(refusals|problem)\.ts$/.test(name))
  .map(({ program }) => literalsOf(program).texts);
const refusals = [...new Set(refusalTables.flatMap((found) => [...found]))].filter((text) =>
  codes.includes(text),
);

/** Names of rooms whose words a source asks for: its pages' room, those beside it, and those that it fetches itself. */
const askedIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:definePages\(\s*|room: |(?:load|start|use|maybe|has)Words?\()((?:"[a-z-]+"(?:,\s*)?)+)/g,
    ),
    ...text.matchAll(/(?:words: |lateDialog\([^[]*|lazyPart\([^[]*)\[((?:"[a-z-]+"(?:,\s*)?)+)\]/g),
  ].flatMap(([, names = ""]) => [...names.matchAll(/"([a-z-]+)"/g)].map(([, name = ""]) => name));

describe("words", () => {
  test("every room whose words a page asks for has some", () => {
    const known = new Set(rooms.map(({ room }) => room));
    const asked = sources("src").flatMap(({ name, text }) =>
      askedIn(text).flatMap((room) => (known.has(room) ? [] : [`${name}: ${room}`])),
    );
    expect(asked).toEqual([]);
    expect(askedIn('definePages("hub", (page) => [page({ words: ["nowhere"] })])')).toEqual([
      "hub",
      "nowhere",
    ]);
  });

  test("a service level has one name on every screen", () => {
    const level = /^(service|level)\.(asap_60|next_day|same_day|scheduled)$/;
    const named = new Map<string, Set<string>>();
    for (const { catalogue } of rooms)
      for (const [locale, words = {}] of Object.entries(catalogue))
        for (const [key, text] of Object.entries(flatWords(words)).filter(([key]) => level.test(key))) {
          const name = `${locale} ${key.split(".")[1]}`;
          named.set(name, (named.get(name) ?? new Set()).add(text));
        }
    expect(named.size).toBe(4 * WORD_LOCALES.length);
    expect([...named].filter(([, texts]) => texts.size > 1)).toEqual([]);
  });

  test.each([
    ["ar", /(?<!\p{L})[وبلك]?(?:ال|ل)?(?:ساع(?:ٍ|ي)|سعاة|سائق)/u],
    ["de", /Fahrer|Zusteller/],
    ["es", /repartidor/i],
    ["fr", /livreur|chauffeur/i],
  ])("a courier has one name on every screen and in every message, %s", (locale, others) => {
    const found = [...rooms, ...written].flatMap(({ room, catalogue }) =>
      Object.entries(flatWords(catalogue[locale] ?? {}))
        .filter(([, text]) => others.test(text))
        .map(([key, text]) => `${room} ${key}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ["ar", /(?:مركز|مكتب) التوزيع|منسق|تنسيق/u],
    ["de", /Leitstelle/],
  ])("the desk has one name on every screen and in every message, %s", (locale, others) => {
    const found = [...rooms, ...written].flatMap(({ room, catalogue }) =>
      Object.entries(flatWords(catalogue[locale] ?? {}))
        .filter(([, text]) => others.test(text))
        .map(([key, text]) => `${room} ${key}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  test("Arabic texts have Arabic commas", () => {
    const latin = /[\p{Script=Arabic}}],/u;
    const found = [...rooms, ...written].flatMap(({ catalogue }) =>
      Object.entries(flatWords(catalogue["ar"] ?? {})).filter(([, text]) => latin.test(text)),
    );
    expect(found).toEqual([]);
  });

  test.each(written)(
    "$room: every word of its server is there in every language, whole and translated",
    ({ room, catalogue }) => {
      expect(Object.keys(catalogue["en"] ?? {}).length).toBeGreaterThan(5);
      expect(faultsOfRoom(room, catalogue, ALIKE)).toEqual([]);
    },
  );

  test.each(rooms)(
    "$room: every word is there in every language, whole and translated",
    ({ room, catalogue }) => {
      expect(faultsOfRoom(room, catalogue, ALIKE)).toEqual([]);
    },
  );

  test.each(rooms)("$room: no word is unused", ({ room, catalogue }) => {
    const used = (key: string) =>
      texts.has(key) ||
      patterns.some((pattern) => pattern.test(key)) ||
      (key.startsWith("refusal.") && isCode(room, key.slice("refusal.".length)));
    const isCode = (from: string, reason: string) =>
      codes.includes(`${from}.${reason}`) || (from === "hall" && codes.includes(reason));
    expect(Object.keys(catalogue["en"] ?? {}).filter((key) => !used(key))).toEqual([]);
  });

  test("every refusal of a room that has words can be told to a person", () => {
    const has = (room: string, key: string) =>
      rooms.some((entry) => entry.room === room && Object.hasOwn(entry.catalogue["en"] ?? {}, key));
    const silent = refusals.filter((code) => {
      const [room = "", reason = ""] = code.split(".", 2);
      if (has("hall", `refusal.${code}`) || has(room, `refusal.${reason}`)) return false;
      return room === "http" || existsSync(`src/features/${room}/web`);
    });
    expect(silent).toEqual([]);
  });

  test("no component shows a text that is not a word", () => {
    const found = files
      .filter(({ name }) => name.endsWith(".tsx"))
      .flatMap(({ name, program }) => hardCoded(name, program));
    expect(found).toEqual([]);
  });
});

describe("planted faults are caught", () => {
  const faults = (
    locale: string,
    message: string,
    english = "{n, plural, one {# parcel} other {# parcels}}",
  ) => faultsOfRoom("x", { en: { k: english }, [locale]: { k: message } }, { Name: ["de"] });
  test.each<[string, string, string, string]>([
    ["a missing word", "x", "de", "is missing"],
    ["a broken message", "{n, plural, one {#}", "de", "is no ICU message"],
    ["a form that Arabic needs", "{n, plural, one {#} other {#}}", "ar", 'lacks the plural form "few"'],
    ["a name that English does not give", "{m}", "de", "names {m}"],
    ["a date without a zone", "{n, plural, one {#} other {#}} {n, date}", "de", "formats by date"],
    ["English left in", "{n, plural, one {# parcel} other {# parcels}}", "fr", "is still English"],
  ])("%s", (_what, message, locale, sentence) => {
    const found =
      sentence === "is missing" ? faultsOfRoom("x", { en: { k: "A" }, de: {} }, {}) : faults(locale, message);
    expect(found.join("\n")).toContain(sentence);
  });

  test("a word that is the same in both languages may be listed", () => {
    expect(faults("de", "Name", "Name")).toEqual([]);
    expect(faults("fr", "Name", "Name")).toHaveLength(1);
  });

  test("Arabic needs six forms, German two", () => {
    expect(formsOf("ar", "cardinal")).toEqual(["few", "many", "one", "other", "two", "zero"]);
    expect(formsOf("de", "cardinal")).toEqual(["one", "other"]);
  });

  test.each([
    ["<p>Hello</p>"],
    ['<button aria-label="Close" />'],
    ['<p>{late && "Too late"}</p>'],
    ['<input placeholder={wide ? "Search all" : "Search"} />'],
    ["<Card title={`Hi ${name}`} />"],
  ])("text in a component: %s", (jsx) => {
    expect(hardCoded("x.tsx", syntaxOf("x.tsx", `export const X = () => ${jsx};`))).not.toEqual([]);
  });

  test.each([['<p>{t("a")}</p>'], ['<a href="/d/board" className="x">{name}</a>'], ["<p>{n} · {m}</p>"]])(
    "no text in a component: %s",
    (jsx) => {
      expect(hardCoded("x.tsx", syntaxOf("x.tsx", `export const X = () => ${jsx};`))).toEqual([]);
    },
  );
});

test.each(WORD_LOCALES)("a service level has one name on screens and on labels, %s", (language) => {
  const quotes = readWords("src/features/quotes/web/words", language);
  for (const [level, name] of Object.entries(LABEL_WORDS[language].levels))
    expect(quotes[`level.${level}`]).toBe(name);
});
