import { parcelCode } from "#kernel/parcel-code.ts";

interface Parcel {
  readonly massG: number;
  readonly fragile: boolean;
}

/** A delivery as far as its labels say it. */
export interface Labelled {
  readonly number: string;
  readonly sender: { readonly name: string };
  readonly recipient: { readonly name: string };
  readonly pickup: { readonly label: string };
  readonly dropoff: { readonly label: string; readonly detail: string | null };
  readonly parcels: readonly Parcel[];
  readonly serviceLevel: string;
  readonly window: { readonly start: number; readonly end: number };
}

/** Text of one label. No telephone number and no contents: it is read by everybody on the way. */
export interface Label {
  readonly code: string;
  readonly number: string;
  /** From 1. */
  readonly index: number;
  readonly count: number;
  readonly senderName: string;
  readonly pickup: string;
  readonly recipientName: string;
  readonly dropoff: string;
  /** Floor, door, name at the bell. */
  readonly detail: string | null;
  readonly serviceLevel: string;
  readonly window: { readonly start: number; readonly end: number };
  readonly fragile: boolean;
  readonly massG: number;
}

/** One label for each parcel, in the order of the deliveries. */
export const labelsOf = (deliveries: readonly Labelled[]): Label[] =>
  deliveries.flatMap((delivery) =>
    delivery.parcels.map(({ massG, fragile }, at) => ({
      code: parcelCode({ number: delivery.number, index: at + 1 }),
      number: delivery.number,
      index: at + 1,
      count: delivery.parcels.length,
      senderName: delivery.sender.name,
      pickup: delivery.pickup.label,
      recipientName: delivery.recipient.name,
      dropoff: delivery.dropoff.label,
      detail: delivery.dropoff.detail,
      serviceLevel: delivery.serviceLevel,
      window: delivery.window,
      fragile,
      massG,
    })),
  );
