import type { Choice } from "#features/choices/domain/choice.ts";
import type { Chosen } from "#features/choices/domain/decide-choice.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import type { PlanEdit } from "#features/dispatch/contract/api.ts";
import type { Field } from "#features/imports/domain/fields.ts";
import type { LocalDate } from "#kernel/local-time.ts";

export const DISPATCHERS = ["bo", "cy"] as const;
export const COURIERS = ["ana", "ben"] as const;
export type Dispatcher = (typeof DISPATCHERS)[number];
export type Courier = (typeof COURIERS)[number];
export type Person = Dispatcher | Courier | "sam" | "recipient";

/** Day on which everything begins. */
export const TODAY: LocalDate = "2026-11-23";
export const TOMORROW: LocalDate = "2026-11-24";
export const ZONE = "Europe/Berlin";

/** One command of one person, as it is sent and sent again. Couriers are named by their ids. */
export type Deed =
  | { readonly kind: "plan"; readonly by: Dispatcher; readonly key: string; readonly edit: PlanEdit }
  | {
      readonly kind: "command";
      readonly by: Person;
      readonly key: string;
      readonly id: string;
      readonly command: DeliveryCommand;
    }
  | {
      readonly kind: "edit";
      readonly by: Dispatcher;
      readonly key: string;
      readonly id: string;
      readonly version: number;
      readonly note: string;
    }
  | {
      readonly kind: "choose";
      readonly by: "recipient";
      readonly key: string;
      readonly id: string;
      readonly version: number;
      readonly choice: Choice;
    }
  | Errand;

/** A draft of the planner, and what it was made from. */
export interface Draft {
  readonly id: string;
  readonly seen: readonly { readonly courierId: string; readonly revision: number }[];
  /** Stops of each courier in order. */
  readonly goal: ReadonlyMap<string, readonly string[]>;
  /** Absent where something changed while the planner read the day. */
  readonly drawnFrom: State | undefined;
}

/** A row of a file of orders. */
export interface OrderRow {
  readonly reference: string;
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /** Field at fault; absent where the row is right. */
  readonly wrong: Field | undefined;
}

/** Work of the office that the product alone carries out. */
export type Errand =
  | {
      readonly kind: "optimise";
      readonly by: Dispatcher;
      readonly key: string;
      readonly way: "anew" | "improve";
      /** Time after which the search is ended. */
      readonly searchMs: number;
    }
  | {
      readonly kind: "publish";
      readonly by: Dispatcher;
      readonly key: string;
      readonly draft: Draft;
      readonly seen: Draft["seen"];
    }
  | {
      readonly kind: "import";
      readonly by: Dispatcher;
      readonly key: string;
      readonly rows: readonly OrderRow[];
      /** Key of the import of what is exported. */
      readonly exportKey: string;
    };
export type ErrandOf<K extends Errand["kind"]> = Extract<Errand, { readonly kind: K }>;

export const isErrand = (deed: Deed): deed is Errand =>
  deed.kind === "optimise" || deed.kind === "publish" || deed.kind === "import";

/** Answer to a deed: done, the code of its refusal, or none because the server ended meanwhile. */
export type Said = "done" | "lost" | (string & {});

export interface SeenRoute {
  readonly revision: number;
  /** Stops in order, of tasks that the courier has. */
  readonly taskIds: readonly string[];
}

/** Everything that is stored, as far as the invariants speak of it. */
export interface State {
  readonly deliveries: ReadonlyMap<string, Chosen>;
  /** By courier id. */
  readonly routes: ReadonlyMap<string, SeenRoute>;
  /** Names of each delivery's events in order, the booking first. */
  readonly events: ReadonlyMap<string, readonly string[]>;
}

/** The engine of the desk: in memory, or the product on PostgreSQL. */
export interface Engine {
  /** Courier ids by their names. */
  readonly courierIds: Readonly<Record<Courier, string>>;
  book(): Promise<void>;
  read(): Promise<State>;
  /** Lets somebody beside the day look at it; rules in memory have nobody beside them. */
  look?(state: State): Promise<void>;
  /** The next errand of a dispatcher who sees this, where there is one; rules in memory have none. */
  errand?(by: Dispatcher, state: State): Errand | undefined;
  carryOut(deed: Deed): Promise<Said>;
  /** Lets the routes follow what happened to deliveries, as the job does. */
  follow(): Promise<void>;
}
