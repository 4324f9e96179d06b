import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { parseSync } from "vite";

export type Words = Readonly<Record<string, string>>;
/** A room's words by language. */
export type Catalogue = Readonly<Record<string, Words>>;

/** Counts up to here decide which plural forms a language must have: French `many` begins at a million. */
const HIGHEST_COUNT = 9_999;

/** The plural forms that a whole number up to 9,999 can take in a language. */
export function formsOf(locale: string, type: "cardinal" | "ordinal"): string[] {
  const rules = new Intl.PluralRules(locale, { type });
  const found = new Set<string>(["other"]);
  for (let n = 0; n <= HIGHEST_COUNT; n += 1) found.add(rules.select(n));
  return [...found].toSorted();
}

interface Shape {
  readonly names: ReadonlySet<string>;
  readonly plurals: readonly { readonly type: "cardinal" | "ordinal"; readonly forms: readonly string[] }[];
  /** Kinds that the browser's reader leaves out: dates, tags, numbers with a style. */
  readonly unread: readonly string[];
}

function shapeOf(message: readonly MessageFormatElement[]): Shape {
  const all = flat(message);
  const plurals = all
    .filter((element) => element.type === TYPE.plural)
    .map((element) => ({ type: element.pluralType ?? "cardinal", forms: Object.keys(element.options) }));
  const named = all.filter((element) => element.type !== TYPE.literal && element.type !== TYPE.pound);
  return { names: new Set(named.map((element) => element.value)), plurals, unread: all.flatMap(unreadKind) };
}

/** A message's elements with those inside its branches. */
function flat(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => {
    const isChoice = element.type === TYPE.plural || element.type === TYPE.select;
    return isChoice
      ? [element, ...Object.values(element.options).flatMap((option) => flat(option.value))]
      : [element];
  });
}

function unreadKind(element: MessageFormatElement): string[] {
  if (element.type === TYPE.tag) return ["tag"];
  if (element.type === TYPE.date || element.type === TYPE.time) return ["date"];
  return element.type === TYPE.number && element.style ? ["number style"] : [];
}

/** Words in groups as flat keys. */
export function flatWords(words: Readonly<Record<string, unknown>>, start = ""): Words {
  const rows = Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "object" && value !== null
      ? Object.entries(flatWords({ ...value }, `${start}${key}.`))
      : [[`${start}${key}`, String(value)]],
  );
  return Object.fromEntries(rows);
}

/** Faults of one room's words, in sentences. `alike` lists texts that are the same in other languages. */
export function faultsOfRoom(
  room: string,
  catalogue: Catalogue,
  alike: Readonly<Record<string, readonly string[]>>,
): string[] {
  const english = catalogue["en"] ?? {};
  return Object.entries(catalogue).flatMap(([locale, words]) => {
    const missing = Object.keys(english)
      .filter((key) => !Object.hasOwn(words, key))
      .map((key) => `${room}/${locale}: "${key}" is missing`);
    const present = Object.entries(words).flatMap(([key, message]) =>
      faultsOfMessage(`${room}/${locale}: "${key}"`, locale, message, english[key], alike),
    );
    return [...missing, ...present];
  });
}

function faultsOfMessage(
  where: string,
  locale: string,
  message: string,
  english: string | undefined,
  alike: Readonly<Record<string, readonly string[]>>,
): string[] {
  if (english === undefined) return [`${where} is not in English`];
  if (message.trim() === "") return [`${where} is empty`];
  let shape: Shape;
  try {
    shape = shapeOf(parse(message));
  } catch (error) {
    return [`${where} is no ICU message: ${error instanceof Error ? error.message : ""}`];
  }
  const expected = namesOf(english);
  const names = [...shape.names]
    .filter((name) => !expected.has(name))
    .map((name) => `${where} names {${name}}, English does not`);
  const lost = [...expected]
    .filter((name) => !shape.names.has(name))
    .map((name) => `${where} lacks {${name}}`);
  const plurals = shape.plurals.flatMap(({ type, forms }) =>
    formsOf(locale, type)
      .filter((form) => !forms.includes(form))
      .map((form) => `${where} lacks the plural form "${form}"`),
  );
  const unread = shape.unread.map((kind) => `${where} formats by ${kind}; give it the formatted text`);
  const same =
    locale !== "en" && message === english && hasLetters(message) && !(alike[message] ?? []).includes(locale);
  return [
    ...names,
    ...lost,
    ...plurals,
    ...unread,
    ...(same ? [`${where} is still English: ${message}`] : []),
  ];
}

function namesOf(message: string): ReadonlySet<string> {
  try {
    return shapeOf(parse(message)).names;
  } catch {
    return new Set();
  }
}

/** Letters outside of placeholders. */
const hasLetters = (message: string): boolean => /\p{L}/u.test(message.replaceAll(/\{[^{}]*\}/g, ""));

/** Literals of a source: whole texts, and patterns made from templates. */
export interface Literals {
  readonly texts: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string";

function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const item of node) yield* walk(item);
  if (!isNode(node)) return;
  yield node;
  for (const [key, value] of Object.entries(node)) if (key !== "parent") yield* walk(value);
}

export const syntaxOf = (name: string, text: string): Node =>
  parseSync(name, text).program as unknown as Node;

export function literalsOf(program: Node): Literals {
  const texts = new Set<string>();
  const patterns: RegExp[] = [];
  for (const node of walk(program)) {
    if (node.type === "Literal" && typeof node["value"] === "string") texts.add(node["value"]);
    if (node.type === "TemplateLiteral") patterns.push(...patternOf(node));
  }
  return { texts, patterns };
}

/** `state.${x}` as a pattern; templates without a fixed beginning would match anything and count for nothing. */
function patternOf(template: Node): RegExp[] {
  const quasis = (template["quasis"] as readonly { value: { cooked: string } }[]).map(
    (quasi) => quasi.value.cooked,
  );
  if (!/^[\w-]+\./.test(quasis[0] ?? "")) return [];
  return [
    new RegExp(
      `^${quasis.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(".+")}$`,
    ),
  ];
}

/** Attributes whose text a person reads or hears. */
const READ = new Set([
  "aria-label",
  "aria-description",
  "title",
  "placeholder",
  "alt",
  "label",
  "hint",
  "caption",
  "detail",
]);

/** Text written into a component instead of its room's words. */
export function hardCoded(name: string, program: Node): string[] {
  const found: string[] = [];
  const report = (text: unknown) => {
    if (typeof text === "string" && /\p{L}/u.test(text))
      found.push(`${name}: "${text.trim()}" stands in the component`);
  };
  for (const node of walk(program)) {
    if (node.type === "JSXText") report(node["value"]);
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      for (const child of node["children"] as readonly Node[])
        for (const text of shownBy(child)) report(text);
    if (node.type !== "JSXAttribute") continue;
    const attribute = node["name"] as { name?: unknown };
    if (typeof attribute.name === "string" && READ.has(attribute.name))
      for (const text of shownBy(node["value"])) report(text);
  }
  return found;
}

/** Literals that an attribute or a child shows directly: `"x"`, `{"x"}`, `{a ? "x" : "y"}`, `{a && "x"}`. */
function shownBy(node: unknown): unknown[] {
  if (!isNode(node)) return [];
  if (node.type === "Literal") return [node["value"]];
  if (node.type === "JSXExpressionContainer") return shownBy(node["expression"]);
  if (node.type === "ConditionalExpression")
    return [...shownBy(node["consequent"]), ...shownBy(node["alternate"])];
  if (node.type === "LogicalExpression") return [...shownBy(node["left"]), ...shownBy(node["right"])];
  if (node.type === "TemplateLiteral")
    return (node["quasis"] as readonly { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked);
  return [];
}

export function sources(...roots: readonly string[]): { name: string; text: string }[] {
  return roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((name) => path.posix.join(root, name.replaceAll("\\", "/")))
      .filter(
        (name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name) && !name.startsWith("src/web/kit/"),
      )
      .map((name) => ({ name, text: readFileSync(name, "utf8") })),
  );
}
