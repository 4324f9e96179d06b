import { allowScript } from "../shell/trusted-types.ts";

/** Registers the worker of a guest's pages below a path; where browsers have none, a reload needs the network. */
export function registerGuestWorker(scope: string): void {
  // Absent on plain http and in some private windows, whatever its type says.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers?.register(allowScript("/guest.js"), { scope }).catch(() => undefined);
}
