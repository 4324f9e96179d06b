import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { Answer } from "../faults.ts";

/** A shop's request to the bank, in the form of Stripe's API. */
export interface ShopRequest {
  /** The name in the address; empty where there is none. */
  readonly id: string;
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
}

export type Work = (tx: Tx, now: Instant) => Promise<Answer>;

/** Stripe's no. */
export const sayNo = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: {
    error: { type: "invalid_request_error", code, message: `The sandbox bank says: ${code}`, ...more },
  },
});

const PAGE = 10;
const MOST = 100;

/** How many rows of a list are wanted. */
export const limitIn = (query: URLSearchParams): number =>
  Math.min(MOST, Number(query.get("limit") ?? PAGE) || PAGE);

/** From when on: lists name what is younger. */
export const sinceIn = (query: URLSearchParams): Instant => Number(query.get("created[gte]") ?? "0") * 1000;

export const wantsCharge = ({ form, query }: ShopRequest): boolean =>
  [...form, ...query].some(([name, value]) => name.startsWith("expand[") && value === "latest_charge");

export const metadataIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
