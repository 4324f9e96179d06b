import { type ComponentType, Suspense } from "react";
import type { ChoicesCardProps } from "#features/choices/web/public.ts";
import {
  type ProofPicturesProps,
  type SlotGiven,
  TrackPage,
  TrackShell,
} from "#features/tracking/web/public.ts";
import type { PageGiven } from "#features/tracking/contract/page.ts";

/** Cards that come after the first view where the page has them. */
export interface LaterCards {
  readonly Choices: ComponentType<ChoicesCardProps>;
  readonly Pictures: ComponentType<ProofPicturesProps>;
}

type DocumentProps = Pick<PageGiven, "locales" | "isDemo"> & {
  readonly token: string;
  readonly drawn?: PageGiven["state"] | undefined;
  readonly cards: LaterCards;
};

/** Content of `/t/<token>`, the same on the server and in the browser. */
export function TrackDocument({ token, drawn, locales, isDemo, cards }: DocumentProps) {
  const { Choices, Pictures } = cards;
  const choices = ({ view, refresh, forms }: SlotGiven) =>
    view.acts && (
      <Suspense>
        <Choices token={token} stamp={view.readAt} refresh={refresh} forms={forms} />
      </Suspense>
    );
  const pictures = ({ view, forms }: SlotGiven) =>
    view.proof &&
    forms &&
    view.proof.opensBy.length > 0 && (
      <Suspense>
        <Pictures opensBy={view.proof.opensBy} forms={forms} />
      </Suspense>
    );
  return (
    <TrackShell locales={locales} isDemo={isDemo}>
      <TrackPage token={token} drawn={drawn} slot={choices} pictures={pictures} />
    </TrackShell>
  );
}
