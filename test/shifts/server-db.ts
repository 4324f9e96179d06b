import type { Report } from "#features/courier/domain/sync/report.ts";
import type { TapTimes } from "#features/courier/domain/sync/clock.ts";
import type { Contradiction } from "#features/courier/domain/sync/store.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import type { Instant } from "#kernel/instant.ts";

export interface StoredReport {
  readonly report: Report;
  readonly user: string;
  readonly device: string;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  readonly times: TapTimes;
  readonly receivedAt: Instant;
  readonly verdict: Verdict;
}

/** A command that changed a delivery. */
export interface Applied {
  readonly commandId: string;
  readonly device: string;
  readonly user: string;
  readonly deliveryId: string;
  readonly seq: number;
}

export interface StoredShot {
  readonly taskId: string;
  readonly total: number;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** One state of the server's data; values are never changed in place, so that a backup is a copy of the maps. */
export interface Data {
  readonly deliveries: Map<string, DeliveryState>;
  readonly addressTags: Map<string, string>;
  readonly reports: Map<string, StoredReport>;
  readonly exceptions: Map<string, Contradiction>;
  readonly shots: Map<string, StoredShot>;
  readonly onDuty: Map<string, boolean>;
  applied: readonly Applied[];
}

export const copyOf = (data: Data): Data => ({
  deliveries: new Map(data.deliveries),
  addressTags: new Map(data.addressTags),
  reports: new Map(data.reports),
  exceptions: new Map(data.exceptions),
  shots: new Map(data.shots),
  onDuty: new Map(data.onDuty),
  applied: data.applied,
});

export const emptyData = (): Data => ({
  deliveries: new Map(),
  addressTags: new Map(),
  reports: new Map(),
  exceptions: new Map(),
  shots: new Map(),
  onDuty: new Map(),
  applied: [],
});
