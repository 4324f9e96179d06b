import type { Kind } from "./kinds.ts";

/** One setting; its environment variable and flag follow from its name. */
export interface Setting<T> {
  readonly kind: Kind<T>;
  /** Absent: the setting is optional, or found out at start; `about` says how. */
  readonly default?: NoInfer<T>;
  readonly unit?: string;
  /** Never printed; may also come from the file that `<NAME>_FILE` names. */
  readonly secret?: true;
  /** Served to browsers at /config.json. */
  readonly browser?: true;
  readonly about: string;
  readonly example: string;
}

export const required = <T>(setting: Setting<T> & { readonly default: NoInfer<T> }) => setting;
export const optional = <T>(setting: Setting<T>) => setting;
