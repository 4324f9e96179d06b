/** A schema as the description of the API has it (JSON Schema), as far as ours use it. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly pattern?: string;
  readonly [limit: string]: unknown;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const JSON_TYPE = "application/json";
/** Bounds of a value: a lower one must not rise, an upper one must not fall. */
const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf;
const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  "const" in schema ? [schema.const] : schema.enum;
const isAnything = (schema: Schema): boolean => Object.keys(schema).every((name) => name === "default");

/**
 * Places where a value of one schema would not be taken by another.
 *
 * @param isLenient whether the taker passes over fields that it does not know
 */
export function misfits(from: Schema, to: Schema, isLenient: boolean, at = ""): string[] {
  if (isSame(from, to) || isAnything(to)) return [];
  const choices = choicesOf(from);
  if (choices) return choices.flatMap((one) => misfits(one, to, isLenient, at));
  const taken = choicesOf(to);
  if (taken) {
    const tries = taken.map((one) => misfits(from, one, isLenient, at));
    const nearest = tries.filter((_, nth) => taken[nth]?.type === from.type);
    return tries.some((one) => one.length === 0) ? [] : (nearest[0] ?? [`${at} is ${nameOf(from)}, too`]);
  }
  return [
    ...valueMisfits(from, to, at),
    ...boundMisfits(from, to, at),
    ...fieldMisfits(from, to, isLenient, at),
    ...itemMisfits(from, to, isLenient, at),
  ];
}

const nameOf = (schema: Schema): string => {
  const values = valuesOf(schema);
  return values ? values.map((one) => JSON.stringify(one)).join(", ") : (schema.type ?? "anything");
};

function valueMisfits(from: Schema, to: Schema, at: string): string[] {
  const [given, known] = [valuesOf(from), valuesOf(to)];
  if (known && !given) return [`${at} is any ${String(from.type)}, not only ${nameOf(to)}`];
  if (known && given)
    return given
      .filter((one) => !known.some((other) => isSame(one, other)))
      .map((one) => `${at} is ${JSON.stringify(one)}, too`);
  const isPart = from.type === "integer" && to.type === "number";
  if (to.type !== undefined && from.type !== to.type && !isPart)
    return [`${at} is ${nameOf(from)} instead of ${to.type}`];
  return to.pattern === undefined || given || from.pattern === to.pattern
    ? []
    : [`${at} has another pattern`];
}

function boundMisfits(from: Schema, to: Schema, at: string): string[] {
  if (valuesOf(from)) return [];
  const beyond = (name: string, isOut: (a: number, b: number) => boolean): boolean => {
    const [a, b] = [from[name], to[name]];
    return typeof b === "number" && (typeof a !== "number" || isOut(a, b));
  };
  return [
    ...LOWER.filter((name) => beyond(name, (a, b) => a < b)),
    ...UPPER.filter((name) => beyond(name, (a, b) => a > b)),
  ].map((name) => `${at} goes beyond its ${name} of ${String(to[name])}`);
}

function fieldMisfits(from: Schema, to: Schema, isLenient: boolean, at: string): string[] {
  if (to.type !== "object" || from.type !== "object") return [];
  const here = (name: string) => (at === "" ? name : `${at}.${name}`);
  const { properties: given = {}, required = [] } = from;
  const known = to.properties ?? {};
  const missing = (to.required ?? []).filter((name) => !required.includes(name));
  return [
    ...missing.map((name) => `${here(name)} may be missing`),
    ...Object.entries(given).flatMap(([name, schema]) => {
      const taker = known[name] ?? to.additionalProperties;
      if (typeof taker === "object") return misfits(schema, taker, isLenient, here(name));
      return taker === false && !isLenient ? [`${here(name)} is not taken`] : [];
    }),
    ...(typeof from.additionalProperties === "object" && typeof to.additionalProperties === "object"
      ? misfits(from.additionalProperties, to.additionalProperties, isLenient, here("*"))
      : []),
  ];
}

function itemMisfits(from: Schema, to: Schema, isLenient: boolean, at: string): string[] {
  const inItems = from.items && to.items ? misfits(from.items, to.items, isLenient, `${at}[]`) : [];
  const inPlaces = (from.prefixItems ?? []).flatMap((one, nth) =>
    misfits(one, to.prefixItems?.[nth] ?? {}, isLenient, `${at}[${nth}]`),
  );
  return [...inItems, ...inPlaces];
}

/** Input of a call as one object: its parameters and the fields of its body. */
function inputOf({ parameters = [], requestBody }: Operation): Schema {
  const fields = parameters.filter((one) => one.in !== "header");
  const body = requestBody?.content[JSON_TYPE]?.schema ?? {};
  return {
    type: "object",
    additionalProperties: body.additionalProperties ?? false,
    properties: {
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      ...body.properties,
    },
    required: [...fields.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])],
  };
}

const replyOf = ({ responses }: Operation): Schema => responses["200"]?.content?.[JSON_TYPE]?.schema ?? {};

/** A sentence for each change because of which a page or a phone with the earlier contract would fail today. */
export function contractFaults(earlier: Api, today: Api): string[] {
  return Object.entries(earlier.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const is = today.paths[path]?.[method];
      if (!is) return [`${name} is gone`];
      return [
        ...misfits(inputOf(was), inputOf(is), false).map((one) => `${name}: what is sent: ${one}`),
        ...misfits(replyOf(is), replyOf(was), true).map((one) => `${name}: what is answered: ${one}`),
      ];
    }),
  );
}
