import { allowScript } from "../shell/trusted-types.ts";
import { whenIdle } from "./when-idle.ts";

/** Registers the worker of a guest's pages below a path; where browsers have none, a reload needs the network. */
export function registerGuestWorker(scope: string): void {
  // Absent on plain http and in some private windows, whatever its type says.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers?.register(allowScript("/guest.js"), { scope }).catch(() => undefined);
}

/** A guest who keeps a page open finds more than the browser's own error when it is opened again without network. */
export function prepareGuestsPage(path: string): void {
  whenIdle(() => registerGuestWorker(path));
}
