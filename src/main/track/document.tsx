import { ChoicesCard } from "#features/choices/web/public.ts";
import { type SlotGiven, TrackPage, TrackShell } from "#features/tracking/web/public.ts";
import type { PageGiven } from "#features/tracking/contract/page.ts";

type DocumentProps = Pick<PageGiven, "locales" | "isDemo"> & {
  readonly token: string;
  readonly drawn?: PageGiven["state"] | undefined;
};

const choicesOf = ({ token, view, refresh }: SlotGiven) =>
  view.acts && <ChoicesCard token={token} stamp={view.readAt} refresh={refresh} />;

/** Content of `/t/<token>`, the same on the server and in the browser. */
export function TrackDocument({ token, drawn, locales, isDemo }: DocumentProps) {
  return (
    <TrackShell locales={locales} isDemo={isDemo}>
      <TrackPage token={token} drawn={drawn} slot={choicesOf} />
    </TrackShell>
  );
}
