/** One line of a pane: a courier, one of their stops, or a delivery without a courier. */
export interface RowRef {
  readonly key: string;
  readonly deliveryId?: string;
  readonly taskId?: string;
  readonly courierId?: string;
}

export type Pane = "unassigned" | "couriers";

/**
 * Selected deliveries of the board, whichever pane shows them. Each pane has its own cursor (the line that keys
 * start from); `anchor` is where a range began.
 */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly cursor: Readonly<Record<Pane, string | undefined>>;
  readonly anchor: string | undefined;
  /** The courier whose route the map shows. */
  readonly courier: string | undefined;
}

export const NOTHING: Selection = {
  ids: new Set(),
  cursor: { unassigned: undefined, couriers: undefined },
  anchor: undefined,
  courier: undefined,
};

/** How a press or a key changes the choice: only this one, this one too (or not any more), everything up to this one. */
export type Reach = "one" | "toggle" | "range" | "none";
export type Step = "up" | "down" | "first" | "last" | "page-up" | "page-down";

/** Lines that Page Up and Page Down pass. */
export const PAGE_LINES = 10;

export type SelectionChange =
  | {
      readonly type: "go";
      readonly pane: Pane;
      readonly rows: readonly RowRef[];
      readonly key: string;
      readonly reach: Reach;
    }
  | {
      readonly type: "step";
      readonly pane: Pane;
      readonly rows: readonly RowRef[];
      readonly step: Step;
      readonly reach: Reach;
    }
  | { readonly type: "toggle"; readonly pane: Pane; readonly rows: readonly RowRef[] }
  | { readonly type: "all"; readonly pane: Pane; readonly rows: readonly RowRef[] }
  | { readonly type: "only"; readonly ids: readonly string[] }
  | { readonly type: "clear" }
  /** Shows a courier's route on the map, or lets go of the one that is shown. */
  | { readonly type: "route"; readonly courier: string | undefined }
  /** The board changed: what is gone is no longer chosen, and a cursor whose line is gone moves to its neighbour. */
  | { readonly type: "keep"; readonly known: ReadonlySet<string> };

export function select(now: Selection, change: SelectionChange): Selection {
  switch (change.type) {
    case "go":
      return goTo(now, change, change.key, change.reach);
    case "step":
      return goTo(now, change, stepFrom(now, change.pane, change.rows, change.step), change.reach);
    case "toggle":
      return goTo(now, change, now.cursor[change.pane] ?? change.rows[0]?.key, "toggle");
    case "all":
      return { ...now, ids: new Set(idsOf(change.rows)) };
    case "only":
      return { ...now, ids: new Set(change.ids) };
    case "clear":
      return cleared(now);
    case "route":
      return { ...now, courier: change.courier === now.courier ? undefined : change.courier };
    case "keep":
      return keep(now, change.known);
  }
}

const cleared = (now: Selection): Selection =>
  now.ids.size === 0 && now.anchor === undefined ? now : { ...now, ids: new Set(), anchor: undefined };

const idsOf = (rows: readonly RowRef[]): string[] => rows.flatMap((row) => row.deliveryId ?? []);

function goTo(
  now: Selection,
  { pane, rows }: { readonly pane: Pane; readonly rows: readonly RowRef[] },
  key: string | undefined,
  reach: Reach,
): Selection {
  const row = rows.find((one) => one.key === key);
  if (!row) return now;
  const cursor = { ...now.cursor, [pane]: row.key };
  if (reach === "none") return { ...now, cursor };
  if (reach === "range") return { ...now, cursor, ...rangeTo(now, pane, rows, row) };
  if (reach === "toggle") return { ...now, ids: toggled(now.ids, idsOf([row])), cursor, anchor: row.key };
  return { ...now, ids: new Set(idsOf([row])), cursor, anchor: row.key };
}

function toggled(ids: ReadonlySet<string>, some: readonly string[]): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of some) if (!next.delete(id)) next.add(id);
  return next;
}

function rangeTo(
  now: Selection,
  pane: Pane,
  rows: readonly RowRef[],
  row: RowRef,
): Pick<Selection, "ids" | "anchor"> {
  const at = (key: string | undefined) => rows.findIndex((one) => one.key === key);
  const start = at(now.anchor) >= 0 ? at(now.anchor) : Math.max(0, at(now.cursor[pane]));
  const end = at(row.key);
  const between = rows.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: new Set(idsOf(between)), anchor: rows[start]?.key };
}

const BY: Readonly<Record<Step, number>> = {
  up: -1,
  down: 1,
  first: -Infinity,
  last: Infinity,
  "page-up": -PAGE_LINES,
  "page-down": PAGE_LINES,
};

function stepFrom(now: Selection, pane: Pane, rows: readonly RowRef[], step: Step): string | undefined {
  const at = rows.findIndex((row) => row.key === now.cursor[pane]);
  if (at < 0) return step === "last" || step === "page-down" ? rows.at(-1)?.key : rows[0]?.key;
  return rows[Math.min(rows.length - 1, Math.max(0, at + BY[step]))]?.key;
}

function keep(now: Selection, known: ReadonlySet<string>): Selection {
  const ids = [...now.ids].filter((id) => known.has(id));
  return ids.length === now.ids.size ? now : { ...now, ids: new Set(ids) };
}

/**
 * Finds the cursor's line after its own vanished: the line that took its place, so that working down a list goes
 * on.
 */
export function cursorAfter(
  before: readonly RowRef[],
  after: readonly RowRef[],
  key: string | undefined,
): string | undefined {
  if (key === undefined || after.some((row) => row.key === key)) return key;
  const was = before.findIndex((row) => row.key === key);
  if (was < 0) return after[0]?.key;
  const left = new Set(after.map((row) => row.key));
  const next =
    before.slice(was).find((row) => left.has(row.key)) ??
    before.slice(0, was).findLast((row) => left.has(row.key));
  return next?.key ?? after[0]?.key;
}
