import { expect, test } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { type DoctorRow, offering } from "#test/support/database/doctor-rows.ts";
import { openPlainProvider } from "#test/support/sign-in/plain-provider.ts";
import { examineSignIn } from "./sign-in.ts";

test.each<DoctorRow>([
  [
    "claims without the time of the sign-in",
    offering({ claims_supported: ["sub", "name"] }),
    "step-up",
    "careful",
    /auth_time is not among the claims/,
    /into access tokens .* --step-up-minutes 0/,
  ],
  [
    "claims with it, which says nothing of access tokens",
    offering({ claims_supported: ["sub", "auth_time"] }),
    "step-up",
    "unknown",
    /shows at the first refund/,
    /--step-up-minutes 0/,
  ],
  ["no code flow", offering({ response_types_supported: ["token"] }), "flow", "bad", /not on offer/, /code/],
  [
    "plain PKCE alone",
    offering({ code_challenge_methods_supported: ["plain"] }),
    "flow",
    "bad",
    /only plain/,
    /Switch S256 on/,
  ],
  [
    "silence about PKCE",
    offering({ code_challenge_methods_supported: undefined }),
    "flow",
    "careful",
    /not said/,
    /demand PKCE/,
  ],
  [
    "no refresh tokens",
    offering({ grant_types_supported: ["authorization_code"] }),
    "flow",
    "careful",
    /refresh tokens are not on offer/,
    /Switch refresh tokens on/,
  ],
  [
    "no DPoP where it is demanded",
    offering({ dpop_signing_alg_values_supported: undefined }),
    "dpop",
    "bad",
    /cannot bind tokens, --oidc-dpop says required/,
    /--oidc-dpop auto/,
    "--oidc-dpop",
    "required",
  ],
  [
    "DPoP by other algorithms",
    offering({ dpop_signing_alg_values_supported: ["RS256"] }),
    "dpop",
    "careful",
    /binds by RS256 and not by ES256/,
    /DPoP/,
  ],
  [
    "DPoP that is switched off here",
    {},
    "dpop",
    "careful",
    /--oidc-dpop off says no/,
    /Leave/,
    "--oidc-dpop",
    "off",
  ],
  [
    "a scope that is not listed",
    {},
    "scopes",
    "careful",
    /waybill-api$/,
    /--oidc-scope/,
    "--oidc-scope",
    "openid waybill-api",
  ],
  [
    "no sign-out",
    offering({ end_session_endpoint: undefined }),
    "sign-out",
    "careful",
    /no address for signing out/,
    /RP-Initiated Logout/,
  ],
  [
    "no back-channel logout",
    offering({ backchannel_logout_supported: false }),
    "sign-out",
    "careful",
    /noticed at the next refresh/,
    /5 minutes/,
  ],
])("%s is found, with its cure", async (_says, odd, about, verdict, said, cure, ...args) => {
  const provider = await openPlainProvider("http://localhost:8080", odd);
  const settings = settle(readSettings({}, ["--oidc-issuer", provider.issuer, ...args]).settings, {});
  const findings = await examineSignIn(settings, false);
  await provider.close();
  const finding = findings.find((one) => one.about === about);
  expect(finding).toMatchObject({ verdict });
  expect(finding?.says).toMatch(said);
  expect(finding?.cure).toMatch(cure);
  expect(finding?.cure).toMatch(/^[A-Z][^\n]+\.$/);
});

test("where a sign-in of any age does, no claim is missed", async () => {
  const provider = await openPlainProvider("http://localhost:8080", offering({ claims_supported: ["sub"] }));
  const args = ["--oidc-issuer", provider.issuer, "--step-up-minutes", "0"];
  const findings = await examineSignIn(settle(readSettings({}, args).settings, {}), false);
  await provider.close();
  expect(findings.find(({ about }) => about === "step-up")).toMatchObject({ verdict: "good" });
});
