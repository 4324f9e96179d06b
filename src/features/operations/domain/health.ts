/** Parts of an installation, in the order of their weight. */
export const HEALTH_CHECKS = [
  "database",
  "disk",
  "provider",
  "payment",
  "mail",
  "notices",
  "backup",
  "jobs",
  "webhooks",
] as const;
export type HealthCheck = (typeof HEALTH_CHECKS)[number];

/** `off`: there is nothing to look at. */
export type HealthState = "good" | "careful" | "bad" | "off";

export interface HealthFacts {
  readonly freeBytes: number;
  /** Below this nothing new is taken. */
  readonly reserveBytes: number;
  readonly providerAnswers: boolean;
  readonly money: "none" | "pretended" | "tried" | "real";
  /** Card payments wait until the books are compared. */
  readonly isHalted: boolean;
  /** Null where no mail server is set. */
  readonly mailAnswers: boolean | null;
  /** Time since the oldest notice that is not sent was due. */
  readonly oldestNoticeMs: number | null;
  /** Notices of the last day that failed, or may have. */
  readonly noticesAstray: number;
  readonly backsUp: boolean;
  readonly backupAgeMs: number | null;
  readonly backupEveryMs: number;
  readonly failing: number;
  readonly givenUp: number;
  readonly webhooksWaiting: number;
  readonly oldestWebhookMs: number | null;
}

const MINUTE_MS = 60_000;
/** News of the provider are taken up within seconds, notices are sent within a minute; after ten something is wrong. */
const LATE_MS = 10 * MINUTE_MS;
/** A backup that takes its time is none that is missing. */
const PERIODS = 2;

const either = (good: boolean, otherwise: HealthState): HealthState => (good ? "good" : otherwise);

function diskState({ freeBytes, reserveBytes }: HealthFacts): HealthState {
  if (freeBytes <= reserveBytes) return "bad";
  return either(freeBytes > 4 * reserveBytes, "careful");
}

function paymentState({ money, isHalted }: HealthFacts): HealthState {
  if (money === "none") return "off";
  if (isHalted) return "bad";
  return either(money === "real", "careful");
}

function backupState({ backsUp, backupAgeMs, backupEveryMs }: HealthFacts): HealthState {
  if (!backsUp && backupAgeMs === null) return "careful";
  return either(backupAgeMs !== null && (!backsUp || backupAgeMs <= PERIODS * backupEveryMs), "bad");
}

const JUDGES: Readonly<Record<HealthCheck, (facts: HealthFacts) => HealthState>> = {
  // Its rows were read for this answer.
  database: () => "good",
  disk: diskState,
  provider: ({ providerAnswers }) => either(providerAnswers, "bad"),
  payment: paymentState,
  mail: ({ mailAnswers }) => (mailAnswers === null ? "off" : either(mailAnswers, "bad")),
  notices: ({ oldestNoticeMs, noticesAstray }) =>
    (oldestNoticeMs ?? 0) > LATE_MS ? "bad" : either(noticesAstray === 0, "careful"),
  backup: backupState,
  jobs: ({ failing, givenUp }) => (givenUp > 0 ? "bad" : either(failing === 0, "careful")),
  webhooks: ({ webhooksWaiting, oldestWebhookMs }) =>
    webhooksWaiting > 0 && (oldestWebhookMs ?? 0) > LATE_MS ? "bad" : "good",
};

/** Judges each part by the facts. */
export const healthOf = (facts: HealthFacts): { check: HealthCheck; state: HealthState }[] =>
  HEALTH_CHECKS.map((check) => ({ check, state: JUDGES[check](facts) }));
