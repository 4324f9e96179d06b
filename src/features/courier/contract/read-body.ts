import { isUuid } from "#kernel/id.ts";
import type { ReadBody, Report } from "../domain/sync/report.ts";
import { COMMAND_BODIES } from "./sync.ts";
import type { CommandType } from "./sync.ts";

/** Newest version of each command that is read; older ones stay readable for a year (`fixtures/`). */
const VERSION = 1;

const isKnown = (type: string): type is CommandType => Object.hasOwn(COMMAND_BODIES, type);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The delivery that a body names, whatever else it says. */
function deliveryIdOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("deliveryId" in body)) return null;
  const { deliveryId } = body;
  return typeof deliveryId === "string" && isUuid(deliveryId) ? deliveryId.toLowerCase() : null;
}

/** Reads one body by itself: a later version or an unknown type waits for a server that knows it. */
export function readBody({ type, v, body: text }: Pick<Report, "type" | "v" | "body">): ReadBody {
  const body = parsed(text);
  const deliveryId = deliveryIdOf(body);
  if (v > VERSION || !isKnown(type)) return { kind: "newer", deliveryId };
  if (type === "shift") {
    const read = COMMAND_BODIES.shift.safeParse(body);
    return read.success ? { kind: "read", body: { type, ...read.data } } : { kind: "malformed", deliveryId };
  }
  return readTaskBody(type, body) ?? { kind: "malformed", deliveryId };
}

function readTaskBody(type: Exclude<CommandType, "shift">, body: unknown): ReadBody | undefined {
  const read = COMMAND_BODIES[type].safeParse(body);
  if (!read.success) return undefined;
  const { deliveryId, taskId } = read.data;
  const ids = { deliveryId: deliveryId.toLowerCase(), taskId: taskId.toLowerCase() };
  // Safe: the schema of this very type parsed it.
  return {
    kind: "read",
    body: { ...read.data, ...ids, type } as Extract<ReadBody, { kind: "read" }>["body"],
  };
}
