import * as z from "zod/mini";
import { code, table } from "./markdown.ts";

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: string | number | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly prefixItems?: readonly Shape[];
}

export const shapeOf = (schema: z.ZodMiniType, io: "input" | "output"): Shape =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Shape;

const SAFE = Number.MAX_SAFE_INTEGER;

/** The unit of a field, told by its name: the house names units. */
function unitOf(name: string): string {
  const endings: readonly [RegExp, string][] = [
    [/minor$/, "minor units"],
    [/M$/, "m"],
    [/G$/, "g"],
    [/S$/, "s"],
    [/Mps$/, "m/s"],
    [/Deg$/, "°"],
    [/At$|^at$|^start$|^end$|Until$/, "instant, RFC 3339 UTC"],
    [/basisPoints$/, "1/100 %"],
    [/^(lon|lat)$/, "WGS84 °"],
  ];
  return endings.find(([pattern]) => pattern.test(name))?.[1] ?? "";
}

export function kindOf(shape: Shape): string {
  const variants = shape.anyOf ?? shape.oneOf;
  if (variants) {
    const rest = variants.filter((variant) => variant.type !== "null");
    const text = [...new Set(rest.map(kindOf))].join(" or ");
    return rest.length < variants.length ? `${text}, may be null` : text;
  }
  if (shape.const !== undefined) return code(String(shape.const));
  if (shape.enum) return shape.enum.map((value) => code(String(value))).join(" ");
  if (shape.type === "array") return `list of ${shape.items ? kindOf(shape.items) : "values"}`;
  if (shape.format) return shape.format;
  return shape.type ?? "any";
}

/** Each check as words, or nothing where the field has none of its kind. */
const CHECKS: readonly ((shape: Shape) => string | undefined)[] = [
  ({ minLength }) => (minLength === undefined ? undefined : `≥ ${minLength} characters`),
  ({ maxLength }) => (maxLength === undefined ? undefined : `≤ ${maxLength} characters`),
  ({ minimum }) => (minimum === undefined || minimum <= -SAFE ? undefined : `≥ ${minimum}`),
  ({ maximum }) => (maximum === undefined || maximum >= SAFE ? undefined : `≤ ${maximum}`),
  ({ minItems }) => (minItems === undefined ? undefined : `≥ ${minItems} items`),
  ({ maxItems }) => (maxItems === undefined ? undefined : `≤ ${maxItems} items`),
  ({ pattern, format }) =>
    pattern === undefined || format !== undefined ? undefined : `matches ${code(pattern)}`,
];

/** The checks of a field, as words. */
export function checksOf(shape: Shape): string {
  const inner = (shape.anyOf ?? shape.oneOf)?.find((variant) => variant.type !== "null") ?? shape;
  const preset = shape.default === undefined ? [] : [`default ${code(JSON.stringify(shape.default))}`];
  return [...CHECKS.flatMap((check) => check(inner) ?? []), ...preset].join(", ");
}

type Leaf = [path: string, shape: Shape, required: boolean];

/** Every leaf of a shape. Lists show their item as `name[]`, variants as `<name>`. */
export function leavesOf(shape: Shape, prefix = "", required = true): Leaf[] {
  const variants = (shape.anyOf ?? shape.oneOf)?.filter((variant) => variant.type !== "null");
  if (variants?.some((variant) => variant.properties))
    return variants.flatMap((variant) => leavesOf(variant, prefix + variantName(variant), required));
  if (shape.properties) return propertiesOf(shape, prefix);
  const own: Leaf = [prefix, shape, required];
  return shape.items && isNested(shape.items)
    ? [own, ...leavesOf(shape.items, `${prefix}[]`, required)]
    : [own];
}

const isNested = (item: Shape): boolean => Boolean(item.properties ?? item.anyOf ?? item.oneOf);

const propertiesOf = (shape: Shape, prefix: string): Leaf[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, inner]) =>
    leavesOf(inner, prefix === "" ? name : `${prefix}.${name}`, shape.required?.includes(name) ?? false),
  );

function variantName(variant: Shape): string {
  const mark = Object.values(variant.properties ?? {}).find((inner) => inner.const !== undefined);
  return mark ? `<${String(mark.const)}>` : "";
}

/** Every field of an entity, the nested ones by their path, with kind, unit and checks. */
export function fieldTable(schema: z.ZodMiniType): string {
  const rows = leavesOf(shapeOf(schema, "output")).map(([name, shape]) => [
    code(name),
    shape.items && isNested(shape.items) ? "list" : kindOf(shape),
    unitOf(name.split(/[.>\]]/).at(-1) ?? name),
    checksOf(shape),
  ]);
  return table(["field", "kind", "unit", "check"], rows);
}
