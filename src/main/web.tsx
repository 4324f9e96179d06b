import "#web/theme/theme.css";
import { mountApp } from "#web/shell/mount.tsx";
import { addAccountPart } from "#features/accounts/web/account-part.tsx";
import { addDeliveryPanel } from "#features/delivery-pages/web/detail-panel.ts";
import { addListAction } from "#features/delivery-pages/web/list-action.ts";
import { FIRST_PAGES } from "./first-pages.ts";

const workshop = import.meta.env.DEV ? [(await import("#web/kit/pages.tsx")).kitPages] : [];

const printLabels = () => import("#features/labels/web/public.ts").then((m) => m.loadPrintLabels());

addListAction("labels", async () => (await printLabels()).ChosenLabels);

// Labels, evidence, the recipient's link and the payment belong to later rooms than the delivery that they are for.
addDeliveryPanel({
  title: "detail.labels",
  load: async () => (await printLabels()).DeliveryLabels,
});

addDeliveryPanel({
  title: "detail.share",
  load: () => import("#features/sender/web/share-panel.tsx").then((m) => m.SharePanel),
});

addDeliveryPanel({
  title: "detail.notices",
  load: () => import("#features/notices/web/public.ts").then((m) => m.loadNoticeLog()),
});

addDeliveryPanel({
  title: "detail.payment",
  load: () => import("#features/debts/web/public.tsx").then((m) => m.OwedPanel),
});

addDeliveryPanel({
  title: "detail.evidence",
  load: () => import("#features/evidence/web/public.ts").then((m) => m.loadEvidence()),
});

// Notifications belong to a later room than the account.
addAccountPart(() => import("#features/push/web/public.ts").then((m) => m.loadPushCard()));

void mountApp([...FIRST_PAGES, ...workshop], () => import("./work-pages.ts").then((m) => m.WORK_PAGES));
