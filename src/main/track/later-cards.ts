import { type ComponentType, lazy } from "react";
import type { PageState } from "#features/tracking/contract/page.ts";
import type { LaterCards } from "./document.tsx";

const loadChoices = async () => (await import("#features/choices/web/choices-card.tsx")).ChoicesCard;
const loadPictures = async () => (await import("#features/tracking/web/proof-pictures.tsx")).ProofPictures;

const AGAIN_MS = 5_000;

/** A card that is fetched until it is there: the page stays while it is not. */
const patient = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    for (;;)
      try {
        return { default: await load() };
      } catch {
        await new Promise((done) => void setTimeout(done, AGAIN_MS));
      }
  });

/** Cards of a page. Those that were drawn are there before the page comes alive: what was drawn never goes. */
export async function cardsOf(state: PageState | undefined): Promise<LaterCards> {
  const view = state?.at === "shown" ? state.view : undefined;
  const [Choices, Pictures] = await Promise.all([
    view?.acts ? loadChoices() : patient(loadChoices),
    view?.proof ? loadPictures() : patient(loadPictures),
  ]);
  return { Choices, Pictures };
}
