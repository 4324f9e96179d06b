import { isUuid } from "#kernel/id.ts";
import type { ReadBody, Report } from "../domain/sync/report.ts";
import { BODIES_V2, COMMAND_BODIES, type CommandType } from "./sync.ts";

const hasV2 = (type: string): type is keyof typeof BODIES_V2 => Object.hasOwn(BODIES_V2, type);

/** Newest version of a command that is read; older ones stay readable for a year (`fixtures/`). */
const newest = (type: string): number => (hasV2(type) ? 2 : 1);

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
  if (v > newest(type) || !isKnown(type)) return { kind: "newer", deliveryId };
  if (type === "shift") {
    const read = COMMAND_BODIES.shift.safeParse(body);
    return read.success ? { kind: "read", body: { type, ...read.data } } : { kind: "malformed", deliveryId };
  }
  return (
    readTaskBody(v === 2 && hasV2(type) ? BODIES_V2[type] : COMMAND_BODIES[type], type, body) ?? {
      kind: "malformed",
      deliveryId,
    }
  );
}

type TaskType = Exclude<CommandType, "shift">;
type TaskSchema = (typeof COMMAND_BODIES)[TaskType] | (typeof BODIES_V2)[keyof typeof BODIES_V2];

function readTaskBody(schema: TaskSchema, type: TaskType, body: unknown): ReadBody | undefined {
  const read = schema.safeParse(body);
  if (!read.success) return undefined;
  const { deliveryId, taskId } = read.data;
  const ids = { deliveryId: deliveryId.toLowerCase(), taskId: taskId.toLowerCase() };
  // Safe: the schema of this very type parsed it.
  return {
    kind: "read",
    body: { ...read.data, ...ids, type } as Extract<ReadBody, { kind: "read" }>["body"],
  };
}
