import type { Choice } from "#features/choices/domain/choice.ts";
import type { Chosen } from "#features/choices/domain/decide-choice.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import type { PlanEdit } from "#features/dispatch/contract/api.ts";
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
    };

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
  carryOut(deed: Deed): Promise<Said>;
  /** Lets the routes follow what happened to deliveries, as the job does. */
  follow(): Promise<void>;
}
