import "#web/theme/theme.css";
import { mountApp } from "#web/shell/mount.tsx";
import { addDeliveryPanel } from "#features/deliveries/web/detail-panel.ts";
import { ALL_PAGES } from "./pages.ts";

const workshop = import.meta.env.DEV ? [(await import("#web/kit/pages.tsx")).kitPages] : [];

// The recipient's link belongs to a later room than the delivery that it is for.
addDeliveryPanel({
  title: "detail.share",
  load: () => import("#features/sender/web/share-panel.tsx").then((m) => m.SharePanel),
});

void mountApp([...ALL_PAGES, ...workshop]);
