/** The little of IndexedDB that the session uses, in memory, shared by everything in this process like by the tabs of a browser. */
export interface StubDatabase {
  readonly indexedDB: IDBFactory;
  readonly content: Map<IDBValidKey, unknown>;
  /** From now on nothing can be opened, as where the browser refuses storage. */
  refuse(): void;
}

type Listener = () => void;

class Hears {
  readonly #listeners = new Map<string, Listener[]>();
  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }
  tell(type: string): void {
    for (const listener of this.#listeners.get(type) ?? []) listener();
  }
}

class Request extends Hears {
  result: unknown;
  readonly error = new Error("storage refused");
}

export function stubDatabase(): StubDatabase {
  const content = new Map<IDBValidKey, unknown>();
  let isRefused = false;

  /** A transaction completes when nothing more was asked of it. */
  function transaction() {
    const self = Object.assign(new Hears(), { error: null, objectStore: () => store });
    let open = 0;
    const settle = () => {
      open -= 1;
      if (open === 0) self.tell("complete");
    };
    const request = (work: () => unknown): Request => {
      const asked = new Request();
      open += 1;
      queueMicrotask(() => {
        asked.result = work();
        asked.tell("success");
        queueMicrotask(settle);
      });
      return asked;
    };
    const store = {
      get: (key: IDBValidKey) => request(() => content.get(key)),
      put: (value: unknown, key: IDBValidKey) => request(() => content.set(key, value)),
      delete: (key: IDBValidKey) => request(() => content.delete(key)),
    };
    return self;
  }

  const database = { transaction, close: () => undefined, createObjectStore: () => undefined };
  const open = () => {
    const asked = new Request();
    asked.result = database;
    queueMicrotask(() => asked.tell(isRefused ? "error" : "success"));
    return asked;
  };
  return {
    // Safe: the session asks for nothing else of it.
    indexedDB: { open } as unknown as IDBFactory,
    content,
    refuse() {
      isRefused = true;
    },
  };
}
