import { valueAt } from "#contract/field-fault.ts";

type Leaf = string | number | boolean | null | undefined | Date | Blob;
type Depth = [never, 0, 1, 2, 3, 4];

/** Dotted names of everything inside a form's values: `"recipient.phone"`, `"parcels.0.massG"`. */
export type PathOf<V, D extends number = 5> = D extends 0
  ? never
  : V extends Leaf
    ? never
    : V extends readonly (infer I)[]
      ? `${number}` | `${number}.${PathOf<I, Depth[D] & number>}`
      : { [K in keyof V & string]: K | `${K}.${PathOf<NonNullable<V[K]>, Depth[D] & number>}` }[keyof V &
          string];

/** The type of the value at a dotted name. */
export type ValueAt<V, P extends string> = P extends `${infer K}.${infer Rest}`
  ? ValueAt<Member<V, K>, Rest>
  : Member<V, P>;
type Member<V, K extends string> =
  NonNullable<V> extends readonly (infer I)[]
    ? I
    : K extends keyof NonNullable<V>
      ? NonNullable<V>[K]
      : never;

export const getAt = (values: unknown, path: string): unknown => valueAt(values, path.split("."));

/** A copy with another value at the path; untouched branches are shared. */
export function setAt<V>(values: V, path: string, value: unknown): V {
  const [key = "", ...rest] = path.split(".");
  const next = rest.length === 0 ? value : setAt(valueAt(values, [key]) ?? {}, rest.join("."), value);
  if (Array.isArray(values)) {
    const copy: unknown[] = [...values];
    copy[Number(key)] = next;
    // Safe: the caller's path type says that this branch is an array of such items.
    return copy as V;
  }
  return { ...values, [key]: next };
}

/** Whether `path` is `root` or lies inside it. */
export const isWithin = (path: string, root: string): boolean =>
  root === "" || path === root || path.startsWith(`${root}.`);
