/** Reads bytes as JSON; `undefined`, which no schema takes, where they are none. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
