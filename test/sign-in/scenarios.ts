import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { ProviderUnderTest } from "./provider.ts";
import { administered } from "./scenarios/administered.ts";
import { ending } from "./scenarios/ending.ts";
import { goingIn } from "./scenarios/going-in.ts";
import { goingOn } from "./scenarios/going-on.ts";
import { type Stage, openStage } from "./stage.ts";

type MakeProvider = (url: string, embeddedIssuer: string) => Promise<ProviderUnderTest> | ProviderUnderTest;

/** Every scenario of signing in, against one provider. @param has whether it has an administration */
export function signInScenarios(make: MakeProvider, has: { administration: boolean }): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(make);
  });
  afterAll(() => stage?.close());
  afterEach(() => {
    expect(stage.complaints()).toEqual([]);
  });
  goingIn(() => stage);
  goingOn(() => stage);
  ending(() => stage);
  if (has.administration) administered(() => stage);
}
