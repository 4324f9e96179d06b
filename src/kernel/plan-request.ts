/** Seconds from the start of the plan's day. */
export type Sec = number;
/** Index of a place in the matrices. */
export type Place = number;
export type Window = readonly [from: Sec, to: Sec];

/** Travel between all places of a plan, asymmetric. Seconds keep the triangle rule; a pair without a way is 0x7fffffff. */
export interface Travel {
  readonly seconds: Int32Array;
  readonly metres: Int32Array;
}

export interface Stop {
  readonly place: Place;
  /** In order, without overlap; none means any time. */
  readonly windows: readonly Window[];
  readonly service: Sec;
  /** Price of a second after the last window, where the stop may be late at all. */
  readonly lateCost?: number;
}

export interface Pickup extends Stop {
  readonly load: readonly number[];
}

export interface Order {
  readonly id: string;
  /** In any order, all before the drop; none where the courier has the parcels already. */
  readonly pickups: readonly Pickup[];
  readonly drop: Stop;
  /** Units of the drop, in up to four dimensions. */
  readonly load: readonly number[];
  readonly skills: readonly string[];
  /** 0 to 100: the higher, the later it is left out. */
  readonly priority: number;
  /** Longest time between leaving a pickup and beginning the drop, as the courier drives without waiting on purpose. */
  readonly maxRide?: Sec;
  /** No pickup begins earlier. */
  readonly releaseAt?: Sec;
  /** Couriers who may not have it. */
  readonly forbid?: readonly string[];
}

/** A rest without a place: begins in its window, between two stops or on the way. */
export interface Break {
  readonly window: Window;
  readonly duration: Sec;
}

export interface Courier {
  readonly id: string;
  /** Names one of the request's matrices. */
  readonly profile: string;
  readonly start: Place;
  /** `null` where the shift may end anywhere. */
  readonly end: Place | null;
  readonly shift: Window;
  readonly capacity: readonly number[];
  readonly skills: readonly string[];
  readonly breaks: readonly Break[];
  readonly maxStops?: number;
  readonly cost: { readonly fixed: number; readonly perSecond: number; readonly perMetre: number };
  /** Orders whose parcels the courier has: only the drop is left, and nobody else can do it. */
  readonly onBoard: readonly string[];
}

export interface PlannedStop {
  readonly order: string;
  /** `pickup` counts from 0; `drop` is the last stop of an order. */
  readonly kind: "pickup" | "drop";
  readonly pickup?: number;
}

export interface PublishedStop extends PlannedStop {
  /** Moment that was said; absent where none was. */
  readonly eta?: Sec;
  /** Price of a second earlier or later, in place of `changeEta`. */
  readonly etaPrice?: number;
  /** Keeps its courier, and its order among the stops that stay; others may come between. */
  readonly stays?: boolean;
}

export interface PublishedRoute {
  readonly courier: string;
  readonly stops: readonly PublishedStop[];
  /** Stops at the start that stay as they are. */
  readonly locked: number;
}

/** Prices, in the unit of `cost`. */
export interface Weights {
  /** An order left out, besides its priority. */
  readonly left: number;
  /** An order with another courier than published. */
  readonly changeCourier: number;
  /** A stop after another one than published. */
  readonly changeOrder: number;
  /** A second that a stop begins earlier or later than published. */
  readonly changeEta: number;
  /** Factor of what couriers' ways cost; 1 unless said. */
  readonly travel?: number;
  /** Factor of what lateness costs where a stop may be late; 1 unless said. */
  readonly late?: number;
  /** Price of each second that a stop begins later than so many seconds before its last window ends. */
  readonly margin?: { readonly seconds: Sec; readonly price: number };
  /**
   * Fairness of hours: price of one more second of driving and serving for a courier whose shift is full of it; half of it
   * where the shift is half full.
   */
  readonly fairness?: number;
}

export interface PlanRequest {
  readonly seed: number;
  readonly travel: Readonly<Record<string, Travel>>;
  readonly couriers: readonly Courier[];
  readonly orders: readonly Order[];
  readonly published?: readonly PublishedRoute[];
  readonly weights: Weights;
  /** Fewest couriers before anything else, as academic cases count. */
  readonly fewestCouriers?: boolean;
}

/** Ends a search: whichever comes first. */
export interface Limits {
  readonly ms: number;
  readonly iterations?: number;
}

export type Reason =
  | { readonly kind: "skill"; readonly skill: string }
  | { readonly kind: "forbidden" }
  | { readonly kind: "onBoard" }
  | { readonly kind: "capacity"; readonly dimension: number; readonly peak: number }
  | { readonly kind: "shiftEnd"; readonly by: Sec }
  | { readonly kind: "window"; readonly order: string; readonly stop: "pickup" | "drop"; readonly by: Sec }
  | { readonly kind: "break"; readonly by: Sec }
  | { readonly kind: "maxStops"; readonly most: number }
  | { readonly kind: "maxRide"; readonly order: string; readonly by: Sec }
  | { readonly kind: "unreachable" }
  /** Fits, at this price; more than with another courier, where one is named. */
  | { readonly kind: "costsMore"; readonly by: number; readonly than?: string };

export interface RouteStop extends PlannedStop {
  readonly arrive: Sec;
  readonly start: Sec;
  readonly leave: Sec;
  /** Share of drawn days on which it begins before its last window ends. */
  readonly pOnTime: number;
  /** Units on board when leaving. */
  readonly load: readonly number[];
}

export interface PlannedRoute {
  readonly courier: string;
  readonly stops: readonly RouteStop[];
  readonly breaks: readonly { readonly start: Sec; readonly afterStops: number }[];
  readonly seconds: number;
  readonly metres: number;
  readonly end: Sec;
}

export interface OrderChange {
  readonly order: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Change of the drop's start against the published one, where it stays with its courier. */
  readonly etaShift: Sec | null;
}

export interface PlanResult {
  readonly routes: readonly PlannedRoute[];
  /** Why no courier has it, courier by courier. */
  readonly leftOut: readonly {
    readonly order: string;
    readonly because: readonly { readonly courier: string; readonly reasons: readonly Reason[] }[];
  }[];
  readonly changes: readonly OrderChange[];
  readonly cost: number;
  readonly iterations: number;
  readonly seed: number;
}
