import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { InstantText, Nothing, PageSize } from "#contract/schemas.ts";
import { WAYS } from "#features/notices/domain/notices.ts";
import { HEALTH_CHECKS } from "../domain/health.ts";

/** Number of a job in the queue. */
const JobId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
const Count = z.int().check(z.gte(0));

export const SETTING_ORIGINS = ["default", "file", "environment", "flag"] as const;

const SettingShown = z.strictObject({
  name: z.string(),
  /** Null for a secret and for what is not set. */
  value: z.nullable(z.string()),
  isSecret: z.boolean(),
  origin: z.enum(SETTING_ORIGINS),
});

export const Operations = z.strictObject({
  health: z.array(
    z.strictObject({ check: z.enum(HEALTH_CHECKS), state: z.enum(["good", "careful", "bad", "off"]) }),
  ),
  versions: z.strictObject({ waybill: z.string(), postgres: z.string(), node: z.string() }),
  startedAt: InstantText,
  /** Whole percents of a migration that brings rows up to date meanwhile; null where none does. */
  upgradePercent: z.nullable(Count),
  jobs: z.strictObject({ due: Count, later: Count, failing: Count, givenUp: Count }),
  webhooks: z.strictObject({ waiting: Count, oldest: z.nullable(InstantText) }),
  /** Notices to senders and recipients: those not sent yet, and of the last day those that failed or may have. */
  notices: z.array(
    z.strictObject({
      way: z.enum(WAYS),
      due: Count,
      oldest: z.nullable(InstantText),
      failed: Count,
      unsure: Count,
    }),
  ),
  backup: z.strictObject({ backsUp: z.boolean(), lastGood: z.nullable(InstantText) }),
  disk: z.strictObject({ freeBytes: Count, totalBytes: Count, databaseBytes: Count }),
  people: z.strictObject({ active: Count, suspended: Count, sessions: Count }),
  settings: z.array(SettingShown),
});
export type Operations = z.output<typeof Operations>;

export const FailedJob = z.strictObject({
  id: JobId,
  name: z.string(),
  tries: Count,
  triesAtMost: Count,
  /** The next try; null where it was given up. */
  nextAt: z.nullable(InstantText),
});
export type FailedJob = z.output<typeof FailedJob>;

export const operationsApi = {
  readOperations: endpoint({
    id: "readOperations",
    method: "GET",
    path: "/api/ops",
    needs: "ops:run",
    summary:
      "Health, versions, counts and settings of the installation; no person and no secret is among them",
    input: Nothing,
    reply: Operations,
    refusals: [],
  }),
  listFailedJobs: endpoint({
    id: "listFailedJobs",
    method: "GET",
    path: "/api/ops/jobs",
    needs: "ops:run",
    summary: "Background jobs whose last try failed, the newest first",
    input: z.strictObject({
      cursor: z.optional(JobId),
      limit: PageSize,
    }),
    reply: z.strictObject({ items: z.array(FailedJob), next: z.nullable(z.string()) }),
    refusals: [],
  }),
  retryJob: endpoint({
    id: "retryJob",
    method: "POST",
    path: "/api/ops/retry",
    needs: "ops:run",
    audit: "system.job-retried",
    summary: "Try a failed job again at once; one that waits for no further try is left alone",
    input: z.strictObject({ id: JobId }),
    reply: z.strictObject({ retried: z.boolean() }),
    refusals: [],
  }),
};
