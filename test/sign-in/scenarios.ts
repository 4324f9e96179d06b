import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Extent } from "./extent.ts";
import type { ProviderUnderTest } from "./provider.ts";
import { administered } from "./scenarios/administered.ts";
import { ending } from "./scenarios/ending.ts";
import { goingIn } from "./scenarios/going-in.ts";
import { goingOn } from "./scenarios/going-on.ts";
import { type Stage, openStage } from "./stage.ts";

type MakeProvider = (url: string, embeddedIssuer: string) => Promise<ProviderUnderTest> | ProviderUnderTest;

/**
 * Scenarios of signing in, against one provider.
 *
 * @param has whether it has an administration, and how many of them are played
 */
export function signInScenarios(
  make: MakeProvider,
  { administration, extent = "whole" }: { administration: boolean; extent?: Extent },
): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(make);
  });
  afterAll(() => stage?.close());
  afterEach(() => {
    expect(stage.complaints()).toEqual([]);
  });
  goingIn(() => stage, extent);
  goingOn(() => stage, extent);
  ending(() => stage, extent);
  if (administration) administered(() => stage, extent);
}
