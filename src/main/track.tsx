import "#web/theme/theme.css";
import { TrackPage } from "#features/tracking/web/public.ts";
import { mountSmall } from "#web/shell/mount-small.tsx";
import { SmallShell } from "#web/shell/small-shell.tsx";

/** `/t/<token>`: the token stays in the address bar and goes to the server in a header only. */
const token = location.pathname.split("/")[2] ?? "";

void mountSmall(
  <SmallShell>
    <TrackPage token={token} />
  </SmallShell>,
  "tracking",
);
