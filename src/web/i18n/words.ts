import { use, useSyncExternalStore } from "react";
import loadCompiled from "virtual:words";
import type hall from "../words/en.json";
import { type Compiled, interpret, type WordValues } from "./interpret.ts";
import {
  chooseLocale,
  directionOf,
  intlTag,
  isLocale,
  languageCookie,
  type Locale,
  LOCALES,
  wordLocale,
} from "#kernel/locale.ts";
import { reportMissingCode } from "../offline/code-missing.ts";

/**
 * Rooms that have words. A room adds itself, next to its pages:
 * `declare module "#web/i18n/words.ts" { interface WordRooms { deliveries: typeof words } }`.
 */
export interface WordRooms {
  hall: typeof hall;
}
export type WordRoom = keyof WordRooms;
export type WordKey<R extends WordRoom> = keyof WordRooms[R] & string;
export type { WordValues };
export type Translate<R extends WordRoom> = (key: WordKey<R>, values?: WordValues) => string;

type Messages = Readonly<Record<string, Compiled | string>>;
const STORED = "wb.locale";
/** Compiled messages of the loaded rooms, by room and language: `hall/en`. */
const messages = new Map<string, Messages>();
const loading = new Map<string, Promise<void>>();
const rooms = new Set<string>(["hall"]);
const listeners = new Set<() => void>();
const translators = new Map<string, unknown>();
let current: Locale = "en";
let offered: readonly Locale[] = LOCALES;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Fetches the words of one room in one language, once. */
function loadOne(room: string, locale: Locale): Promise<void> {
  const language = wordLocale(locale);
  const id = `${room}/${language}`;
  const known = loading.get(id);
  if (known) return known;
  const fetched = (async () => {
    const fresh = await loadCompiled(room, language);
    messages.set(id, asMessages(fresh?.default));
  })();
  loading.set(id, fetched);
  // React reads `status`: words that are there already never suspend a page.
  void fetched.then(
    () => Object.assign(fetched, { status: "fulfilled", value: undefined }),
    () => undefined,
  );
  // A failed fetch (offline) may be tried again; the caller sees the failure.
  fetched.catch(() => loading.delete(id));
  return fetched;
}

/** Safe: the build compiled them (tools/build/words-plugin.ts). */
const asMessages = (fetched: unknown): Messages => (fetched ?? {}) as Messages;

/** Starts fetching the words of these rooms in the current language; a page's route calls it early. */
export async function loadWords(...names: readonly string[]): Promise<void> {
  for (const name of names) rooms.add(name);
  await Promise.all(names.map((name) => loadOne(name, current)));
}

/** Whether the words of these rooms are there in the current language. */
export const hasWords = (names: readonly string[]): boolean =>
  names.every((name) => messages.has(`${name}/${wordLocale(current)}`));

/**
 * Switches the language at once and in place: nothing is mounted anew, so nothing typed is lost.
 *
 * @throws where words do not come; the language then stays
 */
export async function setLocale(locale: Locale): Promise<void> {
  await loadLanguage(locale);
  current = locale;
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  for (const listener of listeners) listener();
}

/** Fetches the words of the rooms of this page in a language. */
export async function loadLanguage(locale: Locale, ...names: readonly string[]): Promise<void> {
  for (const name of names) rooms.add(name);
  await Promise.all([...rooms].map((room) => loadOne(room, locale)));
}

/** Reads in this language from now on, where no document is: a server draws one page after the other. */
export function drawIn(locale: Locale): void {
  current = locale;
}

/** Switches and remembers the choice for this browser; other tabs and the pages that the server draws follow. */
export async function chooseAndStoreLocale(locale: Locale): Promise<void> {
  await setLocale(locale);
  document.cookie = languageCookie(locale, location.protocol === "https:");
  try {
    localStorage.setItem(STORED, locale);
  } catch {
    // Storage may be refused (private mode): the choice then lasts for this page.
  }
}

function storedLocale(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Called once by each entry before rendering: picks the language and fetches the first words. */
export async function startWords(...names: readonly string[]): Promise<void> {
  for (const name of names) rooms.add(name);
  addEventListener("storage", (event) => {
    if (event.key === STORED && isLocale(event.newValue)) setLocale(event.newValue).catch(reportMissingCode);
  });
  await setLocale(wished());
}

const wished = (): Locale => chooseLocale([storedLocale(), ...navigator.languages], offered);

/** Says which languages are on offer here: `startWords` chooses among them. */
export function offer(locales: readonly Locale[]): void {
  offered = locales;
}

/** Switches to a language on offer where these are not the ones that were known at the start. */
export async function keepToOffered(locales: readonly Locale[]): Promise<void> {
  offer(locales);
  if (!offered.includes(current)) await setLocale(wished());
}

export const locale = (): Locale => current;
export const useLocale = (): Locale => useSyncExternalStore(subscribe, locale, locale);

/** Text of a key, once its room's words are there. One that is not there reads as itself: ugly, but never silent. */
export function word<R extends WordRoom>(room: R, key: WordKey<R>, values?: WordValues): string {
  return maybeWord(room, key, values) ?? `${room}:${key}`;
}

/** Text of a key that arrived as data, or undefined when the room does not know it. */
export function maybeWord(room: string, key: string, values?: WordValues): string | undefined {
  const message = messages.get(`${room}/${wordLocale(current)}`)?.[key];
  return message === undefined ? undefined : interpret(message, intlTag(current), values);
}

/** The words of a room in the reader's language. Suspends only when they were not fetched before. */
export function useWords<R extends WordRoom>(room: R): Translate<R> {
  const now = useSyncExternalStore(subscribe, locale, locale);
  const id = `${room}/${now}`;
  rooms.add(room);
  use(loadOne(room, now));
  const known = translators.get(id);
  if (known) return asTranslate<R>(known);
  const made: Translate<R> = (key, values) => word(room, key, values);
  translators.set(id, made);
  return made;
}

/** Safe: the map's key starts with the room that the function was made for. */
const asTranslate = <R extends WordRoom>(known: unknown): Translate<R> => known as Translate<R>;
