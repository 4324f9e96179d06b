import { type DBSchema, openDB } from "idb";

/** A person who worked on this phone. */
export interface Owner {
  /** Of their database. */
  readonly hash: string;
  readonly subject: string;
  readonly name: string;
  readonly unsent: number;
  /** Last use by the phone's clock. */
  readonly at: number;
  /** False once they signed out: their stored day is gone. */
  readonly isReadable: boolean;
}

interface OwnersSchema extends DBSchema {
  owner: { key: string; value: Owner };
}

const open = () =>
  openDB<OwnersSchema>("wb.couriers", 1, {
    upgrade: (database) => void database.createObjectStore("owner", { keyPath: "hash" }),
  });

/** Everybody who worked on this phone, the last one first. */
export async function listOwners(): Promise<Owner[]> {
  const database = await open();
  const all = await database.getAll("owner");
  database.close();
  return all.toSorted((a, b) => b.at - a.at);
}

export async function saveOwner(owner: Owner): Promise<void> {
  const database = await open();
  const tx = database.transaction("owner", "readwrite", { durability: "strict" });
  await Promise.all([tx.store.put(owner), tx.done]);
  database.close();
}

/** Name of a person's database: says nothing about the person. */
export async function hashOf(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.join("|"));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.slice(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
