/**
 * JSON with sorted keys and no spaces: the same value always gives the same text, so that it can be hashed.
 * As in JSON, properties that are `undefined` are left out.
 *
 * @throws TypeError on what JSON cannot hold: functions, symbols, big integers, NaN and infinities
 */
export function canonical(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`;
  if (typeof value === "object") {
    let members = "";
    for (const key of Object.keys(value).sort()) {
      const item: unknown = Reflect.get(value, key);
      if (item !== undefined) members += `${members && ","}${textOf(key)}:${canonical(item)}`;
    }
    return `{${members}}`;
  }
  throw new TypeError(`canonical cannot write this ${typeof value}`);
}

/** Letters that JSON writes as they are: a third of the time of asking it. */
const PLAIN = /^[ !#-[\]-~]*$/;
const textOf = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
