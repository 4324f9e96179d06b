import { inject } from "vitest";
import { signInScenarios } from "../scenarios.ts";
import { openKeycloak } from "./provider.ts";

signInScenarios((url) => openKeycloak(inject("keycloak"), "bearer", url), {
  administration: true,
  extent: "tokens",
});
