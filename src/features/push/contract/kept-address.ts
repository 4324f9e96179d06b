/** Cache and entry in which a browser keeps its own address, for the day on which its push service gives it a new one. */
export const KEPT_ADDRESS = "waybill-push-address";

/** A subscription as a page keeps it for its worker. */
export interface KeptAddress {
  readonly endpoint?: string;
  readonly keys?: Readonly<Record<string, string>>;
  readonly applicationServerKey: string;
}
