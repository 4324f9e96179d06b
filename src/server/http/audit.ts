import { AUDIT_ACTS, type Audited, type AuditAct, type AuditRule } from "#contract/audit-acts.ts";
import type { Needs } from "#contract/endpoint.ts";
import { isUuid } from "#kernel/id.ts";
import type { Instant } from "#kernel/instant.ts";
import { type Actor, type Role } from "#kernel/actor.ts";
import { PERMISSIONS, type Permission } from "#kernel/permission.ts";
import { asAct } from "../db/acts.ts";
import type { Tx } from "../db/db.ts";
import { newId } from "../ids.ts";
import type { Context } from "./route.ts";

/** One act as it is written down. */
export interface RecordedAct {
  readonly actor: Actor;
  readonly at: Instant;
  readonly act: AuditAct;
  /** Those of the actor's roles that allow it. */
  readonly roles: readonly Role[];
  readonly subject: { readonly kind: string; readonly id: string };
  readonly facts: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  /** Recorded once for it. */
  readonly key: string;
}

/**
 * Writes an act down in a transaction.
 *
 * @param always also where the transaction wrote nothing else
 * @returns whether the transaction wrote
 */
export type RecordAct = (tx: Tx, act: RecordedAct, always: boolean) => Promise<boolean>;

interface Call {
  readonly audit?: Audited | undefined;
  readonly needs: Needs;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Runs a call, and records its act: what writes in the transaction that does, what takes data out before they go out.
 *
 * @param input of the call, as it was checked
 */
export async function audited<T>(
  { audit, needs }: Call,
  input: unknown,
  { context, record }: { readonly context: Context; readonly record: RecordAct },
  run: () => Promise<T>,
): Promise<T> {
  // Safe: the input of every endpoint is an object.
  const given = input as Input;
  if (audit === undefined || audit === "no") return run();
  const rule: AuditRule = AUDIT_ACTS[audit];
  if (rule.onlyIf !== undefined && !isTrue(given, rule.onlyIf)) return run();
  const { actor, now: at, requestId, db } = context;
  const key = isUuid(context.key) ? context.key : newId(at);
  const base = { actor, at, act: audit, roles: rolesFor(actor, needs), requestId, key };
  const made = (about: Parameters<typeof subjectOf>[2]): RecordedAct => {
    const [id, ...others] = subjectOf(rule, given, about);
    const facts = { ...keptOf(rule, given), ...(others.length > 0 && { others }) };
    return { ...base, subject: { kind: rule.subject, id: id ?? actor.orgId }, facts };
  };
  if (!rule.takesOut) return asAct({ actor, record: (tx, about) => record(tx, made(about), false) }, run);
  const taken = await run();
  await db.as({ orgId: actor.orgId }, (tx) => record(tx, made([]), true));
  return taken;
}

function rolesFor({ roles }: Actor, needs: Needs): Role[] {
  if (needs === "anyone" || needs === "self") return [...roles];
  const row: Partial<Record<Role, unknown>> = PERMISSIONS[needs satisfies Permission];
  return roles.filter((role) => row[role] !== undefined);
}

/** Ids of what the act is about: of the events, else of the input. */
function subjectOf(
  { subject }: AuditRule,
  input: Input,
  about: readonly { readonly aggregate: string; readonly aggregateId: string }[],
): string[] {
  const ids = about.filter(({ aggregate }) => aggregate === subject).map(({ aggregateId }) => aggregateId);
  if (ids.length > 0) return [...new Set(ids)];
  return typeof input["id"] === "string" ? [input["id"]] : [];
}

const keptOf = ({ keeps = [] }: AuditRule, input: Input): Record<string, unknown> =>
  Object.fromEntries(keeps.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

const isInput = (value: unknown): value is Input => typeof value === "object" && value !== null;

/** Whether a field is true, in the input or in what it holds. */
const isTrue = (input: Input, name: string): boolean =>
  [input, ...Object.values(input).filter(isInput)].some((one) => one[name] === true);
