import { expect, test, vi } from "vitest";
import { makePhase } from "../phase.ts";
import type { SessionRecord } from "../storage/record-store.ts";
import { makeCore } from "./session-core.ts";

const ADA: SessionRecord = {
  gen: 1,
  issuer: "https://id.example",
  subject: "ada",
  name: "Ada Lindqvist",
  roles: ["sender"],
  reading: { from: "access-token", reasons: [], tooMany: false },
  type: "bearer",
  accessToken: "a",
  idToken: "i",
  expiresAt: 300_000,
  lifeMs: 300_000,
  at: 0,
  since: 0,
  lastSeen: 0,
};

test.each([
  ["a picture", { picture: "data:image/gif;base64,R0lGODlhAQABAIAAAJmZmQAAACwAAAAAAQABAAACAkQBADs=" }],
  ["an e-mail address", { email: "ada@demo.example" }],
  ["a name", { name: "Ada L." }],
])("%s that userinfo brings after the sign-in is told to whoever shows it", (_what, more) => {
  const core = makeCore(makePhase());
  core.live(ADA, { here: true });
  const told = vi.fn<() => void>();
  core.on(told);
  core.live({ ...ADA, ...more }, { here: true });
  expect(told).toHaveBeenCalledTimes(1);
});

test("a renewed token that changes nothing to be seen is told to nobody", () => {
  const core = makeCore(makePhase());
  core.live(ADA, { here: true });
  const told = vi.fn<() => void>();
  core.on(told);
  core.live({ ...ADA, gen: 2, accessToken: "b" });
  expect(told).not.toHaveBeenCalled();
});
