import type { Page } from "playwright-core";

/** A command in the phone's own database. */
export interface KeptCommand {
  readonly id: string;
  readonly taskId: string | null;
  readonly type: string;
  readonly state: string;
  readonly verdict: string | null;
}

/** A picture there; `isWhole` when its bytes are those of its hash. */
export interface KeptPicture {
  readonly id: string;
  readonly taskId: string;
  readonly kind: string;
  readonly state: string;
  readonly isWhole: boolean;
}

export interface KeptOnPhone {
  readonly commands: readonly KeptCommand[];
  readonly pictures: readonly KeptPicture[];
}

/** Reads the databases of all people of this phone past the product's code. */
export function keptOn(page: Page): Promise<KeptOnPhone> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, fail) => {
        request.addEventListener("error", () => fail(request.error));
        request.addEventListener("success", () => resolve(request.result));
      });
    const commands: KeptCommand[] = [];
    const pictures: KeptPicture[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith("wb.courier.")) continue;
      const database = await done(indexedDB.open(name));
      const all = (store: string) => done(database.transaction(store).objectStore(store).getAll());
      for (const { command, taskId, state, verdict } of await all("op"))
        commands.push({ id: command.id, type: command.type, taskId, state, verdict });
      for (const { id, taskId, kind, state, sha256, blob } of await all("file")) {
        const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
        const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        pictures.push({ id, taskId, kind, state, isWhole: hex === sha256 });
      }
      database.close();
    }
    return { commands, pictures };
  });
}
