import { DESK_ENDPOINTS, DESK_KINDS, type DeskKind } from "#contract/desk-commands.ts";
import type { Actor } from "#kernel/actor.ts";
import { isUuid } from "#kernel/id.ts";
import type { Instant } from "#kernel/instant.ts";
import { asAct } from "../db/acts.ts";
import type { Tx } from "../db/db.ts";
import type { Context } from "./route.ts";

/** One command of the desk as it is written down. */
export interface NotedCommand {
  /** The call's key. */
  readonly id: string;
  readonly actor: Actor;
  readonly at: Instant;
  readonly kind: DeskKind;
  readonly facts: Readonly<Record<string, string>>;
}

/** Writes a command down in the transaction that carries it out. @returns whether that changed anything */
export type NoteCommand = (tx: Tx, command: NotedCommand) => Promise<boolean>;

/** Runs a call; where it is a command of the desk by somebody of the office, it is noted in its own transaction. */
export function noted<T>(
  endpointId: string,
  input: unknown,
  { context, note }: { readonly context: Context; readonly note: NoteCommand | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const { actor, scope, now: at, key: id } = context;
  const rule = DESK_ENDPOINTS[endpointId];
  if (!rule || !note || scope !== "org" || !isUuid(id)) return run();
  const kind = kindOf(rule, input);
  if (kind === undefined) return run();
  const facts = Object.fromEntries(
    (rule.keeps ?? []).flatMap((path) => {
      const value = valueAt(input, path);
      return typeof value === "string" ? [[path.split(".").at(-1) ?? path, value]] : [];
    }),
  );
  return asAct({ actor, record: (tx) => note(tx, { id: id.toLowerCase(), actor, at, kind, facts }) }, run);
}

function kindOf({ kind, by, names }: (typeof DESK_ENDPOINTS)[string], input: unknown): DeskKind | undefined {
  const value = by === undefined ? "" : String(valueAt(input, by));
  const name = kind + (names?.[value] ?? value);
  return isKind(name) ? name : undefined;
}

const isKind = (name: string): name is DeskKind => Object.hasOwn(DESK_KINDS, name);

/** The value at a path with dots. */
const valueAt = (input: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      input,
    );
