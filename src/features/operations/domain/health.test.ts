import { expect, test } from "vitest";
import { type HealthFacts, healthOf } from "./health.ts";

const HOUR_MS = 3_600_000;
const WELL: HealthFacts = {
  freeBytes: 9e9,
  reserveBytes: 1e9,
  providerAnswers: true,
  money: "real",
  isHalted: false,
  mailAnswers: true,
  oldestNoticeMs: null,
  noticesAstray: 0,
  backsUp: true,
  backupAgeMs: HOUR_MS,
  backupEveryMs: HOUR_MS,
  failing: 0,
  givenUp: 0,
  webhooksWaiting: 0,
  oldestWebhookMs: null,
};

const notGood = (facts: Partial<HealthFacts>) =>
  healthOf({ ...WELL, ...facts })
    .filter(({ state }) => state !== "good")
    .map(({ check, state }) => `${check} ${state}`);

test.each<[Partial<HealthFacts>, string[]]>([
  [{}, []],
  [{ freeBytes: 3e9 }, ["disk careful"]],
  [{ freeBytes: 1e9 }, ["disk bad"]],
  [{ providerAnswers: false }, ["provider bad"]],
  [{ money: "pretended" }, ["payment careful"]],
  [{ money: "none" }, ["payment off"]],
  [{ isHalted: true }, ["payment bad"]],
  [{ mailAnswers: false }, ["mail bad"]],
  [{ mailAnswers: null }, ["mail off"]],
  [{ oldestNoticeMs: 60_000 }, []],
  [{ oldestNoticeMs: HOUR_MS, noticesAstray: 2 }, ["notices bad"]],
  [{ noticesAstray: 1 }, ["notices careful"]],
  [{ backupAgeMs: 3 * HOUR_MS }, ["backup bad"]],
  [{ backupAgeMs: null }, ["backup bad"]],
  [{ backsUp: false, backupAgeMs: null }, ["backup careful"]],
  [{ backsUp: false, backupAgeMs: 30 * HOUR_MS }, []],
  [{ failing: 1 }, ["jobs careful"]],
  [{ failing: 1, givenUp: 1 }, ["jobs bad"]],
  [{ webhooksWaiting: 1, oldestWebhookMs: 1000 }, []],
  [{ webhooksWaiting: 1, oldestWebhookMs: HOUR_MS }, ["webhooks bad"]],
])("an installation with %o has %o to look at", (facts, expected) => {
  expect(notGood(facts)).toEqual(expected);
});
