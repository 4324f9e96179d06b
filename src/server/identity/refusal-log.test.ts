import { expect, test } from "vitest";
import { TOKEN_FAULTS } from "#contract/token-faults.ts";
import { SETTINGS, variableOf } from "#main/config/schema.ts";
import { LOGGED_EVERY_MS, refusalLog } from "./refusal-log.ts";
import { TokenRefused } from "./token-rules.ts";

function openLog() {
  const lines: { level: string; facts: object; message: string }[] = [];
  const note = (level: string) => (facts: object, message: string) =>
    void lines.push({ level, facts, message });
  let now = 0;
  const tell = refusalLog({ info: note("info"), warn: note("warn"), error: note("error") }, () => now);
  return { lines, tell, wait: (ms: number) => (now += ms) };
}

test("the log says why a token was refused, what it said and which setting to look at", () => {
  const { lines, tell } = openLog();
  tell(new TokenRefused("audience", ["account", "x".repeat(900)]));
  expect(lines).toMatchObject([
    {
      level: "warn",
      message: "a call's sign-in was refused: the token is not made for Waybill's API",
      facts: { part: "identity", fault: "audience", settings: "WAYBILL_OIDC_AUDIENCE" },
    },
  ]);
  expect(JSON.stringify(lines)).toContain("account");
  expect(JSON.stringify(lines).length).toBeLessThan(500);
});

test("one fault gets one line a minute, the next one says how many got none", () => {
  const { lines, tell, wait } = openLog();
  for (let nth = 0; nth < 500; nth += 1) tell(new TokenRefused("opaque"));
  tell(new TokenRefused("typ", "JWT"));
  expect(lines).toHaveLength(2);
  wait(LOGGED_EVERY_MS);
  tell(new TokenRefused("opaque"));
  expect(lines[2]).toMatchObject({ facts: { fault: "opaque", unsaid: 499 } });
});

test("a token that ran out is no warning", () => {
  const { lines, tell } = openLog();
  tell(new TokenRefused("expired"));
  expect(lines).toMatchObject([{ level: "info" }]);
});

test("every setting that a fault names exists", () => {
  const named = Object.values(TOKEN_FAULTS).flatMap(({ settings }) => [...settings]);
  const known = new Set(Object.keys(SETTINGS).map(variableOf));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
