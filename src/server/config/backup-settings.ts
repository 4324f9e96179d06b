import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { KeepRule } from "../backup/keep.ts";
import { type Kind, text, webAddress } from "./kinds.ts";
import { optional, required } from "./setting.ts";

const UNITS: readonly [letter: string, ms: number][] = [
  ["d", DAY_MS],
  ["h", HOUR_MS],
  ["m", MINUTE_MS],
];

/** Milliseconds; 0 is never. */
const period: Kind<number> = {
  says: "minutes, hours or days such as 30m, 6h or 1d (at least 5m), or never",
  parse: (given) => {
    if (given === "never") return 0;
    const [, count, letter] = /^(\d{1,4})([dhm])$/.exec(given) ?? [];
    const ms = Number(count) * (UNITS.find(([one]) => one === letter)?.[1] ?? 0);
    return ms >= 5 * MINUTE_MS ? ms : undefined;
  },
  show: (value) => {
    if (value === 0) return "never";
    const [letter, ms] = UNITS.find(([, one]) => value % one === 0) ?? ["m", MINUTE_MS];
    return `${value / ms}${letter}`;
  },
};

const SPANS = [
  ["h", "hours"],
  ["d", "days"],
  ["w", "weeks"],
  ["m", "months"],
] as const;

const keepRule: Kind<KeepRule> = {
  says: "numbers of hours, days, weeks and months such as 24h,7d,4w,12m",
  parse: (given) => {
    const rule = { hours: 0, days: 0, weeks: 0, months: 0 };
    for (const part of given.split(",")) {
      const [, count, letter] = /^(\d{1,4})([hdwm])$/.exec(part.trim()) ?? [];
      const span = SPANS.find(([one]) => one === letter)?.[1];
      if (span === undefined) return undefined;
      rule[span] = Number(count);
    }
    return rule;
  },
  show: (rule) =>
    SPANS.filter(([, span]) => rule[span] > 0)
      .map(([letter, span]) => `${rule[span]}${letter}`)
      .join(","),
};

/** Backups that a running Waybill makes. */
export const BACKUP_SETTINGS = {
  backupTo: optional({
    kind: text("a folder, or s3://bucket/folder"),
    about:
      "Folder for backups, on another disk than `--data`, which must be there; or `s3://bucket/folder` of object storage. A running Waybill then backs up by itself.",
    example: "/mnt/backup/waybill",
  }),
  backupS3Endpoint: optional({
    kind: webAddress,
    about: "Address of the object storage that `--backup-to s3://…` names, without the bucket.",
    example: "https://s3.eu-central-1.amazonaws.com",
  }),
  backupS3Region: required({
    kind: text("the name of a region", /^[\w-]{1,63}$/),
    default: "us-east-1",
    about: "Region of that object storage, where it has any.",
    example: "eu-central-1",
  }),
  backupS3Key: optional({
    kind: text("the id of an access key", /^\S+$/),
    about: "Access key by which Waybill writes there: it may list, read, write and delete in the bucket.",
    example: "AKIAEXAMPLE",
  }),
  backupS3Secret: optional({
    kind: text("the secret of an access key", /^\S+$/),
    secret: true,
    about: "Secret of that access key.",
    example: "wJalrEXAMPLE",
  }),
  backupEvery: required({
    kind: period,
    default: HOUR_MS,
    about: "How often a running Waybill backs up, where `--backup-to` is set.",
    example: "6h",
  }),
  backupKeep: required({
    kind: keepRule,
    default: { hours: 24, days: 7, weeks: 4, months: 12 },
    about:
      "For how many of the last hours, days, weeks and months the newest backup is kept; others are deleted.",
    example: "7d,4w,12m",
  }),
  backupEveryMinute: required({
    kind: period,
    default: 3 * DAY_MS,
    about:
      "For how long back every minute can be restored (`restore --at`), where `--backup-to` is set; of the embedded database only.",
    example: "7d",
  }),
};
