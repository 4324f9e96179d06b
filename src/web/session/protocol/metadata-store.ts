import type * as oauth from "oauth4webapi";
import { inStore, whenRead } from "../storage/database.ts";

/** The last good description of the provider, and its signing keys as the library keeps them. */
export interface KnownProvider {
  readonly issuer: string;
  readonly server: oauth.AuthorizationServer;
  /** ms since 1970 */
  readonly readAt: number;
  readonly keys?: oauth.ExportedJWKSCache;
}

const KEY = "provider";
let inMemory: KnownProvider | undefined;

export async function readProvider(issuer: string): Promise<KnownProvider | undefined> {
  const read = await inStore<KnownProvider | undefined>("readonly", (store, keep) =>
    whenRead<KnownProvider>(store, KEY, keep),
  );
  const found = read ? read.value : inMemory;
  return found?.issuer === issuer ? found : undefined;
}

export async function writeProvider(provider: KnownProvider): Promise<void> {
  inMemory = provider;
  await inStore("readwrite", (store) => store.put(provider, KEY));
}
