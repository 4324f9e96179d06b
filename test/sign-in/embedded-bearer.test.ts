import { embeddedProvider } from "./embedded.ts";
import { signInScenarios } from "./scenarios.ts";

signInScenarios((_url, issuer) => embeddedProvider(issuer, "bearer"), {
  administration: false,
  extent: "tokens",
});
