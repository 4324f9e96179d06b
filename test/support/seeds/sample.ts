import { randomUUID } from "node:crypto";
import * as z from "zod/mini";

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
  readonly items?: Shape | false;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly default?: unknown;
}

/** Texts for patterns that no generator would hit. */
const BY_PATTERN: readonly [RegExp, string][] = [
  [/^\^\\\+\[1-9\]/, "+4930123456"],
  [/A-Za-z0-9\+\/\]\+=/, "iVBORw0KGgo="],
];
const BY_FORMAT: Readonly<Record<string, () => unknown>> = {
  uuid: () => randomUUID(),
  "date-time": () => "2026-06-17T08:00:00.000Z",
  date: () => "2026-06-17",
  email: () => "ada@example.org",
};
const PLAIN = ["12:00", "a".repeat(22), "aaaa", "EUR", "a", "2026-06-17", "created", "1"];

/** A smallest value that the schema accepts, with fresh ids. Throws when it cannot find one. */
export function sampleOf(schema: z.ZodMiniType): unknown {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  const value = make(shape);
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new Error(
      `no sample for ${JSON.stringify(shape).slice(0, 200)}: ${JSON.stringify(parsed.error.issues)}`,
    );
  return value;
}

/** How to make a value of each plain type. */
const BY_TYPE: Readonly<Record<string, (shape: Shape) => unknown>> = {
  object: (shape) => makeObject(shape),
  array: (shape) => makeArray(shape),
  string: (shape) => makeText(shape),
  integer: ({ minimum }) => Math.max(minimum ?? 1, 1),
  number: ({ minimum }) => Math.max(minimum ?? 1, 1),
  boolean: () => false,
};

function make(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const variants = shape.anyOf ?? shape.oneOf;
  if (variants) return variants.some((variant) => variant.type === "null") ? null : make(variants[0] ?? {});
  const maker = typeof shape.type === "string" ? BY_TYPE[shape.type] : undefined;
  return maker ? maker(shape) : null;
}

const makeObject = ({ properties, additionalProperties, required = [] }: Shape): unknown => {
  const other = typeof additionalProperties === "object" ? additionalProperties : {};
  return Object.fromEntries(required.map((name) => [name, make(properties?.[name] ?? other)]));
};

function makeArray(shape: Shape): unknown {
  if (shape.prefixItems) return shape.prefixItems.map(make);
  const { items } = shape;
  if (!items) return [];
  return Array.from({ length: shape.minItems ?? 0 }, () => make(items));
}

function makeText(shape: Shape): unknown {
  const format = shape.format && BY_FORMAT[shape.format];
  if (format) return format();
  const { pattern } = shape;
  if (!pattern) return "a".repeat(Math.max(1, shape.minLength ?? 1));
  const known = BY_PATTERN.find(([like]) => like.test(pattern))?.[1];
  return known ?? PLAIN.find((text) => new RegExp(pattern).test(text)) ?? "a";
}
