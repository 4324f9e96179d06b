import { canonical } from "#kernel/canonical.ts";

/** An entry as its link holds it. The canonical JSON of this object is its one written form. */
export interface SealedEntry {
  readonly org: string;
  readonly id: string;
  /** RFC 3339 in UTC with microseconds. */
  readonly at: string;
  readonly actor: {
    readonly kind: string;
    readonly id: string | null;
    readonly roles: readonly string[];
    readonly session: string | null;
  };
  readonly act: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly facts: unknown;
  readonly request: string;
  readonly key: string;
}

/** Stands before the first link of an organisation. */
export const NO_LINK = "0".repeat(64);

/** Text whose SHA-256 in hex is the entry's link. */
export const linkText = (before: string, entry: SealedEntry): string => `${before}\n${canonical(entry)}`;
