import "#web/theme/theme.css";
import { mountApp } from "#web/shell/mount.tsx";
import { addDeliveryPanel } from "#features/deliveries/web/detail-panel.ts";
import { ALL_PAGES } from "./pages.ts";

const workshop = import.meta.env.DEV ? [(await import("#web/kit/pages.tsx")).kitPages] : [];

// The recipient's link and the payment belong to later rooms than the delivery that they are for.
addDeliveryPanel({
  title: "detail.share",
  load: () => import("#features/sender/web/share-panel.tsx").then((m) => m.SharePanel),
});

addDeliveryPanel({
  title: "detail.payment",
  load: () => import("#features/debts/web/public.tsx").then((m) => m.DuePanel),
});

void mountApp([...ALL_PAGES, ...workshop]);
