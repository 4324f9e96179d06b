import { expect, test } from "vitest";
import { wishOf } from "./initiated-login.ts";

const ISSUER = "https://id.example/realms/a";
const start = (query: Record<string, string>) =>
  new URL(`${location.origin}/auth/start?${new URLSearchParams(query).toString()}`);

test("a sign-in that a portal begins goes to our provider, as that person, and on to that page", () => {
  const here = start({ iss: ISSUER, login_hint: "ana@example.com", target_link_uri: "/d/board?day=1" });
  expect(wishOf(here, ISSUER)).toEqual({ hint: "ana@example.com", returnTo: "/d/board?day=1" });
  expect(wishOf(start({ iss: ISSUER, login_hint: "" }), ISSUER)).toEqual({ returnTo: "/" });
});

test.each([{}, { iss: "" }, { iss: `${ISSUER}/` }, { iss: "https://evil.example" }])(
  "%o begins nothing: the issuer must be ours to the letter",
  (query) => {
    expect(wishOf(start(query), ISSUER)).toBeUndefined();
  },
);

test.each(["https://evil.example/x", "//evil.example", "/auth/callback?code=1", "javascript:alert(1)"])(
  "a portal cannot lead people to %s",
  (target) => {
    expect(wishOf(start({ iss: ISSUER, target_link_uri: target }), ISSUER)).toEqual({ returnTo: "/" });
  },
);
