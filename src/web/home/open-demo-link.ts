import { demoApi } from "#contract/demo.ts";
import { call } from "../api/call.ts";

/** Opens a fresh tracking link to a delivery of the demo that is on its way. */
export async function openDemoLink(): Promise<void> {
  const { path } = await call(demoApi.openTracking, {});
  location.assign(path);
}
