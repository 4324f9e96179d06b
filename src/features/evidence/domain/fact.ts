import type { Custody, Outcome } from "#features/deliveries/domain/delivery.ts";
import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";

/** When something happened: as it was said, certainly not before and not after. `earliest` null: nothing bounds it. */
export interface Happened {
  readonly earliest: string | null;
  readonly said: string;
  readonly latest: string;
}

interface Spot {
  readonly label: string;
  readonly lon: number;
  readonly lat: number;
}

interface Span {
  readonly start: string;
  readonly end: string;
}

export interface Booked {
  readonly kind: "booked";
  readonly number: string;
  readonly order: string;
  readonly service: string;
  readonly parcels: readonly { readonly code: string; readonly size: string; readonly massG: number }[];
  readonly at: string;
}

/** End of a try, as its event alone does not say it. */
export type Ended = Pick<Outcome, "reason" | "fault" | "recipientName" | "note" | "proofIds"> & {
  readonly codes: readonly string[];
  readonly notScanned: string | null;
  readonly ofAge: boolean;
  readonly pinCheck: string | null;
  /** Parcels that did not change hands; absent where one word stands for all. */
  readonly left?: Outcome["left"];
};

export interface Occurred {
  readonly kind: "event";
  readonly type: string;
  readonly by: "person" | "guest" | "system";
  readonly happened: Happened;
  readonly recordedAt: string;
  readonly data: Readonly<Record<string, string | number | boolean>>;
  readonly outcome?: Ended;
}

export interface Proved {
  readonly kind: "proof";
  readonly id: string;
  readonly what: "photo" | "signature";
  readonly taskId: string;
  readonly happened: Happened;
  readonly recordedAt: string;
  readonly sha256: string;
  /** Of the bytes as the phone sent them; null where that was not noted. */
  readonly sentSha256: string | null;
  readonly bytes: number;
  /** Name in the ZIP; null where the picture is gone or is not the one that was kept. */
  readonly file: string | null;
  readonly picture: "kept" | "gone" | "changed";
}

export interface Standing {
  readonly kind: "standing";
  readonly state: DeliveryStateName;
  readonly custody: Custody;
  readonly sender: string;
  readonly recipient: string;
  readonly pickup: Spot;
  readonly dropoff: Spot;
  readonly pickupWindow: Span;
  readonly window: Span;
}

export type Fact = Booked | Occurred | Proved | Standing;
