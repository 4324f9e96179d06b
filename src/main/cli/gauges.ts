import { unsealedGauge } from "#features/audit/server/public.ts";
import { cardGauges } from "#features/books/server/public.ts";
import { haltGauge } from "#features/payments/server/public.ts";
import { diskGauge } from "#server/disk-room.ts";
import type { RoomGauge } from "#server/metrics.ts";
import type { Settings } from "../config/settings.ts";
import { backupGauges } from "./backup/keep-backups.ts";

/** Figures of this installation in `/metrics`, beside those of calls, jobs and the process. */
export const ownGauges = (
  settings: Parameters<typeof backupGauges>[0] & Pick<Settings, "data">,
): RoomGauge[] => [
  haltGauge,
  ...cardGauges,
  ...backupGauges(settings),
  diskGauge(settings.data),
  unsealedGauge,
];
