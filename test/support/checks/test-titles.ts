import { parseAst } from "vite";

type Node = Readonly<Record<string, unknown>> & { readonly type: string };
const isNode = (it: unknown): it is Node => typeof Reflect.get(Object(it), "type") === "string";
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const isFunction = ({ type }: Node): boolean => /Function/.test(type);
/** `(row) => row.name in TABLE`: the rows are chosen by the table. */
const chosenBy = ({ body }: Node): Node[] =>
  isNode(body) && body["operator"] === "in" && isNode(body["right"]) ? [body["right"]] : [];

/** Every call outside of what runs, `describe` bodies included. */
const calls = (node: Node): Node[] => [
  ...(node.type === "CallExpression" ? [node] : []),
  ...children(node).flatMap(calls),
];

/** `test`, `test.each([…])`, `describe.concurrent` …: the name that it begins with. */
function beginsWith(callee: unknown): unknown {
  if (!isNode(callee)) return undefined;
  if (callee.type === "Identifier") return callee["name"];
  return beginsWith(callee["object"] ?? callee["callee"] ?? callee["tag"]);
}

function constants(program: Node): Map<unknown, Node> {
  const found = children(program)
    .map((it) => (isNode(it["declaration"]) ? it["declaration"] : it))
    .filter(({ type }) => type === "VariableDeclaration")
    .flatMap(children)
    .flatMap(({ id, init }): (readonly [unknown, Node])[] =>
      isNode(id) && isNode(init) ? [[id["name"], init]] : [],
    );
  return new Map(found);
}

/** Texts and names of properties in here and in the file's constants that stand here; never what a function does. */
function texts(node: Node, known: ReadonlyMap<unknown, Node>): string[] {
  if (isFunction(node)) return chosenBy(node).flatMap((it) => texts(it, known));
  if (node.type === "Literal") return [String(node["value"])];
  if (node.type === "TemplateElement") return [String(Reflect.get(Object(node["value"]), "cooked"))];
  const name = node.type === "Property" && isNode(node["key"]) ? node["key"]["name"] : undefined;
  const key = typeof name === "string" ? [name] : [];
  const constant = node.type === "Identifier" ? known.get(node["name"]) : undefined;
  const rest = new Map(known);
  rest.delete(node["name"]);
  return [...key, ...(constant ? [constant] : children(node)).flatMap((it) => texts(it, rest))];
}

/** Titles of a file's tests, and the rows of those that run once for each; of a file of rows, all its rows. */
export function testTitles(file: string, source: string): string[] {
  const program: unknown = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  if (!isNode(program)) throw new TypeError(`${file} is no program`);
  const known = constants(program);
  if (!file.includes(".test.")) return [...known.values()].flatMap((it) => texts(it, new Map()));
  return calls(program)
    .filter(({ callee }) => ["test", "describe"].includes(String(beginsWith(callee))))
    .flatMap((call) => [call["arguments"]].flat().filter(isNode))
    .flatMap((it) => texts(it, known));
}

/** Whether a test of the file, or a row that it runs for, has these words, whole. */
export function titleHas(file: string, source: string, words: string): boolean {
  const whole = new RegExp(
    `(?<![\\w-])${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w-])`,
  );
  return testTitles(file, source).some((it) => whole.test(it));
}
