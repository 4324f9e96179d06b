import { Visitor, parseSync } from "vite";
import type { ESTree } from "vite";
import type { SourceFile } from "./walls.ts";

/** Most parameters of a function; one object carries transaction, organisation, clock and actor. */
const MOST = 4;

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression;

/** Names of a file's functions that take more parameters than they may. */
export function overlongFunctions({ path, text }: SourceFile): string[] {
  const named = new Map<number, string>();
  const found: string[] = [];
  const name = (value: ESTree.Node | null, key: ESTree.Node): void => {
    if (value && key.type === "Identifier") named.set(value.start, key.name);
  };
  const check = (node: AnyFunction): void => {
    if (node.params.length > MOST) found.push(node.id?.name ?? named.get(node.start) ?? "anonymous");
  };
  new Visitor({
    VariableDeclarator: (node) => name(node.init, node.id),
    Property: (node) => name(node.value, node.key),
    MethodDefinition: (node) => name(node.value, node.key),
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(parseSync(path, text).program);
  return found;
}
